import type { EditionLook } from '../look'
import figures from './figures.json'
import Sea from './Sea.svelte'
import Ship from './Ship.svelte'

const look: EditionLook = {
  Backdrop: Sea,
  Vessel: Ship,
  figures,
  vesselIcon: 'galleon',
  restIcon: 'palm-tree',
  showcase: {
    phase: 'day',
    cards: [
      ['voodoo-witch', 'red'],
      ['granny-wata', 'yellow'],
      ['captain', 'blue'],
    ],
  },
  confirm: { gunner: 'fire', saber: 'strike' },
  sounds: { gunner: 'cannon', saber: 'blades' },
}

export default look
