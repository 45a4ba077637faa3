import { beforeAll, describe, expect, it } from 'vitest'
import { eventsOf, type Mine, type PublicView } from '../lib/types'
import { cardOrder, loadWords, rulesOf } from '../lib/words'
import { apply, applyMine } from './apply'
import { EDITIONS } from '../lib/editions'
import { STORIES, story } from '../lib/fixtures'

beforeAll(() => loadWords(...EDITIONS))

/** A table before anything has happened. */
function blank({ edition, options, rules, seats }: PublicView): PublicView {
  const { tokens } = rulesOf(edition)!
  return {
    edition,
    options,
    rules,
    voyage: 0,
    day: 0,
    hour: null,
    loot: [],
    lineup: [],
    bag: Object.fromEntries(Object.entries(tokens).map(([kind, { count }]) => [kind, count])),
    deck: cardOrder(edition),
    waiting: [],
    winners: [],
    extras: {},
    seats: seats.map(({ seat, colour }) => ({
      seat,
      colour,
      doubloons: 0,
      score: 0,
      voyage_scores: [],
      loot: {},
      crew: [],
      graveyard: [],
      unseen: 0,
      hand_size: 0,
      may_hold: [],
      holds: [],
      picked: false,
    })),
  }
}

describe.each(STORIES)('%s', (name) => {
  it('is the server’s view after every entry', async () => {
    const { news, seat } = await story(name)
    const order = cardOrder(news[0].view.edition)
    let view = blank(news[0].view)
    let mine: Mine = { turn: 0, hand: [], graveyard: [], pick: null, decision: null, take_back: false }
    for (const step of news) {
      for (const event of eventsOf(step.entry)) {
        view = apply(view, event, order)
        mine = applyMine(mine, event, seat, order)
      }
      expect(view, `entry ${step.entry.number}`).toEqual(step.view)
      const { hand, graveyard, pick } = step.mine
      expect(mine, `entry ${step.entry.number}`).toMatchObject({ hand, graveyard, pick })
    }
  })
})
