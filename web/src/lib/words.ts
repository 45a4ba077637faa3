/** Everything there is to say, in the language of the reader. */

export { lang, loadWords, ready, setLang } from './catalogue.svelte'
export {
  abilities,
  ability,
  abilityHour,
  aToken,
  called,
  callSeat,
  capital,
  character,
  colourName,
  doubloons,
  faces,
  hasKey,
  heap,
  hour,
  hourRules,
  listed,
  option,
  optionInside,
  owned,
  prompt,
  say,
  t,
  term,
  token,
  tokenEffect,
  tokenFace,
  tokenTag,
  tokens,
  type People,
} from './names'
export { cardOrder, hours, mark, rank, rulesOf, sideOf, sideRules } from './rules.svelte'
export { sentence } from './sentence'
