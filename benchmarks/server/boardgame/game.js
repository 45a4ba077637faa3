// A game with the messages of ours: four seats, three voyages of six days. Each day all pick a card face down, at the same time,
// then each takes a loot tile, in the order of the cards. The state has the shape and the size of our view.
"use strict";

const { ActivePlayers, INVALID_MOVE } = require("boardgame.io/core");

const PLAYERS = 4;
const VOYAGES = 3;
const DAYS = 6;
const KEPT = 3; // cards that a hand keeps from one voyage to the next
const DEALT = VOYAGES * DAYS + KEPT;
const LOOT = ["chest", "jewel", "goods", "spanish-officer", "saber", "treasure-map", "cursed-relic"];
const COLOURS = ["white", "blue", "green", "yellow"];
const CARDS = [
  "parrot", "monkey", "beggar", "recruiter", "cabin-boy", "preacher", "barkeep", "french-officer", "voodoo-witch", "freed-slave",
  "mutineer", "brute", "gunner", "cook", "topman", "spanish-spy", "bosun", "armorer", "merchant", "surgeon", "treasurer",
  "gambler", "quartermaster", "granny-wata", "first-mate", "governors-daughter", "captain", "spanish-governor", "waitress", "carpenter",
];

function setup({ random }) {
  const seats = COLOURS.map((colour, seat) => ({
    seat, colour, doubloons: 10, score: 10, voyage_scores: [], loot: {}, crew: [], standing: null, graveyard: [],
    hand_size: 0, may_hold: [], holds: [], picked: false,
  }));
  const G = {
    edition: "original", voyage: 1, day: 1, loot: [], lineup: [], bag: {}, deck: random.Shuffle(CARDS).slice(0, DEALT),
    winners: [], extras: {}, seats, hands: seats.map(() => []), picks: seats.map(() => null),
  };
  deal(G, random);
  return G;
}

function deal(G, random) {
  const drawn = G.deck.splice(0, G.voyage === 1 ? DAYS + KEPT : DAYS);
  const bag = random.Shuffle(LOOT.flatMap((tile) => Array(8).fill(tile)));
  G.loot = Array.from({ length: DAYS }, () => bag.splice(0, PLAYERS));
  G.bag = Object.fromEntries(LOOT.map((tile) => [tile, bag.filter((other) => other === tile).length]));
  G.seats.forEach((seat, number) => {
    G.hands[number].push(...drawn);
    seat.may_hold = [...G.hands[number]];
    seat.holds = [...G.hands[number]];
    seat.hand_size = G.hands[number].length;
    seat.crew = [];
  });
}

// All seats may move all the time, and the game says who is out of turn: a fifth less work for boardgame.io than phases and turns.
const pick = {
  move: ({ G, playerID }, card) => {
    const hand = G.hands[playerID];
    const at = hand.indexOf(card);
    if (at < 0 || G.lineup.length > 0 || G.picks[playerID] !== null) return INVALID_MOVE;
    hand.splice(at, 1);
    G.picks[playerID] = card;
    G.seats[playerID].picked = true;
    G.seats[playerID].hand_size = hand.length;
    if (G.picks.every((picked) => picked !== null)) reveal(G);
  },
  ignoreStaleStateID: true, // all pick at once: nobody's pick is stale because another one's came first
  redact: true,
};

const take = {
  move: ({ G, playerID, random }, tile) => {
    const tiles = G.loot[G.day - 1];
    const at = tiles.indexOf(tile);
    if (at < 0 || G.lineup.length === 0 || String(G.lineup[0].seat) !== playerID) return INVALID_MOVE;
    tiles.splice(at, 1);
    const seat = G.seats[playerID];
    seat.loot[tile] = (seat.loot[tile] || 0) + 1;
    seat.doubloons += 1;
    seat.score = seat.doubloons;
    seat.crew.push(G.lineup.shift().card);
    seat.standing = null;
    if (G.lineup.length === 0) endDay(G, random);
  },
};

function reveal(G) {
  G.lineup = G.picks.map((card, seat) => ({ card, seat })).sort((a, b) => CARDS.indexOf(a.card) - CARDS.indexOf(b.card) || a.seat - b.seat);
  for (const { card, seat } of G.lineup) {
    const gone = (held) => held !== card;
    const { may_hold, holds } = G.seats[seat];
    G.picks[seat] = null;
    Object.assign(G.seats[seat], { picked: false, standing: card, may_hold: may_hold.filter(gone), holds: holds.filter(gone) });
  }
}

function endDay(G, random) {
  G.day += 1;
  if (G.day <= DAYS) return;
  for (const seat of G.seats) {
    seat.voyage_scores.push(seat.score);
    seat.graveyard.push(seat.crew[0]);
    seat.loot = {};
  }
  G.day = 1;
  G.voyage += 1;
  if (G.voyage <= VOYAGES) deal(G, random);
}

// What a viewer may know: not the others' hands and picks.
function playerView({ G, playerID }) {
  const { hands, picks, ...view } = G;
  if (playerID === null || playerID === undefined) return view;
  return { ...view, mine: { hand: hands[playerID], pick: picks[playerID] } };
}

module.exports = {
  name: "voyage",
  minPlayers: PLAYERS,
  maxPlayers: PLAYERS,
  disableUndo: true,
  setup,
  playerView,
  turn: { activePlayers: ActivePlayers.ALL },
  moves: { pick, take },
  endIf: ({ G }) => (G.voyage > VOYAGES ? { winner: "0" } : undefined),
};
