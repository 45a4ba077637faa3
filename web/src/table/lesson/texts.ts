/** What Coco the parrot says, and the other words of the lessons. Loaded with them. */

import type { Edition } from '../../lib/types'
import { fill } from '../../lib/names'
import { lang, term } from '../../lib/words'

interface Said {
  title: string
  text: string
}

const en = {
  learn: 'Learn by playing',
  intro: 'A few days at a real table, with two bots and Coco the parrot. Any card may be played, and every slip mended.',
  lesson: 'Lesson {number}',
  first: 'The first voyage',
  firstText: 'Pick, day, dusk, night, and what counts in the end.',
  second: 'The finer points',
  secondText: 'Ties, timing, the {graveyard}, and reading the others.',
  begin: 'Begin',
  text: 'Read it instead',
  skip: 'Skip the lesson',
  skipShort: 'Skip',
  on: 'Sail on',
  again: 'Play the day again',
  coco: 'Coco: ',
  done: 'done',
  here: 'you are here',
  ahead: 'to come',
  ropes: 'You know the ropes',
  ropesText: 'Skerry is waiting.',
  next: 'Lesson 2',
  crew: 'Choose your bots',
  repeat: 'Once more',
  stopped: 'We stopped at “{stop}”. On?',
  forget: 'Leave it',
  failed: 'That did not work. Try again in a moment.',
  stops: {
    pick: { name: 'Pick', line: 'one card, face down' },
    day: { name: 'Day', line: 'left to right, they act' },
    dusk: { name: 'Dusk', line: 'right to left, {loot}' },
    night: { name: 'Night', line: 'at work at home' },
    rest: { name: 'The end', line: 'count the doubloons' },
    ties: { name: 'Ties', line: 'same rank: who stands where' },
    timing: { name: 'Timing', line: 'which day for which card' },
    graveyard: { name: 'Gone, or useful?', line: 'the {graveyard}' },
    reading: { name: 'Reading the others', line: 'what will they play?' },
  },
  says: {
    pick: {
      title: 'Send one card to work',
      text: 'Joris and Katell hold these same five. You all show at once. Any card will do!',
    },
    day: { title: 'Low ranks act first', text: 'From left to right, every card with a sun does what it says.' },
    dusk: { title: 'Dusk turns it round', text: 'The highest rank takes {loot} first, then everyone sails home.' },
    night: { title: 'Home is where they earn', text: 'Every night, cards with a moon work in your {crew}. Keep them safe.' },
    free: { title: 'The last day is yours', text: 'High ranks choose {loot} first. Low ranks act first. What would you like?' },
    rest: { title: 'Now it is counted', text: 'Doubloons, {loot}, and what your cards at home are worth. Most doubloons win.' },
    slip: {
      title: 'Oh! It threw itself out',
      text: 'The Brute removes the highest card. Nobody stood above it, so that was the Brute.',
    },
    ties: { title: 'Make a tie', text: 'Joris will play the {high} today. Play yours, too, and see who stands where.' },
    tied: { title: 'Two of the same rank', text: 'Further right acts later and takes {loot} sooner. {rule}' },
    untied: { title: 'No tie this time', text: 'If two play the same card, one stands further right. {rule}' },
    timing: { title: 'Early or late?', text: 'The Barkeep earns every night at home: three nights are left. Today is its day.' },
    timingLate: {
      title: 'Early or late?',
      text: 'Cards with a moon earn every night at home: play them early. Cards that count at the end can wait.',
    },
    graveyardLate: {
      title: 'Gone is not lost',
      text: 'Lost cards lie in the {graveyard}. Your Surgeon has brought one back already: look into your hand.',
    },
    graveyard: {
      title: 'Gone is not lost',
      text: 'Your Merchant lies in the {graveyard}. The Surgeon can bring it back to your hand.',
    },
    reading: {
      title: 'What can they still hold?',
      text: 'Joris has the Brute left: it hits the highest card. See who may hold what (under the scroll): stay below Katell.',
    },
    caught: {
      title: 'Oh! The Brute got you',
      text: 'Yours was the highest card. Katell’s could have been, with a lower one of yours.',
    },
    escaped: { title: 'Well read!', text: 'The Brute hit somebody else, because you stayed below.' },
  } satisfies Record<string, Said>,
  rules: {
    original: 'The number under the rank decides: more influence stands to the right.',
    galecrest: 'Reputation decides: whoever is further right on the track stands to the right.',
  } as Record<string, string>,
}

const fr: typeof en = {
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

export type Stop = keyof typeof en.stops
export type Line = keyof typeof en.says
type Word = { [Key in keyof typeof en]: (typeof en)[Key] extends string ? Key : never }[keyof typeof en]

const words = () => (lang.current === 'fr' ? fr : en)
const terms = (edition: Edition) => ({
  loot: term(edition, 'loot'),
  crew: term(edition, 'crew'),
  graveyard: term(edition, 'graveyard'),
  rule: words().rules[edition] ?? '',
})

export function l(key: Word, params: Record<string, string | number> = {}): string {
  return fill(words()[key], params)
}

export function stopWords(edition: Edition, stop: Stop) {
  const { name, line } = words().stops[stop]
  return { name, line: fill(line, terms(edition)) }
}

export function sayings(edition: Edition, line: Line, params: Record<string, string> = {}): Said {
  const { title, text } = words().says[line]
  return { title, text: fill(text, { ...terms(edition), ...params }) }
}
