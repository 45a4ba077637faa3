// boardgame.io with its in-memory store: node server.js PORT. NODE_ENV=production keeps it from logging every move.
"use strict";

const { Server } = require("boardgame.io/server");
const game = require("./game.js");

Server({ games: [game], origins: [] }).run(Number(process.argv[2]));
