import type { en } from './texts.en'

export const fr: typeof en = {
  phone: 'Passez le téléphone à {name}',
  device: 'Passez la main à {name}',
  pick: 'Pour choisir un personnage, sans témoin.',
  decide: 'Il y a quelque chose à décider.',
  hold: 'Appuyez, {name}',
  longer: 'Restez appuyé un instant : ainsi, aucun geste fortuit ne montre vos cartes.',
  sure: 'Oui, je suis {name}',
  alone: '{name} est seul à pouvoir regarder ou écouter.',
  people: 'Qui a décidé',
  ready: '{name} a fini',
  next: 'C’est à {name}',
  waits: '{name} attend son tour',
  look: 'Regarder la table',
}
