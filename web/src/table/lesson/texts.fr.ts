import type { en } from './texts.en'

export const fr: typeof en = {
  learn: 'Apprendre en jouant',
  intro:
    'Quelques jours à une vraie table, avec deux robots et Coco le perroquet. Toute carte est permise, toute erreur se répare.',
  lesson: 'Leçon {number}',
  first: 'Le premier voyage',
  firstText: 'Choix, jour, crépuscule, nuit, et ce qui compte à la fin.',
  second: 'Les finesses',
  secondText: 'Égalités, bon moment, {graveyard}, et lire dans le jeu des autres.',
  begin: 'Commencer',
  text: 'Plutôt lire',
  skip: 'Quitter la leçon',
  skipShort: 'Quitter',
  on: 'Continuer',
  again: 'Rejouer la journée',
  coco: 'Coco : ',
  done: 'fait',
  here: 'vous êtes ici',
  ahead: 'à venir',
  ropes: 'Vous connaissez les ficelles',
  ropesText: 'Skerry vous attend.',
  next: 'Leçon 2',
  crew: 'Choisir vos robots',
  repeat: 'Encore une fois',
  stopped: 'Nous en étions à « {stop} ». On continue ?',
  forget: 'Laisser',
  failed: 'Cela n’a pas marché. Réessayez dans un instant.',
  stops: {
    pick: { name: 'Choix', line: 'une carte, face cachée' },
    day: { name: 'Jour', line: 'de gauche à droite, elles agissent' },
    dusk: { name: 'Crépuscule', line: 'de droite à gauche, {loot}' },
    night: { name: 'Nuit', line: 'au travail chez vous' },
    rest: { name: 'La fin', line: 'compter les doublons' },
    ties: { name: 'Égalités', line: 'même rang : qui est où' },
    timing: { name: 'Le bon moment', line: 'quel jour pour quelle carte' },
    graveyard: { name: 'Perdue, ou utile ?', line: 'le {graveyard}' },
    reading: { name: 'Lire les autres', line: 'que vont-ils jouer ?' },
  },
  says: {
    pick: {
      title: 'Envoyez une carte',
      text: 'Joris et Katell ont ces cinq mêmes cartes. Tous les montrent ensemble. N’importe laquelle !',
    },
    day: { title: 'Les petits rangs d’abord', text: 'De gauche à droite, chaque carte avec un soleil fait ce qui est écrit.' },
    dusk: { title: 'Le crépuscule inverse tout', text: 'Le plus haut rang prend son {loot} d’abord, puis chacun rentre.' },
    night: { title: 'Chez vous, on gagne', text: 'Chaque nuit, les cartes avec une lune travaillent dans votre {crew}.' },
    free: {
      title: 'Le dernier jour est à vous',
      text: 'Les hauts rangs prennent d’abord leur {loot}. Les petits agissent d’abord. À vous !',
    },
    rest: {
      title: 'Maintenant, on compte',
      text: 'Doublons, {loot}, et vos cartes restées chez vous. Le plus de doublons gagne.',
    },
    slip: {
      title: 'Oh ! Elle s’est éjectée',
      text: 'La Brute retire la plus haute carte. Personne au-dessus d’elle : c’était donc la Brute.',
    },
    ties: {
      title: 'Faites une égalité',
      text: 'Joris jouera cette carte aujourd’hui : {high}. Jouez la vôtre aussi, et voyez qui est où.',
    },
    tied: { title: 'Deux fois le même rang', text: 'Plus à droite, on agit plus tard et prend son {loot} plus tôt. {rule}' },
    untied: { title: 'Pas d’égalité cette fois', text: 'Si deux jouent la même carte, l’une est plus à droite. {rule}' },
    timing: { title: 'Tôt ou tard ?', text: 'Le Tavernier gagne chaque nuit chez vous : il reste trois nuits. C’est son jour.' },
    timingLate: {
      title: 'Tôt ou tard ?',
      text: 'Les cartes avec une lune gagnent chaque nuit : jouez-les tôt. Celles qui comptent à la fin peuvent attendre.',
    },
    graveyardLate: {
      title: 'Partie n’est pas perdue',
      text: 'Au {graveyard} vont les cartes perdues. Votre Chirurgien a fait son travail : voyez ce qu’il a rapporté.',
    },
    graveyard: {
      title: 'Partie n’est pas perdue',
      text: 'Votre Marchand est au {graveyard}. Le Chirurgien peut le ramener dans votre main.',
    },
    reading: {
      title: 'Que peuvent-ils encore avoir ?',
      text: 'Joris a encore la Brute, qui frappe la plus haute carte. Voyez qui a quoi (sous le parchemin), restez sous Katell.',
    },
    caught: {
      title: 'Oh ! La Brute vous a eu',
      text: 'Votre carte était la plus haute. Avec une plus petite, c’était celle de Katell.',
    },
    escaped: { title: 'Bien lu !', text: 'La Brute a frappé quelqu’un d’autre, car vous êtes resté dessous.' },
  },
  rules: {
    original: 'Le nombre sous le rang décide : la plus grande influence est à droite.',
    galecrest: 'La réputation décide : qui est plus à droite sur la piste est à droite.',
  },
}
