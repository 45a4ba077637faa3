/** The words of the page "Study", loaded with it. */

import { lang } from '../../lib/words'

const en = {
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
  cardSaid: '{name}, rank {rank}: worth {worth}',
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

const fr: typeof en = {
  study: 'Étude',
  title: 'Que vaut un personnage ?',
  over: 'Étude · {players} joueurs · {deals} donnes',
  lead:
    'Tout le monde reçoit les mêmes cartes : aucune n’est injuste. Certaines rapportent pourtant plus que ' +
    'd’autres. Voici combien, en doublons par {voyage}.',
  worth: 'Valeur',
  average: 'moyenne',
  averageCard: 'carte moyenne',
  poorer: '← appauvrit',
  richer: 'enrichit →',
  axis: 'doublons par {voyage}, par rapport à une carte moyenne',
  crewSaid:
    'Tous les personnages sur une ligne. Le plus précieux : {best} ; le moins : {worst}. Les flèches vont de ' +
    'carte en carte ; le tableau plus bas donne les mêmes chiffres.',
  cardSaid: '{name}, rang {rank} : valeur {worth}',
  finding: 'En tête : {best} ; en queue : {worst}',
  tooFew: 'Trop peu de parties pour les classer',
  tooFewText: 'Les traits sont encore longs. Plus de donnes les raccourcissent : la commande est au bas de cette page.',
  rankedText:
    'Le point dit de combien on finit plus loin devant les autres avec cette carte qu’avec celle qu’on aurait ' +
    'jouée à sa place. Le trait contient la vérité 19 fois sur 20 ; un point creux ne se distingue pas de la ' +
    'moyenne. Les barres disent d’où cela vient, avant de retrancher la carte moyenne.',
  sort: 'Trier par',
  show: 'Montrer',
  rank: 'Rang',
  own: 'Ses doublons',
  day: 'le jour',
  night: 'la nuit',
  end: 'à la fin',
  others: 'ce que perdent les autres',
  character: 'Personnage',
  error: 'à {error} près',
  unsure: 'ne se distingue pas de la moyenne',
  notKnown: 'inconnu',
  crowd: 'La foule profite à : {up} ; elle nuit à : {down}',
  crowdUp: 'La foule profite à : {up}',
  crowdDown: 'La foule nuit à : {down}',
  crowdEven: 'La foule change peu de choses',
  crowdText:
    'La valeur aux tables de {first} à {last}, de ce qui gagne le plus à la foule à ce qui y perd le plus. Le ' +
    'pointillé est une carte moyenne, l’ombre est le doute. Plein et bleu : monte ; tireté et orange : baisse ; ' +
    'gris : ne bouge pas.',
  atTables: '{players} joueurs : {worth}',
  skill: 'Demande du métier : {up} ; pardonne : {down}',
  skillEven: 'Le métier ne déplace aucune carte à coup sûr',
  skillUp: 'Demande du métier : {up}',
  skillDown: 'Pardonne : {down}',
  skillText:
    'Les mêmes donnes à une table de {players}, jouées de trois façons. Trié par ce qu’ajoute le métier : bien ' +
    'choisir le jour d’une carte profite à celles qui en ont besoin.',
  random: 'n’importe quelle carte, n’importe quelle réponse',
  sensible: 'n’importe quelle carte, réponses sensées',
  search: 'cartes qu’une recherche juge bonnes ce jour-là',
  days: 'Pour ouvrir : {first} ; pour finir : {last}',
  daysPlain: 'À chaque carte son jour',
  daysText:
    'La même carte un autre jour : de combien elle vaut plus ou moins que son jour moyen. De tôt à tard ; le ' +
    'cadre marque le meilleur jour.',
  dayNumber: 'Jour {day}',
  daysSaid: 'De combien chaque personnage vaut plus chaque jour que son jour moyen',
  lessGood: 'appauvrit',
  moreGood: 'enrichit',
  tokens: 'Rapporte le plus : {best} ; le moins : {worst}',
  tokensText: 'Ce que vaut un jeton plutôt que rien, avec tout ce qui s’ensuit.',
  token: 'Jeton',
  ties: 'Sur cent, {best} gagne {high} fois, {worst} {low}',
  tiesEven: 'Aucune couleur n’a de chance qu’on puisse mesurer',
  tiesText:
    'À rang égal, l’{mark} tranche, et elle dépend de la couleur. Avec « {fair} », deux couleurs se ' +
    'partagent les égalités par moitié.',
  beats: 'la ligne bat la colonne, sur combien de {cards} cartes',
  wins: 'Fait-elle gagner ?',
  winsText: 'sur cent {voyages}, pour chaque couleur ; au milieu, une part égale',
  colour: 'Couleur',
  place: 'Place',
  placeNumber: '{place} sur {players}',
  placeLow: 'la plus basse',
  placeHigh: 'la plus haute',
  placesLow: 'Partir d’en bas : on gagne plus avec peu de {reputation}',
  placesHigh: 'Partir d’en haut : on gagne plus avec beaucoup de {reputation}',
  placesEven: 'La {reputation} de départ ne décide de rien qu’on puisse mesurer',
  placesText:
    'À rang égal, la {reputation} tranche. Qui part d’en bas perd les égalités, et a plus de doublons. Combien de ' +
    '{voyages} sur cent chaque place gagne ; le trait du milieu est une part égale.',
  how: 'Comment on le sait',
  whoTitle: 'Qui joue.',
  who:
    'Tout le monde a les mêmes cartes, trois de plus que de jours, et un plan. Une recherche fait les plans : ' +
    'elle a trouvé quelle carte est bonne quel jour. Les questions reçoivent des réponses sensées.',
  countedTitle: 'Ce qui est compté.',
  counted:
    'On joue deux fois la même chose avec le même hasard : comme prévu, puis avec la carte à la place de celle ' +
    'prévue pour un jour. De combien on finit plus loin devant les autres, voilà ce que vaut la carte. {deals} ' +
    'donnes à une table de {players} ; {others} pour chaque autre taille, niveau et plateau.',
  cantTitle: 'Ce que cela ne dit pas.',
  cant:
    'Rien ne vient après : une carte gardée pour la suite ne compte pas. Une valeur est une moyenne sur bien des ' +
    'donnes, pas un conseil pour la vôtre. De meilleurs joueurs peuvent déplacer une carte d’un demi-doublon.',
  csv: 'Les chiffres (CSV)',
  run: 'Refaire l’étude',
  command: 'La commande qui donne ces chiffres',
  nobody: 'Personne n’a encore compté cela',
  nobodyText: 'Voici comment faire :',
  oldRules: 'Compté avec la version {old} des règles ; celle d’aujourd’hui est la {now}.',
  loading: 'Les chiffres arrivent.',
  failed: 'Les chiffres ne viennent pas en ce moment.',
  again: 'Réessayer',
  letGo: 'Relâcher',
  toRules: 'Dans les règles',
}

export type Key = keyof typeof en

export function s(key: Key, params: Record<string, string | number> = {}): string {
  const text = lang.current === 'fr' ? fr[key].replace(/ (?=[;:?!»])|(?<=«) /g, '\u00a0') : en[key]
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
}

/** A count with the language's thousands. */
export function count(number: number): string {
  return number.toLocaleString(lang.current)
}
