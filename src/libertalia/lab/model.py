"""The net of `search/net.py` in numpy, with its gradient: what training needs.

The net is so small that a training library would not pay: forward and backward are a page, Adam is four lines, and a step on
a batch of 512 sunrises takes a few milliseconds on one core. The playing of the games takes most of the time.
"""

from __future__ import annotations

from dataclasses import dataclass

from libertalia.lab.extra import extra
from libertalia.search.net import MARGIN_UNIT

with extra("learn"):
    import numpy as np
    from numpy.typing import NDArray

Array = NDArray[np.floating]
Weights = dict[str, Array]

WIN_WEIGHT = 0.5
PICK_WEIGHT = 0.3
"""How much an error in the chance to win, or in a pick, counts beside an error of ten doubloons in the margin."""


@dataclass
class Sunrises:
    """Many sunrises at tables of the same size. The first index is the sunrise, the second one the seat."""

    table: Array
    seats: Array
    score_leads: Array
    """By how much each seat is ahead by its score."""
    margins: Array
    """To be learned: by how much it will be ahead in the end."""
    wins: Array
    """To be learned: its share of the win."""
    picks: Array
    """To be learned: the share of each card."""

    def __len__(self) -> int:
        return len(self.table)

    def some(self, chosen: NDArray[np.int64]) -> Sunrises:
        return Sunrises(*(getattr(self, name)[chosen].astype(np.float32) for name in self.__dataclass_fields__))


def joined(parts: list[Sunrises]) -> Sunrises:
    """Sunrises one after the other."""
    return Sunrises(*(np.concatenate([getattr(part, name) for part in parts]) for name in Sunrises.__dataclass_fields__))


def new_weights(table: int, seat: int, cards: int, first: int, second: int, rng: np.random.Generator) -> Weights:
    """Random weights of a net, by the numbers of features, cards and units."""

    def layer(rows: int, columns: int, inputs: float) -> Array:
        return np.asarray(rng.standard_normal((rows, columns)) * np.sqrt(2 / inputs), np.float32)

    def zeros(count: int) -> Array:
        return np.zeros(count, np.float32)

    return {
        "table": layer(table, first, 60),  # about the number of features that are not 0
        "seat": layer(seat, first, 60),
        "first_bias": zeros(first),
        "own": layer(first, second, 2 * first),
        "all": layer(first, second, 2 * first),
        "second_bias": zeros(second),
        "margin": 0.1 * layer(second, 1, second)[:, 0],
        "win": 0.1 * layer(second, 1, second)[:, 0],
        "picks": 0.1 * layer(second, cards, second),
        "picks_bias": zeros(cards),
    }


def softmax(logits: Array) -> Array:
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float32)


@dataclass
class Errors:
    """How wrong a net is."""

    margin: float
    """The mean error of the margin, in doubloons: the root of the mean square."""
    explained: float
    """The share of the variance of what is still to come that the net explains."""
    win: float
    """The cross entropy of the chance to win, in bits."""
    pick: float
    """The cross entropy of the picks beyond what could not be less, in bits."""


def step(weights: Weights, batch: Sunrises) -> tuple[Weights, Errors]:
    """The gradient of the loss on a batch, and the errors."""
    count, seats = batch.score_leads.shape
    # forward
    sums = (batch.seats @ weights["seat"]) + (batch.table @ weights["table"] + weights["first_bias"])[:, None]
    first = np.maximum(sums, 0)
    mean = first.mean(axis=1)
    sums = first @ weights["own"] + (mean @ weights["all"] + weights["second_bias"])[:, None]
    second = np.maximum(sums, 0)
    margins = second @ weights["margin"]
    margins -= margins.mean(axis=1, keepdims=True)
    wins = softmax(second @ weights["win"])
    hands = batch.seats[:, :, : batch.picks.shape[2]] > 0
    picks = softmax(np.where(hands, second @ weights["picks"] + weights["picks_bias"], np.float32(-30)))
    # errors
    wanted = (batch.margins - batch.score_leads) / np.float32(MARGIN_UNIT)
    off = margins - wanted
    square = float((off**2).mean())
    bits = 1 / np.log(2)
    picking = batch.picks.sum(axis=2, keepdims=True)
    least = -(batch.picks * np.log(batch.picks + 1e-9)).sum()
    errors = Errors(
        margin=MARGIN_UNIT * square**0.5,
        explained=1 - square / max(1e-9, float((wanted**2).mean())),
        win=float(-(batch.wins * np.log(wins + 1e-9)).sum() / count * bits),
        pick=float((-(batch.picks * np.log(picks + 1e-9)).sum() - least) / max(1.0, float(picking.sum())) * bits),
    )
    # backward
    each = np.float32(1 / (count * seats))
    of_margins = 2 * off * each
    of_margins -= of_margins.mean(axis=1, keepdims=True)
    of_wins = np.float32(WIN_WEIGHT) * (wins - batch.wins) * each
    of_picks = np.float32(PICK_WEIGHT) * (picks * picking - batch.picks) * hands * each
    of_second = of_margins[:, :, None] * weights["margin"] + of_wins[:, :, None] * weights["win"] + of_picks @ weights["picks"].T
    of_second *= second > 0
    flat, of_flat = second.reshape(count * seats, -1), of_second.reshape(count * seats, -1)
    of_all = of_second.sum(axis=1)
    of_first = of_second @ weights["own"].T + (of_all @ weights["all"].T)[:, None] / np.float32(seats)
    of_first *= first > 0
    of_table = of_first.sum(axis=1)
    gradient = {
        "table": batch.table.T @ of_table,
        "seat": batch.seats.reshape(count * seats, -1).T @ of_first.reshape(count * seats, -1),
        "first_bias": of_table.sum(axis=0),
        "own": first.reshape(count * seats, -1).T @ of_flat,
        "all": mean.T @ of_all,
        "second_bias": of_all.sum(axis=0),
        "margin": flat.T @ of_margins.reshape(-1),
        "win": flat.T @ of_wins.reshape(-1),
        "picks": flat.T @ of_picks.reshape(count * seats, -1),
        "picks_bias": of_picks.sum(axis=(0, 1)),
    }
    return gradient, errors


class Adam:
    """Steps down the gradient, with a step of its own for each weight (Kingma and Ba)."""

    def __init__(self, weights: Weights, decay: float = 1e-4) -> None:
        self.weights = weights
        self.decay = decay
        self.steps = 0
        self.mean = {name: np.zeros_like(array) for name, array in weights.items()}
        self.square = {name: np.zeros_like(array) for name, array in weights.items()}

    def step(self, gradient: Weights, rate: float) -> None:
        self.steps += 1
        for name, slope in gradient.items():
            self.mean[name] += 0.1 * (slope - self.mean[name])
            self.square[name] += 0.001 * (slope**2 - self.square[name])
            mean = self.mean[name] / (1 - 0.9**self.steps)
            square = self.square[name] / (1 - 0.999**self.steps)
            self.weights[name] -= np.float32(rate) * (mean / (np.sqrt(square) + 1e-8) + self.decay * self.weights[name])
