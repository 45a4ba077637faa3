"""Computer players. A bot gets a view and a decision, and gives an answer."""

from libertalia.bots.bot import Bot, IllegalAnswer, RandomBot
from libertalia.bots.greedy import GreedyBot
from libertalia.bots.roster import BOTS, UnknownBot, bot_named, bot_seed
from libertalia.bots.search import SearchBot

__all__ = ["BOTS", "Bot", "GreedyBot", "IllegalAnswer", "RandomBot", "SearchBot", "UnknownBot", "bot_named", "bot_seed"]
