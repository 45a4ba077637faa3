import type { en } from './texts.en'

export const fr: typeof en = {
  offered: 'Jouer hors ligne',
  offeredText: 'Gardé sur cet appareil, le jeu s’ouvre et se joue sans réseau.',
  keep: 'Garder hors ligne ({size}\u00a0Mo)',
  failed: 'Le réseau s’est interrompu. Ce qui est arrivé est gardé\u00a0; réessayez.',
  loading: 'On le garde hors ligne',
  loadingText: '{loaded} sur {size}\u00a0Mo',
  kept: 'Gardé hors ligne',
  keptText: 'Le jeu s’ouvre et se joue sans réseau.',
  remove: 'Retirer ({size}\u00a0Mo)',
}
