"""A bot that searches, in a page. Try it: libertalia play --bots "examples/search_bot.py:Navigator(worlds=100)" """

from libertalia import Decision, View
from libertalia.bots import Bot
from libertalia.search import Worlds


class Navigator(Bot):
    """Tries every answer in worlds that agree with what it sees, and plays them on to the end of the voyage."""

    def __init__(self, seed: int = 0, worlds: int = 60) -> None:
        super().__init__(seed)
        self.worlds = worlds

    def choose(self, view: View, decision: Decision) -> str:
        me = decision.seat
        worlds = Worlds(view, seed=self.rng.getrandbits(32))
        hopes = dict.fromkeys(worlds.answers, 0.0)
        for _ in range(self.worlds if len(hopes) > 1 else 0):
            world = worlds.draw()
            luck = self.rng.getrandbits(31)
            for answer in hopes:  # every answer in the same world, with the same luck ahead
                tried = world.clone(luck)
                tried.play(me, answer)
                tried.finish_voyage()
                hopes[answer] += tried.leads()[me]
        return worlds.text(max(hopes, key=hopes.__getitem__))
