/** The words of the page "Study", loaded with it. */

export const en = {
  study: 'Study',
  title: 'What is a character worth?',
  over: 'Study · {players} players · {deals} deals',
  lead:
    'Everyone is dealt the same cards, so no card is unfair. Some still leave you richer than others. Here is by ' +
    'how much, in doubloons a {voyage}.',
  worth: 'Worth',
  average: 'average',
  averageCard: 'average card',
  poorer: '← leaves you poorer',
  richer: 'leaves you richer →',
  axis: 'doubloons a {voyage}, against an average card',
  crewSaid:
    'All characters along one line. {best} is worth most, {worst} least. Arrow keys move from card to card; the ' +
    'table below has the same figures.',
  cardSaid: '{name}, {term} {rank}: worth {worth}',
  finding: '{best} is worth the most, {worst} the least',
  tooFew: 'Too few games to rank them',
  tooFewText: 'The lines are still long. More deals make them shorter: the command is at the end of this page.',
  rankedText:
    'The dot says how much farther ahead of the others a {voyage} ends with this card than with the one that ' +
    'would have been played in its place. The line holds the truth 19 times in 20; hollow dots can’t be told from ' +
    'the average. The bars say where it comes from, before the average card is taken off.',
  sort: 'Sort by',
  show: 'Show',
  rank: 'Rank',
  own: 'Own doubloons',
  day: 'by day',
  night: 'by night',
  end: 'at the end',
  others: 'what the others lose',
  character: 'Character',
  error: 'give or take {error}',
  unsure: 'not told from the average',
  notKnown: 'not known',
  crowd: 'A crowd lifts {up} and tames {down}',
  crowdUp: 'A crowd lifts {up}',
  crowdDown: 'A crowd tames {down}',
  crowdEven: 'A crowd changes little',
  crowdText:
    'Worth at tables of {first} to {last}, sorted from what gains most in a crowd to what loses most. The dotted ' +
    'line is an average card, the shade is the doubt. Solid and blue rises, dashed and orange falls, grey stays.',
  atTables: '{players} players: {worth}',
  skill: '{up} needs skill, {down} forgives',
  skillEven: 'Skill moves no card for sure',
  skillUp: '{up} needs skill',
  skillDown: '{down} forgives',
  skillText:
    'The same deals at a table of {players}, played in three ways. Sorted by what skill adds: who chooses the day ' +
    'of a card well lifts those that need the right one.',
  random: 'any card, any answer',
  sensible: 'any card, sensible answers',
  search: 'cards that a search found good for the day',
  days: 'Open with {first}, close with {last}',
  daysPlain: 'Every card has its day',
  daysText:
    'The same card on another day: how much more or less it is worth than on its average day. Sorted from early ' +
    'to late; the frame marks the best day.',
  dayNumber: 'Day {day}',
  daysSaid: 'How much more each character is worth on each day than on its average day',
  lessGood: 'poorer',
  moreGood: 'richer',
  tokens: 'Take the {best}, leave the {worst}',
  tokensText: 'What it is worth to take a token rather than nothing, all that follows from it included.',
  token: 'Token',
  ties: '{best} wins {high} in a hundred, {worst} {low}',
  tiesEven: 'No colour is lucky that we could tell',
  tiesText: 'Equal ranks are split by {mark}, which goes by colour. With “{fair}” every two colours split ties half and half.',
  beats: 'row beats column, on how many of {cards} cards',
  wins: 'Does it win?',
  winsText: 'of a hundred {voyages}, for each colour; in the middle an equal share',
  colour: 'Colour',
  place: 'Place',
  placeNumber: '{place} of {players}',
  placeLow: 'lowest',
  placeHigh: 'highest',
  placesLow: 'Start low: those behind in {reputation} win more',
  placesHigh: 'Start high: those ahead in {reputation} win more',
  placesEven: 'Where one starts in {reputation} decides nothing that we could tell',
  placesText:
    'Equal ranks are split by {reputation}. Who stands low at the start loses ties, and has more doubloons. How ' +
    'many of a hundred {voyages} each place wins; the line in the middle is an equal share.',
  how: 'How we know',
  whoTitle: 'Who plays.',
  who:
    'Everyone has the same cards, three more than there are days, and a plan for them. A search makes the plans: ' +
    'it has found out which card is good on which day. Questions get sensible answers.',
  countedTitle: 'What is counted.',
  counted:
    'A {voyage} is sailed twice with the same chance ahead: as planned, and with the card in place of the one ' +
    'planned for a day. How much farther ahead of the others it ends is what the card is worth. {deals} deals at ' +
    'a table of {players}; {others} for each other size, level and board.',
  cantTitle: 'What it can’t say.',
  cant:
    'It is the last {voyage} of a game, so cards kept for the next one count for nothing. A worth is an average ' +
    'over deals, no advice for yours. Better players may move a card by half a doubloon.',
  csv: 'The figures (CSV)',
  run: 'Run it yourself',
  command: 'The command that makes these figures',
  nobody: 'Nobody has counted that yet',
  nobodyText: 'Here is how to do it:',
  oldRules: 'Counted under version {old} of the rules; today’s is {now}.',
  loading: 'The figures are on their way.',
  failed: 'The figures can’t be fetched just now.',
  again: 'Try again',
  letGo: 'Let go',
  toRules: 'In the rules',
}
