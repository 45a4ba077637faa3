import { beforeAll, describe, expect, it } from 'vitest'
import { eventsOf, type Mine, type PublicView } from '../lib/types'
import { loadWords } from '../lib/words'
import { apply, applyMine } from './apply'
import { STORIES, story } from './fixtures'

beforeAll(() => loadWords('original', 'galecrest'))

/** All that events tell; who must decide what, and what one may guess of others' hands, only the server knows. */
function told(view: PublicView) {
  const { voyage, day, hour, loot, lineup, bag, deck, winners, seats } = view
  const persons = seats.map(({ doubloons, score, voyage_scores, loot, crew, standing, hand_size, picked }) => {
    return { doubloons, score, voyage_scores, loot, crew, standing, hand_size, picked }
  })
  // In a solo game the Pilferer draws from the deck, and nobody is told what.
  const known = view.extras.solo ? [] : deck
  return { voyage, day, hour, loot, lineup, bag, deck: known, winners, reputation: view.extras.reputation, seats: persons }
}

describe.each(STORIES)('%s', (name) => {
  it('arrives at the server’s view after every move', async () => {
    const { news, seat } = await story(name)
    let { view, mine } = news[0]
    for (const step of news.slice(1)) {
      let shown: PublicView = view
      let own: Mine = mine
      for (const event of eventsOf(step.entry)) {
        shown = apply(shown, event)
        own = applyMine(own, event, view.edition, seat)
      }
      expect(told(shown), `move ${step.entry.number}`).toEqual(told(step.view))
      expect({ hand: own.hand, pick: own.pick, graveyard: own.graveyard }, `move ${step.entry.number}`).toEqual({
        hand: step.mine.hand,
        pick: step.mine.pick,
        graveyard: step.mine.graveyard,
      })
      ;({ view, mine } = step)
    }
  })
})
