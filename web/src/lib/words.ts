/** Everything there is to say, in the language of the reader. */

export { lang, loadWords, ready, setLang } from './catalogue.svelte'
export {
  YOU,
  ability,
  aToken,
  called,
  capital,
  character,
  colourName,
  hasKey,
  heap,
  hour,
  hourRules,
  listed,
  namesOf,
  option,
  plain,
  prompt,
  say,
  t,
  term,
  token,
  tokenEffect,
  tokens,
  you,
} from './names'
export { cardOrder, hours, influence, rank, rulesOf } from './rules.svelte'
export { sentence } from './sentence'
