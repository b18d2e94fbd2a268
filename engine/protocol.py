"""What a game is to the platform: a handful of pure functions over a state that only the game understands.

Everything outside a game's own folder knows seats, JSON objects and outcomes, never shapes or points. A state is an
immutable value; an event is the game's own value, read from and written to a JSON object by `decode` and `encode`.
Refusals are raised as `engine.errors.Refused`.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

Json: TypeAlias = dict[str, Any]
Fields: TypeAlias = Mapping[str, Any]

S = TypeVar("S")
E = TypeVar("E")
S_contra = TypeVar("S_contra", contravariant=True)

OVER = "over"
"""The phase of a game that has ended, whatever the game."""


class Turn(NamedTuple):
    """What is going on, in one word of the game's own, and the seats that must act now."""

    phase: str
    seats: list[int]


class Outcome(NamedTuple):
    """How a game stands, or how it ended."""

    finished: bool
    scores: tuple[dict[str, int], ...]
    """The points of each seat by where they come from, with their `total`."""
    merits: tuple[int, ...]
    """What the rules compare the seats by, higher is better; forfeits aside."""
    standing: tuple[int, ...]
    """What the seats are compared by if the game is stopped as it stands."""


class Dice(Protocol[S_contra]):
    """The dice of a game, and how its events show them."""

    @property
    def faces(self) -> int:
        """How many equally likely results they have together."""

    @property
    def throws(self) -> Mapping[str, int]:
        """The kinds of event in which they are thrown: 0 for a roll, 1 for the reroll of the same round."""

    def due(self, state: S_contra) -> Json | None:
        """The roll that the game is waiting for, without its result; None if it waits for somebody's choice."""

    def read(self, fields: Fields) -> int | None:
        """The face that an event shows, from 0; None if it shows none."""

    def write(self, face: int) -> Json:
        """The fields of an event that show a face."""


class Game(Protocol[S, E]):
    """The rules of one game under one version."""

    @property
    def key(self) -> str:
        """The name under which logs and records know it."""

    @property
    def rules_version(self) -> int:
        """Which version of its rules this is."""

    @property
    def dice(self) -> Dice[S] | None:
        """Its dice, None for a game without any."""

    @property
    def bots(self) -> Mapping[str, "Bot[S]"]:
        """The programs that play it, by the name under which they take a seat."""

    @property
    def timeouts(self) -> tuple[str, ...]:
        """What a table may choose to happen to a seat that lets its time run out; the first is the default."""

    @property
    def answers(self) -> tuple[str, ...]:
        """The kinds of event in which somebody plays on; whoever has none of these has not played."""

    @property
    def departures(self) -> tuple[str, ...]:
        """The kinds of event by which a seat leaves before the end, by choice or because its time ran out."""

    @property
    def titles(self) -> tuple[tuple[int, str], ...]:
        """What whoever plays alone can be called, each with the lowest rated score for it, the best first; or none."""

    def rated(self, total: int, level: int) -> int:
        """The rated score of a total: what is compared where people have played alone, each at a level of theirs."""

    def title(self, rated: int) -> str:
        """What a rated score is called; empty in a game without titles."""

    def start(self, header: Fields) -> S:
        """The state before the first event of a game set up like this."""

    def decode(self, fields: Fields) -> E:
        """The event that a JSON object describes."""

    def encode(self, event: E) -> Json:
        """The JSON object that describes an event."""

    def apply(self, state: S, event: E) -> S:
        """The state after an event."""

    def replay(self, state: S, events: Iterable[E]) -> S:
        """The state after many events."""

    def awaiting(self, state: S) -> Turn:
        """Whose turn it is, and to do what."""

    def options(self, state: S, seat: int) -> Json:
        """What a seat may do now; empty if it need not act."""

    def actions(self, state: S, seat: int) -> list[Json]:
        """The same one by one, each as the action to send; dice that it throws are left out."""

    def preview(self, state: S, event: E) -> Json:
        """What an event that is possible now would bring; empty if there is nothing to say."""

    def forced(self, state: S) -> E | None:
        """An event that somebody has no choice about, and that the platform adds for them."""

    def timed_out(self, state: S, seat: int, policy: str) -> E:
        """What happens to a seat that must act and has let its time run out, by one of the `timeouts`."""

    def resigned(self, state: S, seat: int) -> E:
        """The event by which a seat gives up."""

    def outcome(self, state: S) -> Outcome:
        """How the game stands."""

    def forfeits(self, state: S) -> tuple[int, ...]:
        """The seats that have forfeited, in that order."""

    def view(self, state: S, seat: int | None) -> S:
        """The state as a seat may see it, or for None as everybody may: without the sealed answers of others."""

    def is_answer(self, event: E) -> bool:
        """Whether an event is sealed for others until all have answered."""

    def sealed(self, state: S) -> list[int]:
        """The seats whose latest answer is still sealed."""

    def freeze(self, state: S) -> Json:
        """The state as a JSON object, for a cache or a page."""

    def thaw(self, frozen: Fields) -> S:
        """The state that was frozen."""

    def draw(self, state: S) -> str:
        """The state as text, for people at a terminal."""


class Bot(Protocol[S_contra]):
    """A player that is a program: the same view and seed give the same action, whenever and wherever it is asked."""

    def __call__(self, view: S_contra, seat: int, seed: str) -> Json:
        """What the seat does, given what it may see; dice that it throws are filled in by whoever asked."""
