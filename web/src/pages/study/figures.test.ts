import { expect, it } from 'vitest'
import { EDITIONS } from '../../lib/editions'
import type { Rules } from '../../lib/rules.svelte'
import { boards, boardsOf, csv, levels, studyOf, tables, ties, worths } from './figures'
import type { StudyFigures } from './types'

const RULES = import.meta.glob<Rules>('../../data/rules/*.json', { import: 'default', eager: true })
const rulesOf = (edition: string) => RULES[`../../data/rules/${edition}.json`]

const choices = EDITIONS.flatMap((edition) => {
  const sides = boardsOf(rulesOf(edition))
  return (sides.length ? sides : ['']).map((board) => ({ edition, board }))
})

it.each(choices)('$edition $board is shipped whole', async ({ edition, board }) => {
  const study = (await studyOf(edition, board)) as StudyFigures
  const rules = rulesOf(edition)
  expect(study.edition).toBe(edition)
  expect(study.rules).toBeLessThanOrEqual(rules.version) // the page says where it is older
  expect(study.characters).toEqual(Object.keys(rules.characters))
  expect(study.tokens).toEqual(Object.keys(rules.tokens))
  expect(tables(study).map(({ players }) => players)).toEqual([2, 3, 4, 5, 6])
  expect(levels(study).map(({ level }) => level)).toEqual(['random', 'sensible', 'search'])
  expect(boards(study).map(({ options }) => options.board)).toEqual(
    board ? [board, ...boardsOf(rules).filter((other) => other !== board)] : [],
  )
  for (const setting of tables(study)) {
    const found = worths(study, setting)
    expect(Math.abs(found.reduce((sum, { mean }) => sum + mean, 0))).toBeLessThan(0.5) // the average card is 0
    expect(found.every(({ days, error }) => days.length === Math.max(...rules.days) && Number.isFinite(error))).toBe(true)
    const even = 100 / setting.players
    const shares = [...Object.values(setting.wins ?? {}).flatMap((by) => Object.values(by)), ...(setting.places ?? [])]
    expect(shares.length).toBeGreaterThan(0)
    expect(shares.every(([mean]) => Math.abs((mean as number) - even) < even)).toBe(true)
  }
})

it.each(choices)('$edition $board tells the top five from the bottom five at a table of four', async ({ edition, board }) => {
  const study = (await studyOf(edition, board)) as StudyFigures
  const four = tables(study).find(({ players }) => players === 4)
  const order = worths(study, four as StudyFigures['settings'][0]).sort((a, b) => b.mean - a.mean)
  const lowest = Math.min(...order.slice(0, 5).map(({ mean, error }) => mean - error))
  const highest = Math.max(...order.slice(-5).map(({ mean, error }) => mean + error))
  expect(lowest).toBeGreaterThan(0)
  expect(highest).toBeLessThan(0)
})

it('ties are counted on the cards', () => {
  const rules = rulesOf('original')
  const printed = ties(rules, 'printed')
  expect(printed.red.yellow).toBe(25)
  expect(printed.yellow.red).toBe(5)
  const fair = ties(rules, 'fair')
  expect(rules.colours.every((row) => rules.colours.every((column) => row === column || fair[row][column] === 15))).toBe(true)
})

it('the table with commas has every figure', async () => {
  const study = (await studyOf('original', '')) as StudyFigures
  const [head, ...lines] = csv(study).trimEnd().split('\n')
  expect(head).toBe('players,level,deals,what,name,day,mean,error,from_day,from_night,from_end,from_loot,from_others')
  expect(new Set(lines.map((line) => line.split(',').length))).toEqual(new Set([head.split(',').length]))
  const [mean, error] = study.settings[0].characters[0].worth
  expect(lines[0].startsWith(`4,search,${study.settings[0].deals},character,parrot,,${mean},${error},`)).toBe(true)
})
