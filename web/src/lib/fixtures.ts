/** Games from the real engine, for tests and for the gallery. `fixtures/games.py` writes them. */

import type { Entry, Mine, PublicView, SeatView, TableInfo } from './types'

export interface Story {
  table: TableInfo
  seat: number
  news: { entry: Entry; view: PublicView; mine: Mine }[]
}

interface Stored {
  table: TableInfo
  seat: number
  news: { entry: Entry; view: Partial<PublicView>; mine: Partial<Mine> }[]
}

const FILES = import.meta.glob<Stored>('../../fixtures/games/*.json', { import: 'default' })

export const STORIES = Object.keys(FILES).map((path) => path.replace(/^.*\/|\.json$/g, ''))
if (!STORIES.length) throw new Error('There are no games to test with: run `python web/fixtures/games.py`.')

/** A game with a whole view at each step; the files hold only what changed. */
export async function story(name: string): Promise<Story> {
  const stored = await FILES[`../../fixtures/games/${name}.json`]()
  let view = { seats: [] as SeatView[] } as unknown as PublicView
  let mine = {} as Mine
  const news = stored.news.map((step) => {
    const seats = step.view.seats
    const merged = seats ? seats.map((seat, index) => ({ ...view.seats[index], ...seat })) : view.seats
    view = { ...view, ...step.view, seats: merged }
    mine = { ...mine, ...step.mine }
    return { entry: step.entry, view, mine }
  })
  return { table: stored.table, seat: stored.seat, news }
}
