/** For those who work on the table: `gallery.html?story=<game>&move=57` shows a game of the fixtures at a move, without a server.
 * `theme`, `lang` and `watch` may be given too; `to` plays on to a later move. It is not part of the page that is shipped. */

import { mount } from 'svelte'
import type { TableStore } from '../lib/tableStore.svelte'
import { settings } from '../lib/settings.svelte'
import type { Clock, Entry, Mine, PublicView } from '../lib/types'
import { loadWords } from '../lib/words'
import '../styles/index.css'
import '../editions/styles'
import { FakeGame } from './gallery.svelte'
import { STORIES, story } from '../lib/fixtures'
import LiveTable from './LiveTable.svelte'

const asked = new URLSearchParams(location.search)
const name = asked.get('story') ?? STORIES[0]
if (asked.get('lang') === 'fr' || asked.get('lang') === 'en') settings.set('lang', asked.get('lang') as 'en' | 'fr')
if (asked.has('speed')) settings.set('speed', Number(asked.get('speed')) as 0 | 1 | 2)
document.documentElement.dataset.theme = asked.get('theme') ?? 'light'

const told = await story(name)
await loadWords(told.table.edition)

/** The first move from a number on at which my seat must decide what is asked for. */
function found(from: number, kind: string | null): number {
  const at = told.news.findIndex(({ mine }, index) => index + 1 >= from && (!kind || mine.decision?.kind === kind))
  return at < 0 ? from : at + 1
}

const move = found(Number(asked.get('move') ?? 1), asked.get('kind'))
const steps = told.news.slice(0, move)
const { view, mine } = steps.at(-1)!
const clock: Clock = {
  now: Date.now(),
  deadlines: Object.fromEntries(view.waiting.map(([seat]) => [seat, Date.now() + 42_000])),
  left: {},
}
const seat = asked.has('watch') ? null : told.seat
const game = new FakeGame(
  told.table,
  seat,
  view as PublicView,
  (seat === null ? null : mine) as Mine | null,
  steps.map(({ entry }) => entry as Entry),
  clock,
)

mount(LiveTable, { target: document.getElementById('app')!, props: { game: game as unknown as TableStore } })

const to = Number(asked.get('to') ?? move)
for (const step of told.news.slice(move, to)) game.hear(step.entry, step.view, seat === null ? null : step.mine)
Object.assign(window, { game, told })
