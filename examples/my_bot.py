"""A bot in ten lines. Try it: libertalia play --bots examples/my_bot.py:Highwayman"""

from libertalia import Decision, View
from libertalia.bots import Bot

BEST_FIRST = ("chest", "treasure-map", "jewel", "goods", "saber", "spanish-officer", "cursed-relic")


class Highwayman(Bot):
    """Plays its highest character on days with a chest or a jewel, else its lowest, and takes the best loot."""

    def choose(self, view: View, decision: Decision) -> str:
        if decision.kind == "pick":
            today = view.loot[view.day - 1]
            return view.me.holds[-1 if "chest" in today or "jewel" in today else 0]
        return min(decision.options, key=lambda answer: BEST_FIRST.index(answer) if answer in BEST_FIRST else 0)
