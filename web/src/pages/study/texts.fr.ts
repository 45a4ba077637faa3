import type { en } from './texts.en'

export const fr: typeof en = {
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
  cardSaid: '{name}, {term} {rank}\u00a0: valeur {worth}',
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
