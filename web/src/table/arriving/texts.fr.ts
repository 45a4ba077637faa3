import type { en } from './texts.en'

export const fr: typeof en = {
  title: 'L’équipage monte à bord',
  bytes: '{loaded} sur {total}\u00a0Mo, une seule fois. Entre-temps, lisez les cartes.',
  all: 'Tout est à bord\u00a0; on bat les cartes.',
  own: 'Voici vos cartes.',
  any: 'Chacune de celles-ci peut vous échoir.',
  shared: 'Chacune de celles-ci peut être donnée.',
  cards: 'Cartes',
  network: 'L’équipage n’est pas monté à bord',
  networkText: 'Le réseau s’est interrompu. Ce qui est arrivé est gardé.',
  broken: 'Le moteur ne démarre pas',
  brokenText: 'Quelque chose y est abîmé. Le charger encore une fois peut aider.',
  oldBrowser: 'Ce navigateur est trop ancien pour jouer ici',
  oldBrowserText: 'Une partie sur l’appareil demande un navigateur de 2023 ou plus récent.',
  again: 'Réessayer',
  server: 'Jouer sur le serveur',
  home: 'Au port',
}
