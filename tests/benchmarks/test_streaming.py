"""What the measurement of live streams counts; how fast they are, no test asks."""

import asyncio

import pytest

from benchmarks.streaming import GOALS
from benchmarks.streaming.bare import chunk
from benchmarks.streaming.listeners import Listener
from benchmarks.streaming.moving import Sent, _figures


def heard(*bits: bytes) -> set[int]:
    async def listen() -> set[int]:
        listener = Listener("")
        for bit in bits:
            listener.data_received(bit)
        return set(listener.heard)

    return asyncio.run(listen())


def test_a_message_counts_when_all_of_it_has_come() -> None:
    whole = chunk(b"7 {}") + chunk(b"18 {}")
    assert heard(whole) == {7, 18}
    cut = whole.index(b"18") + 1
    assert heard(whole[:cut]) == {7}
    assert heard(whole[:cut], whole[cut:]) == {7, 18}


def test_the_figures_are_those_of_all_listeners_and_nobody_may_miss_anything() -> None:
    sent = [Sent([0, 1], 5, 10.0), Sent([1], 6, 11.0)]
    arrived = [{"5": 10.001}, {"5": 10.002, "6": 11.005}]
    figures = _figures(sent, arrived)
    assert figures == {"median": pytest.approx(0.002), "p99": pytest.approx(0.005)}
    with pytest.raises(KeyError):
        _figures([Sent([0], 6, 11.0)], arrived)


def test_there_is_a_goal_for_every_figure() -> None:
    assert all(set(goals) == {"median", "p99"} for goals in GOALS.values())
