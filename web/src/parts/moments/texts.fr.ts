import type { en } from './texts.en'

export const fr: typeof en = {
  memory: 'Rien n’est gardé ici',
  memoryText: 'Ce navigateur n’enregistre rien, comme en navigation privée. Jouez\u00a0; la partie disparaît avec l’onglet.',
  full: 'L’appareil est plein',
  fullText: 'La partie continue, mais plus rien n’en est gardé. Faites de la place, puis rouvrez-la.',
  update: 'Une nouvelle version est là',
  updateText: 'Elle vient d’elle-même quand aucune partie n’est ouverte. Prise maintenant, la partie reprend où elle est.',
  take: 'La prendre',
  plain: 'Les robots pensent moins fort ici',
  plainText: 'Ce navigateur joue sans le moteur compilé\u00a0: les robots forts prennent deux secondes et jouent moins bien.',
  understood: 'Compris',
}
