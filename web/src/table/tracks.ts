/** Tracks with a token for each colour, such as the reputation of Galecrest. */

import type { Colour, Edition, PublicView } from '../lib/types'
import { rulesOf } from '../lib/words'

export type Track = (Colour | null)[]

/** The track that decides ties, if the edition has one: its name, and the colours from left to right. */
export function tieTrack(view: PublicView): { name: string; colours: Track } | null {
  const name = Object.entries(rulesOf(view.edition)?.extras ?? {}).find(([, form]) => form.breaks_ties)?.[0]
  return name === undefined ? null : { name, colours: view.extras[name] as Track }
}

/** The spaces of colours that nobody plays. Such tokens are all alike; each is shown in a colour that is spare. */
export function ghosts(edition: Edition, track: Track): { space: number; colour: Colour }[] {
  const spare = (rulesOf(edition)?.colours ?? []).filter((colour) => !track.includes(colour))
  const free = track.flatMap((colour, space) => (colour === null ? [space] : []))
  return free.slice(0, spare.length).map((space, index) => ({ space, colour: spare[index] }))
}
