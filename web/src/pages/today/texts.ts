/** The words of the voyage of the day, loaded with it. */

import { fill } from '../../lib/names'
import { lang } from '../../lib/words'

const en = {
  title: 'Today’s voyage',
  number: 'no. {number}',
  same: 'The same for everyone',
  sameText: 'This crew, this {loot}, these {bots} bots. One voyage, one try that counts.',
  against: 'Against',
  crew: 'The crew of the day',
  long: '{days} days, ten minutes.',
  noHints: 'No hints today.',
  sailedSince: ['One has sailed since midnight.', '{count} have sailed since midnight.'],
  first: 'You would be the first today.',
  setSail: 'Set sail',
  goOn: 'Go on, day {day}',
  name: 'Your name on the board',
  booty: '{days} days, this {loot}',
  day: 'Day {day}',
  back: 'a card, face down',
  failed: 'The voyage of the day can’t be asked for just now.',
  again: 'Try again',
  // my streak
  running: ['1 day running', '{count} days running'],
  begin: 'Your log begins',
  sailToday: 'Sail today and make it {count}.',
  sailFirst: 'Sail today, and it says 1.',
  longest: 'Your longest: {count}.',
  won: 'won',
  sailed: 'sailed',
  missed: 'missed',
  today: 'today',
  dayWon: '{date}, won.',
  daySailed: '{date}, sailed.',
  dayMissed: '{date}, missed.',
  dayToday: '{date}, today.',
  earlier: 'The month before',
  later: 'The month after',
  // the boards
  best: 'Best today',
  you: 'You',
  somebody: 'somebody',
  yesterday: 'Yesterday',
  yesterdayBest: 'Look at the best games, and at what they were worth.',
  nobodyThen: 'Nobody sailed yesterday.',
  own: 'Yours',
  look: 'Review',
  lookAt: 'Review the game of {name}, {score}',
  lookOwn: 'Review your own game of yesterday, {score}',
  proof: 'Is the deal fair?',
  proofText:
    'Today’s deal was fixed yesterday, and tomorrow’s is fixed by now. These are their seals. ' +
    'The seed to each is told when its day is over.',
  sealToday: 'Today',
  sealTomorrow: 'Tomorrow',
  sealYesterday: 'Yesterday, with its seed',
  // after it
  done: 'Today’s voyage is done',
  fun: 'Just for fun',
  late: 'Counted for {date}',
  doubloons: ['{count} doubloon', '{count} doubloons'],
  places: ['First of {players}', 'Second of {players}', 'Third of {players}', 'Last of {players}'],
  numbers: ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
  better: '{place}, and better than {share} in 100 pirates.',
  alone: '{place}. You are the first to be back today.',
  low: '{place}. There is another voyage tomorrow.',
  funText: '{place}. It doesn’t count: your {score} of today stays.',
  lateText: '{place}. It counts for the day on which it began.',
  line: 'Your line, without a secret in it',
  copy: 'Copy',
  share: 'Share',
  copied: 'Copied',
  copyFailed: 'It can’t be copied here. Select the line and copy it.',
  scores: ['The one score so far', 'All {count} scores'],
  half: 'half of them up to {score}',
  youAt: 'you, {score}',
  said: [
    'One score today: {score}.',
    'Scores of {count} today: most between {low} and {high}. Yours, {score}, is better than {share} in 100.',
  ],
  review: 'Review my game',
  playAgain: 'Again, just for fun',
  toToday: 'To today’s voyage',
  next: 'Next voyage in {time}',
  hours: '{hours} h {minutes} min',
  minutes: '{minutes} min',
}

const fr: typeof en = {
  title: 'Le voyage du jour',
  number: 'nº {number}',
  same: 'Le même pour tous',
  sameText: 'Cet équipage, ce {loot}, ces {bots} robots. Une traversée, un seul essai qui compte.',
  against: 'Contre',
  crew: 'L’équipage du jour',
  long: '{days} jours, dix minutes.',
  noHints: 'Pas de conseils aujourd’hui.',
  sailedSince: ['Une personne est rentrée depuis minuit.', '{count} personnes sont rentrées depuis minuit.'],
  first: 'Vous ouvririez la route aujourd’hui.',
  setSail: 'Larguer les amarres',
  goOn: 'Continuer, jour {day}',
  name: 'Votre nom au tableau',
  booty: '{days} jours, ce {loot}',
  day: 'Jour {day}',
  back: 'une carte, face cachée',
  failed: 'Impossible de demander le voyage du jour en ce moment.',
  again: 'Réessayer',
  running: ['1 jour de suite', '{count} jours de suite'],
  begin: 'Votre journal commence',
  sailToday: 'Naviguez aujourd’hui et il y en aura {count}.',
  sailFirst: 'Naviguez aujourd’hui, et il y en aura 1.',
  longest: 'Votre plus longue série : {count}.',
  won: 'gagné',
  sailed: 'navigué',
  missed: 'manqué',
  today: 'aujourd’hui',
  dayWon: '{date}, gagné.',
  daySailed: '{date}, navigué.',
  dayMissed: '{date}, manqué.',
  dayToday: '{date}, aujourd’hui.',
  earlier: 'Le mois précédent',
  later: 'Le mois suivant',
  best: 'Les meilleurs du jour',
  you: 'Vous',
  somebody: 'quelqu’un',
  yesterday: 'Hier',
  yesterdayBest: 'Revoyez les meilleures parties, et ce que valait chaque choix.',
  nobodyThen: 'Personne n’a navigué hier.',
  own: 'La vôtre',
  look: 'Analyse',
  lookAt: 'Analyser la partie de {name}, {score}',
  lookOwn: 'Analyser votre partie d’hier, {score}',
  proof: 'La donne est-elle honnête ?',
  proofText:
    'La donne d’aujourd’hui a été fixée hier, et celle de demain l’est déjà. Voici leurs sceaux. ' +
    'La graine de chacun est donnée quand son jour est passé.',
  sealToday: 'Aujourd’hui',
  sealTomorrow: 'Demain',
  sealYesterday: 'Hier, avec sa graine',
  done: 'Le voyage du jour est terminé',
  fun: 'Pour le plaisir',
  late: 'Compté pour le {date}',
  doubloons: ['{count} doublon', '{count} doublons'],
  places: ['1re place sur {players}', '2e place sur {players}', '3e place sur {players}', 'Dernière place sur {players}'],
  numbers: ['un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf'],
  better: '{place}, et mieux que {share} pirates sur 100.',
  alone: '{place}. Personne d’autre n’est encore rentré aujourd’hui.',
  low: '{place}. Un autre voyage part demain.',
  funText: '{place}. Cela ne compte pas : vos {score} d’aujourd’hui restent.',
  lateText: '{place}. Cela compte pour le jour du départ.',
  line: 'Votre ligne, sans aucun secret',
  copy: 'Copier',
  share: 'Partager',
  copied: 'Copié',
  copyFailed: 'Impossible de copier ici. Sélectionnez la ligne et copiez-la.',
  scores: ['Le seul score jusqu’ici', 'Les {count} scores'],
  half: 'la moitié jusqu’à {score}',
  youAt: 'vous, {score}',
  said: [
    'Un score aujourd’hui : {score}.',
    '{count} scores aujourd’hui : la plupart entre {low} et {high}. Le vôtre, {score}, est meilleur que {share} sur 100.',
  ],
  review: 'Analyser ma partie',
  playAgain: 'Encore, pour le plaisir',
  toToday: 'Au voyage du jour',
  next: 'Prochain voyage dans {time}',
  hours: '{hours} h {minutes} min',
  minutes: '{minutes} min',
}

type Params = Record<string, string | number>

/** A text of the voyage of the day. A `count` chooses between one and many. */
export function d(key: Exclude<keyof typeof en, 'places' | 'numbers'>, params: Params = {}): string {
  return fill(texts()[key], params)
}

function texts(): typeof en {
  return lang.current === 'fr' ? fr : en
}

/** A small number as a word. */
export function word(number: number): string {
  return texts().numbers[number - 1] ?? String(number)
}

/** What a place at the table is called. */
export function placeName(place: number, players: number): string {
  const { places } = texts()
  return fill(places[place === players ? places.length - 1 : place - 1], { players: word(players) })
}

/** A date as people say it; a day begins and ends by universal time. */
export function dateText(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(lang.current === 'fr' ? 'fr' : 'en-GB', { ...options, timeZone: 'UTC' }).format(new Date(day))
}
