import type { EditionLook } from '../look'
import Clouds from './Clouds.svelte'
import figures from './figures.json'
import Island from './Island.svelte'

const look: EditionLook = {
  Backdrop: Clouds,
  Vessel: Island,
  figures,
  vesselIcon: 'zeppelin',
  restIcon: 'anchor',
  showcase: {
    phase: 'dusk',
    cards: [
      ['explorer', 'blue'],
      ['wind-nymph', 'green'],
      ['barkeep', 'red'],
    ],
  },
  confirm: { gunner: 'fire', saber: 'strike', brawler: 'strike', thief: 'steal', amulet: 'steal' },
  sounds: { gunner: 'cannon', saber: 'blades' },
}

export default look
