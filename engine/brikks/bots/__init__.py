"""Programs that play Brikks: functions from what a seat sees to what it does."""

from typing import Final

from engine.brikks.bots.greedy import greedy
from engine.brikks.bots.uniform import uniform
from engine.brikks.state import State
from engine.protocol import Bot

BOTS: Final[dict[str, Bot[State]]] = {"random": uniform, "greedy": greedy}
"""The bots by the name under which they take a seat."""
