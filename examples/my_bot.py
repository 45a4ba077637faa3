"""A bot in ten lines. Try it: libertalia play --bots examples/my_bot.py:Highwayman"""

from libertalia import Decision, View
from libertalia.bots import Bot

LOVED = ("chest", "treasure-map", "jewel", "goods", "saber", "spanish-officer", "cursed-relic")


class Highwayman(Bot):
    """Sends its highest character on the richest days, its lowest on the others, and takes what glitters."""

    def choose(self, view: View, decision: Decision) -> str:
        if decision.kind == "pick":
            today = view.loot[view.day - 1]
            return view.me.holds[-1 if "chest" in today or "jewel" in today else 0]
        return min(decision.options, key=lambda answer: LOVED.index(answer) if answer in LOVED else 0)
