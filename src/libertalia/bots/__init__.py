"""Computer players. A bot gets a view and a decision, and gives an answer."""

from libertalia.bots.bot import Bot, IllegalAnswer, RandomBot
from libertalia.bots.greedy import GreedyBot
from libertalia.bots.levels import LEVELS, Level, league
from libertalia.bots.roster import BOTS, UnknownBot, bot_named, bot_seed
from libertalia.bots.search import LearnedBot, SearchBot
from libertalia.bots.sensible import SensibleBot

__all__ = [
    "BOTS",
    "LEVELS",
    "Bot",
    "GreedyBot",
    "IllegalAnswer",
    "LearnedBot",
    "Level",
    "RandomBot",
    "SearchBot",
    "SensibleBot",
    "UnknownBot",
    "bot_named",
    "bot_seed",
    "league",
]
