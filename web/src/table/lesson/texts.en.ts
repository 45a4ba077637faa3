/** What Coco the parrot says, and the other words of the lessons. Loaded with them. */

interface Said {
  title: string
  text: string
}

export const en = {
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
