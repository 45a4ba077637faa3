import type { EditionLook } from '../look'
import PlainSky from './PlainSky.svelte'

const look: EditionLook = {
  Backdrop: PlainSky,
  Vessel: null,
  figures: { characters: {}, tokens: {} },
  vesselIcon: 'compass',
  restIcon: 'anchor',
  showcase: { phase: 'day', cards: [] },
  confirm: {},
  sounds: {},
}

export default look
