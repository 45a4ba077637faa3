import type { PublicView } from '../lib/types'
import { t } from '../lib/words'
import type { Director } from './director.svelte'
import { cardInLineup } from './lineup'

export interface Activity {
  kind: 'act' | 'wait' | 'ready' | 'done' | 'none'
  icon: string
  text: string
}

const NOTHING: Activity = { kind: 'none', icon: '', text: '' }

/** What a player is doing, in two words and a sign. */
export function activityOf(view: PublicView, director: Director, seat: number, me: number | null): Activity {
  const must = director.settled ? view.waiting.find(([who]) => who === seat) : undefined
  if (must && seat === me) return { kind: 'act', icon: 'eye-target', text: t('table.state.act') }
  if (must)
    return { kind: 'wait', icon: 'hourglass', text: must[1] === 'pick' ? t('table.state.picks') : t('table.state.decides') }
  if (view.hour === 'sunrise')
    return view.seats[seat].picked ? { kind: 'ready', icon: 'card-play', text: t('table.state.picked') } : NOTHING
  const standing = cardInLineup(view, seat)
  if (view.hour === 'day' && standing) {
    if (director.now?.seat === seat && director.now.slug === standing)
      return { kind: 'wait', icon: 'ship-wheel', text: t('table.state.works') }
    if (director.acted.has(`${seat}:${standing}`)) return { kind: 'done', icon: 'check-mark', text: t('table.state.done') }
  }
  if (view.hour === 'dusk' && !standing && director.lineup.some(([who]) => who === seat)) {
    return { kind: 'done', icon: 'check-mark', text: t('table.state.home') }
  }
  return NOTHING
}
