/** Studies that were shipped with the page, loaded as they are asked for. */

import type { Rules } from '../../lib/rules.svelte'
import type { Colour, Edition } from '../../lib/types'
import { PARTS, type Estimate, type Pair, type SettingFigures, type StudyFigures, type Worth } from './types'

const FILES = import.meta.glob<StudyFigures>('./figures/*.json', { import: 'default' })

/** The study of an edition, on a board where it has some; null if nobody has counted that. */
export async function studyOf(edition: Edition, board: string): Promise<StudyFigures | null> {
  const file = FILES[`./figures/${board ? `${edition}-${board}` : edition}.json`]
  return file ? await file() : null
}

/** The boards that an edition can be played on. */
export function boardsOf(rules: Rules | undefined): string[] {
  return rules?.options.find((option) => option.sides.length)?.sides ?? []
}

export function estimate([mean, error]: Pair): Estimate {
  return mean === null ? { mean: 0, error: Infinity } : { mean, error: error as number }
}

/** The settings that differ only in the number of players, by that number. */
export function tables(study: StudyFigures): SettingFigures[] {
  return study.settings.filter((one) => one.level === study.level && same(one, study)).sort((a, b) => a.players - b.players)
}

/** The settings that differ only in who plays, from the weakest to the strongest. */
export function levels(study: StudyFigures): SettingFigures[] {
  const order = ['random', 'sensible', 'search']
  return study.settings
    .filter((one) => one.players === study.players && same(one, study))
    .sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
}

/** The settings that differ only in the board, that of the study first; none where there is only one. */
export function boards(study: StudyFigures): SettingFigures[] {
  const found = study.settings.filter((one) => one.level === study.level && one.players === study.players)
  return found.length > 1 ? found.sort((a, b) => Number(same(b, study)) - Number(same(a, study))) : []
}

function same(setting: SettingFigures, study: StudyFigures): boolean {
  return JSON.stringify(setting.options) === JSON.stringify(study.options)
}

/** What each character is worth in a setting. */
export function worths(study: StudyFigures, setting: SettingFigures): Worth[] {
  return study.characters.map((slug, index) => {
    const { worth, parts = [], days = [] } = setting.characters[index]
    return {
      slug,
      rank: index + 1,
      ...estimate(worth),
      parts: Object.fromEntries(PARTS.map((part) => [part, parts[study.parts.indexOf(part)] ?? 0])) as Worth['parts'],
      days: days.map(estimate),
    }
  })
}

/** What is shown before anything is known: everything at 0. */
export function unknown(slugs: string[], days: number): Worth[] {
  const nothing = { mean: 0, error: Infinity }
  return slugs.map((slug, index) => ({
    slug,
    rank: index + 1,
    ...nothing,
    parts: { day: 0, night: 0, end: 0, loot: 0, others: 0 },
    days: Array.from({ length: days }, () => nothing),
  }))
}

/** For each two colours, on how many cards the first wins a tie against the second. */
export function ties(rules: Rules, value: string): Record<Colour, Record<Colour, number>> {
  const marks = Object.values(rules.characters).map((one) => one.marks?.[value])
  const against = (row: Colour, column: Colour) => marks.filter((one) => one && one[row] > one[column]).length
  return Object.fromEntries(
    rules.colours.map((row) => [row, Object.fromEntries(rules.colours.map((column) => [column, against(row, column)]))]),
  ) as Record<Colour, Record<Colour, number>>
}

/** All figures of a study as a table with commas. */
export function csv(study: StudyFigures): string {
  const options = [...new Set(study.settings.flatMap((one) => Object.keys(one.options)))]
  const lines = [
    [
      'players',
      'level',
      ...options,
      'deals',
      'what',
      'name',
      'day',
      'mean',
      'error',
      ...study.parts.map((part) => `from_${part}`),
    ].join(','),
  ]
  for (const setting of study.settings) {
    const where = [setting.players, setting.level, ...options.map((name) => setting.options[name] ?? ''), setting.deals]
    const add = (what: string, name: string, day: number | '', pair: Pair, parts: number[] = []) =>
      lines.push(
        [...where, what, name, day, pair[0] ?? '', pair[1] ?? '', ...study.parts.map((_, at) => parts[at] ?? '')].join(','),
      )
    setting.characters.forEach(({ worth, parts, days = [] }, index) => {
      add('character', study.characters[index], '', worth, parts)
      days.forEach((pair, day) => add('character', study.characters[index], day + 1, pair))
    })
    setting.tokens.forEach((pair, index) => add('token', study.tokens[index], '', pair))
    for (const [value, by] of Object.entries(setting.wins ?? {}))
      for (const [colour, pair] of Object.entries(by)) add(`percent of wins (${value})`, colour, '', pair)
    setting.places?.forEach((pair, index) => add('percent of wins (place)', String(index + 1), '', pair))
  }
  return lines.join('\n') + '\n'
}
