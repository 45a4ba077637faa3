import type { en } from './texts.en'

export const fr: typeof en = {
  title: 'Qui joue sur cet appareil\u00a0?',
  text: 'On se le passe, et tout est couvert entre-temps\u00a0: personne ne voit les cartes des autres.',
  name: 'Nom du joueur {number}',
  more: 'Un de plus',
  less: 'Sans {name}',
  bots: 'Robots en plus',
  none: 'aucun',
  deal: 'Distribuer',
}
