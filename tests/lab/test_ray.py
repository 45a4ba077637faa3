"""On a real Ray cluster of two nodes, of which one is killed: the same results as in this process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ray
from ray.cluster_utils import Cluster

from libertalia import COMPILED, LibertaliaError
from libertalia.lab import study, tournament
from libertalia.lab.report import report

pytestmark = pytest.mark.skipif(not COMPILED, reason="once is enough")

SLOW_BOT = """
import time
from libertalia.bots import RandomBot

class Slow(RandomBot):
    def choose(self, view, decision):
        time.sleep(0.002)
        return super().choose(view, decision)
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two nodes with a core each; this process is connected to the first."""
    soon = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 300, "health_check_failure_threshold": 3}
    head = {"num_cpus": 1, "include_dashboard": False, "_system_config": {**soon, "health_check_timeout_ms": 1000}}
    nodes = Cluster(initialize_head=True, head_node_args=head)
    ray.init(address=nodes.address, log_to_driver=False)
    yield nodes
    ray.shutdown()
    nodes.shutdown()  # type: ignore[no-untyped-call]


def test_a_lost_node_costs_time_and_no_results(cluster: Any, tmp_path: Path) -> None:
    bot = tmp_path / "slow.py"
    bot.write_text(SLOW_BOT, encoding="utf-8")
    bots = [f"{bot}:Slow", "random"]
    node = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    killed: list[int] = []

    def kill_a_node(done: int, games: int) -> None:
        if not killed:
            assert 0 < done < games
            killed.append(done)
            assert len(cluster.list_all_nodes()) == 2
            cluster.remove_node(node, allow_graceful=False)

    on_two_nodes = tournament(bots, players=2, deals=8, seed=4, on="ray", progress=kill_a_node)
    assert killed
    assert on_two_nodes.rows() == tournament(bots, players=2, deals=8, seed=4).rows()


@pytest.mark.usefixtures("cluster")
def test_a_study_is_the_same_on_ray() -> None:
    there, here = (study(players=2, deals=4, level="sensible", seed=4, on=on) for on in ("ray", ""))
    assert report(there) == report(here)


@pytest.mark.usefixtures("cluster")
def test_an_error_of_a_bot_is_told(tmp_path: Path) -> None:
    bot = tmp_path / "rude.py"
    bot.write_text(SLOW_BOT.replace("return super().choose(view, decision)", 'return "kraken"'), encoding="utf-8")
    with pytest.raises(LibertaliaError, match="answered 'kraken'"):
        tournament([f"{bot}:Slow", "random"], players=2, deals=1, on="ray")


@pytest.mark.parametrize("on", ["spark", "ray:7", "http://ray"])
def test_what_is_no_cluster_is_said_before_anything_is_played(on: str) -> None:
    with pytest.raises(LibertaliaError, match="not on"):
        tournament(["random", "greedy"], deals=10**9, on=on)
