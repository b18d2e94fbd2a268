"""A toy game for the seam between games and platform: two players take stones from one heap, turn by turn, no dice.

Version 1: one to three stones, whoever takes the last one wins. Version 2: one or two, whoever takes the last one
loses. A seat may resign at any moment. Everything is open to see.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from engine.errors import Illegal, Malformed
from engine.protocol import OVER, Bot, Fields, Json, Outcome, Turn

HEAP = 10


class Take(NamedTuple):
    """A seat takes stones."""

    seat: int
    stones: int


class Resign(NamedTuple):
    """A seat gives up."""

    seat: int


ToyEvent = Take | Resign


class ToyState(NamedTuple):
    """The heap, what everybody has taken, and whose turn it is."""

    heap: int
    taken: tuple[int, ...]
    active: int
    forfeits: tuple[int, ...] = ()


def greedy_bot(view: ToyState, seat: int, seed: str) -> Json:
    """Takes three, or what is left."""
    return {"kind": "take", "seat": seat, "stones": min(3, view.heap)}


def careful_bot(view: ToyState, seat: int, seed: str) -> Json:
    """Takes one."""
    return {"kind": "take", "seat": seat, "stones": 1}


class Stones:
    """The toy game under one version of its rules."""

    dice = None
    bots: Mapping[str, Bot[ToyState]] = {"greedy": greedy_bot, "careful": careful_bot}
    timeouts = ("forfeit",)
    answers = ("take",)
    departures = ("resign",)
    titles = ()

    def __init__(self, rules_version: int, most: int, last_wins: bool, key: str = "stones") -> None:
        self.key = key
        self.rules_version = rules_version
        self._most = most
        self._last_wins = last_wins

    def rated(self, total: int, level: int) -> int:
        """All levels are alike."""
        return total

    def title(self, rated: int) -> str:
        """Nobody plays alone."""
        return ""

    def start(self, header: Fields) -> ToyState:
        """A heap of stones; the header may say how many."""
        if header.get("variant") != "plain" or len(header["levels"]) != 2:
            raise Malformed("stones/table", "Stones is played by two at a plain table.")
        return ToyState(header.get("heap", HEAP), (0, 0), 0)

    def decode(self, fields: Fields) -> ToyEvent:
        """A take or a resignation."""
        seat = fields.get("seat")
        if seat not in (0, 1) or type(seat) is not int:
            raise Malformed("stones/seat", "There is no seat {seat}.", seat=seat)
        if fields.get("kind") == "resign":
            return Resign(seat)
        if fields.get("kind") != "take" or type(fields.get("stones")) is not int:
            raise Malformed("stones/event", "Stones are taken, or the game is resigned.")
        return Take(seat, fields["stones"])

    def encode(self, event: ToyEvent) -> Json:
        """The JSON object of an event."""
        return {"kind": "take" if isinstance(event, Take) else "resign", **event._asdict()}

    def apply(self, state: ToyState, event: ToyEvent) -> ToyState:
        """The heap after an event."""
        if self._is_over(state):
            raise Illegal("stones/over", "The game is over.")
        if isinstance(event, Resign):
            return state._replace(forfeits=(event.seat,))
        if event.seat != state.active:
            raise Illegal("stones/turn", "It is the turn of seat {seat}.", seat=state.active)
        if event.stones not in self._choices(state):
            raise Illegal("stones/number", "Nobody can take {stones} stones now.", stones=event.stones)
        taken = [all_ + event.stones * (seat == event.seat) for seat, all_ in enumerate(state.taken)]
        return ToyState(state.heap - event.stones, tuple(taken), 1 - state.active)

    def replay(self, state: ToyState, events: Iterable[ToyEvent]) -> ToyState:
        """The heap after many events."""
        for event in events:
            state = self.apply(state, event)
        return state

    def awaiting(self, state: ToyState) -> Turn:
        """Whoever takes next."""
        return Turn(OVER, []) if self._is_over(state) else Turn("take", [state.active])

    def options(self, state: ToyState, seat: int) -> Json:
        """The numbers that may be taken."""
        return {"take": self._choices(state)} if seat in self.awaiting(state).seats else {}

    def actions(self, state: ToyState, seat: int) -> list[Json]:
        """A take of each of these numbers."""
        numbers = self.options(state, seat).get("take", [])
        return [{"kind": "take", "seat": seat, "stones": stones} for stones in numbers]

    def preview(self, state: ToyState, event: ToyEvent) -> Json:
        """How many stones a take leaves."""
        return {"left": state.heap - event.stones} if isinstance(event, Take) else {}

    def forced(self, state: ToyState) -> ToyEvent | None:
        """The last stone leaves no choice."""
        return Take(state.active, 1) if state.heap == 1 and not state.forfeits else None

    def timed_out(self, state: ToyState, seat: int, policy: str) -> ToyEvent:
        """Whoever takes too long resigns."""
        if policy not in self.timeouts:
            raise Malformed("stones/timeout", "A time-out means a forfeit, not “{policy}”.", policy=policy)
        if seat not in self.awaiting(state).seats:
            raise Illegal("stones/turn", "It is not the turn of seat {seat}.", seat=seat)
        return self.resigned(state, seat)

    def resigned(self, state: ToyState, seat: int) -> ToyEvent:
        """A resignation."""
        return Resign(seat)

    def outcome(self, state: ToyState) -> Outcome:
        """What everybody took, and who has won."""
        scores = tuple({"stones": taken, "total": taken} for taken in state.taken)
        took_last = [int(self._is_over(state) and seat != state.active) for seat in (0, 1)]
        merits = tuple(last if self._last_wins else -last for last in took_last)
        return Outcome(self._is_over(state), scores, merits, state.taken)

    def forfeits(self, state: ToyState) -> tuple[int, ...]:
        """Who resigned."""
        return state.forfeits

    def view(self, state: ToyState, seat: int | None) -> ToyState:
        """Everything is open."""
        return state

    def is_answer(self, event: ToyEvent) -> bool:
        """Nothing is sealed."""
        return False

    def sealed(self, state: ToyState) -> list[int]:
        """Nothing is sealed."""
        return []

    def freeze(self, state: ToyState) -> Json:
        """The state as a JSON object."""
        return {**state._asdict(), "taken": list(state.taken), "forfeits": list(state.forfeits)}

    def thaw(self, frozen: Fields) -> ToyState:
        """The state that was frozen."""
        return ToyState(frozen["heap"], tuple(frozen["taken"]), frozen["active"], tuple(frozen["forfeits"]))

    def draw(self, state: ToyState) -> str:
        """The heap as a row of stones."""
        return "o" * state.heap or "-"

    def _is_over(self, state: ToyState) -> bool:
        return not state.heap or bool(state.forfeits)

    def _choices(self, state: ToyState) -> list[int]:
        return list(range(1, min(self._most, state.heap) + 1))


STONES_1 = Stones(1, most=3, last_wins=True)
STONES_2 = Stones(2, most=2, last_wins=False)


def record(*events: Json, rules_version: int = 1, **header: Any) -> Json:
    """A record of the toy game."""
    return {
        "format": "brikks-record/1",
        "game": "stones",
        "rules_version": rules_version,
        "variant": "plain",
        "levels": [1, 1],
        "events": list(events),
        **header,
    }


def takes(*stones: int) -> list[Json]:
    """The two players take these numbers in turn."""
    return [{"kind": "take", "seat": at % 2, "stones": number} for at, number in enumerate(stones)]
