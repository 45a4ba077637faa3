"""Computer players. A bot gets a view and a decision, and gives an answer."""

from libertalia.bots.bot import Bot, RandomBot
from libertalia.bots.greedy import GreedyBot
from libertalia.bots.roster import BOTS, UnknownBot, bot_named, bot_seed

__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "UnknownBot", "bot_named", "bot_seed"]
