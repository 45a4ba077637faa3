/** Where a long word may be broken on a narrow card. Browsers know this only for languages that they have a dictionary of. */

const SOFT = '\u00ad'
const LONG = 9
const VOWEL = '[aeiouyàâäéèêëîïôöùûü]'
const CONSONANT = `(?!${VOWEL})\\p{L}`
/** Consonants that begin a syllable together: "ship", "pro", "ble". */
const TOGETHER = '(?:[cpst]h|qu|gn|[bcdfgptv][lr])'
/** From a vowel to the next syllable. */
const SYLLABLE_END = new RegExp(`${VOWEL}(?:${CONSONANT})*?(?=(?:${TOGETHER}|${CONSONANT})${VOWEL})`, 'giu')

/** The text with soft hyphens between the syllables of its long words, at least three letters from either end. */
export function hyphenated(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => (word.length > LONG ? broken(word) : word))
}

function broken(word: string): string {
  return word.replace(SYLLABLE_END, (part, at: number) => {
    const end = at + part.length
    return end > 2 && end < word.length - 2 ? part + SOFT : part
  })
}
