"""What a log means, found out in one pass: its fold, where the dice were thrown, who forfeited when; and whether the
server did for a seat only what the seat had no choice in, or what its time that has run out gives.

The rules go through many events at once, because that is what they are quickest at; only where something is refused or
forfeited are they asked event by event.
"""

from datetime import timedelta
from typing import Any

from engine.errors import Refused
from engine.registry import AnyGame
from engine.result import Numbered
from games.clock.site_time import read_time, write_time
from games.integrity.audit.chain import Log
from games.integrity.audit.findings import InGame
from games.integrity.audit.platform_events import (
    misplaced,
    unknown_kind,
    wrong_follower,
    wrong_maker,
    wrong_reservation,
)
from games.log.entries import SYSTEM, Entry, fields_of
from games.log.event_store import StoredEvent
from games.log.fold import REVEALED, Fold, advance, begin
from games.statuses import RUNNING


def check_server(found: InGame, fold: Fold, state: Any, log: Log, place: int, throws: list[int]) -> None:
    """Hold an event of the server's that is no throw of the dice against the state before it.

    The fold is one from before it, after which the dice were thrown at some places.
    """
    event, seat, seq = log.events[place], log.seats[place], log.seqs[place]
    if event == fold.rules.forced(state):
        return
    if not _is_timed_out(fold, state, seat, event):
        sentence = f"“{log.kinds[place]}” was not forced on seat {seat} and is not what running out of time gives."
        found.add("rules/actor", sentence, seq)
        return
    # An outage moves a deadline, but only to a later time; so does another question after the same throw.
    due_at = read_time(log.ats[_asked_before(fold, place, throws)]) + timedelta(
        seconds=fold.created["clock"]["seconds"]
    )
    # After the machine's clock was set back, the log's time stands still until it has caught up.
    stands_still = log.ats[place] == log.ats[place - 1]
    if read_time(log.ats[place]) < due_at and not stands_still:
        found.add("rules/clock", f"The time of seat {seat} was not over before {write_time(due_at)}.", seq)


def _is_timed_out(fold: Fold, state: Any, seat: int, event: Any) -> bool:
    """Whether this happens to a person on this seat whose time runs out."""
    clock = fold.created.get("clock")
    if not clock or not 0 <= seat < len(fold.seated) or fold.bot(seat) is not None:
        return False
    try:
        return bool(event == fold.rules.timed_out(state, seat, clock["timeout"]))
    except Refused:
        return False


def _asked_before(fold: Fold, place: int, throws: list[int]) -> int:
    """Where in the log stands what the seat should have answered."""
    if fold.rules.dice is None:
        # What is said about a game between its moves asks for nothing.
        return place - 1 if place > fold.seq else fold.asked - 1
    return max([fold.asked - 1, *(throw for throw in throws if throw < place)])


class IllegalLog(Exception):
    """The log cannot be followed any further; why has been taken down."""


class Replay:
    """A log on its way through the rules."""

    def __init__(self, found: InGame, rules: AnyGame, log: Log, wanted: int | None) -> None:
        self._found = found
        self._rules = rules
        self._throws = rules.dice.throws if rules.dice else {}
        self._log = log
        self._wanted = wanted
        """The event after which the fold is to be kept, for a snapshot."""
        self.fold: Fold | None = None
        self.kept: Fold | None = None
        self.platform: list[StoredEvent] = []
        self.throws: list[int] = []
        """Where in the log the dice were thrown."""
        self.forfeited: dict[int, set[int]] = {}
        self.revealed: str | None = None

    @property
    def decisions(self) -> Numbered:
        """By their number the events that say more of the result than the rules do."""
        decided = ("game/adjudicated", "ruling/")
        return {row.seq: fields_of(row.entry) for row in self.platform if row.entry.kind.startswith(decided)}

    def follow(self) -> bool:
        """Go through all events; whether they are as the rules want them."""
        begun = 0
        try:
            for place in [place for place, kind in enumerate(self._log.kinds) if "/" in kind]:
                self._play(begun, place)
                self._take_in(place)
                begun = place + 1
            self._play(begun, len(self._log.kinds))
        except IllegalLog:
            return False
        return True

    def _take_in(self, place: int) -> None:
        """One of the platform's own events."""
        log = self._log
        seq, link, data = log.seqs[place], log.hashes[place], log.events[place]
        entry = Entry(log.kinds[place], log.seats[place], data, log.actors[place])
        if sentence := misplaced(self.fold, entry):
            raise self._illegal("rules/order", sentence, seq)
        if sentence := unknown_kind(entry.kind):
            self._found.add("rules/kind", sentence, seq)
        if sentence := wrong_maker(self.fold, entry):
            self._found.add("rules/actor", sentence, seq)
        self.fold = self._begin(entry, link) if self.fold is None else advance(self.fold, entry, link)
        self.platform.append(StoredEvent(seq, log.previous[place], link, entry, log.ats[place]))
        if entry.kind == REVEALED:
            self.revealed = data["seed"]
        self._keep()

    def _begin(self, entry: Entry, link: str) -> Fold:
        try:
            if sentence := wrong_reservation(entry):
                self._found.add("rules/reserved", sentence, 1)
            if sentence := wrong_follower(entry.data):
                self._found.add("rules/follows", sentence, 1)
            return begin(entry, link)
        except Refused as refusal:
            raise self._illegal("rules/created", refusal.sentence, 1) from None
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            sentence = f"The game cannot be begun like this: {type(error).__name__} {error}."
            raise self._illegal("rules/created", sentence, 1) from None

    def _play(self, begin: int, end: int) -> None:
        """The events of the rules between two places."""
        if begin == end:
            return
        log, fold = self._log, self.fold
        first, last = log.seqs[begin], log.seqs[end - 1]
        if fold is None or fold.status != RUNNING:
            sentence = "Something of the rules stands before the start or after the end of the game."
            raise self._illegal("rules/order", sentence, first)
        if self._wanted is not None and first <= self._wanted < last:
            middle = begin + self._wanted - first + 1
            self._play(begin, middle)
            self._play(middle, end)
            return
        throws = self._find_throws(begin, end)
        state = self._apply(fold, begin, end, throws)
        self.throws += throws
        self._check_actors(fold, begin, end, throws)
        asked, rolls = self._count(fold, end, throws)
        self.fold = fold._replace(seq=last, hash=log.hashes[end - 1], state=state, asked=asked, rolls=rolls)
        self._keep()

    def _keep(self) -> None:
        if self.fold is not None and self.fold.seq == self._wanted:
            self.kept = self.fold

    def _apply(self, fold: Fold, begin: int, end: int, throws: list[int]) -> Any:
        """The state after these events."""
        rules, events, state, done = self._rules, self._log.events, fold.state, begin
        try:
            for place in self._by_server(begin, end, throws):
                state, done = rules.replay(state, events[done:place]), place
                check_server(self._found, fold, state, self._log, place, throws)
            after = rules.replay(state, events[done:end])
        except Refused:
            self._apply_one_by_one(fold, begin, end)
            raise
        if rules.forfeits(after) != rules.forfeits(fold.state):
            self._apply_one_by_one(fold, begin, end)
        return after

    def _apply_one_by_one(self, fold: Fold, begin: int, end: int) -> None:
        """Find the event that is refused, and who forfeited at which one, which the state at the end does not tell."""
        apply, forfeits, log = self._rules.apply, self._rules.forfeits, self._log
        before = fold.state
        for place in range(begin, end):
            seq, event = log.seqs[place], log.events[place]
            try:
                state = apply(before, event)
            except Refused as refusal:
                raise self._illegal("rules/illegal", refusal.sentence, seq) from None
            if added := forfeits(state)[len(forfeits(before)) :]:
                self.forfeited[seq] = set(added)
                is_resigned = event == self._rules.resigned(before, log.seats[place])
                if log.actors[place] != SYSTEM and not is_resigned:
                    self._found.add("rules/actor", "Only a clock lets somebody forfeit who has not resigned.", seq)
            before = state

    def _by_server(self, begin: int, end: int, throws: list[int]) -> list[int]:
        """Where the server did something else than throw the dice; as a rule nowhere, or when nobody has a choice."""
        actors = self._log.actors
        if actors[begin:end].count(SYSTEM) == [actors[place] for place in throws].count(SYSTEM):
            return []
        thrown = {*throws}
        return [place for place in range(begin, end) if actors[place] == SYSTEM and place not in thrown]

    def _find_throws(self, begin: int, end: int) -> list[int]:
        """Where the dice were thrown."""
        throws = self._throws
        return [place for place, kind in enumerate(self._log.kinds[begin:end], begin) if kind in throws]

    def _count(self, fold: Fold, end: int, throws: list[int]) -> tuple[int, int]:
        """The event that asked last, and how many rolls there are, after some more events with these throws."""
        log = self._log
        if self._rules.dice is None:
            return log.seqs[end - 1], fold.rolls
        rolls = sum([not self._throws[log.kinds[place]] for place in throws])
        return log.seqs[throws[-1]] if throws else fold.asked, fold.rolls + rolls

    def _check_actors(self, fold: Fold, begin: int, end: int, throws: list[int]) -> None:
        """Nobody acts for somebody else; looked at event by event only if it is not plain at once that all is well."""
        log = self._log
        acts = {*zip(log.seats[begin:end], log.actors[begin:end], strict=True)}
        thrown = {(log.kinds[place], log.actors[place] == SYSTEM) for place in throws}
        seated = {*enumerate(fold.seated)}
        # The server makes rolls, but no rerolls; dice on the table it leaves alone.
        usual = {(kind, not again and not fold.has_table_dice) for kind, again in self._throws.items()}
        if all(act in seated or act[1] == SYSTEM for act in acts) and thrown <= usual:
            return
        for place in range(begin, end):
            kind, seat, actor = log.kinds[place], log.seats[place], log.actors[place]
            if not self._is_right(fold, kind, seat, actor):
                self._found.add("rules/actor", f"“{kind}” of seat {seat} was done by {actor}.", log.seqs[place])

    def _is_right(self, fold: Fold, kind: str, seat: int, actor: str) -> bool:
        """Whether an event comes from who sits there, from the server, or is a roll that the host has entered."""
        is_own = 0 <= seat < len(fold.seated) and fold.seated[seat] == actor
        if kind not in self._throws:
            return is_own or actor == SYSTEM
        if fold.has_table_dice:
            return is_own or actor == fold.host or _is_of_club(fold, actor)
        return is_own if self._throws[kind] else actor == SYSTEM

    def _illegal(self, code: str, sentence: str, seq: int) -> IllegalLog:
        self._found.add(code, sentence, seq)
        return IllegalLog()


def _is_of_club(fold: Fold, actor: str) -> bool:
    """Whether it may be one of a club's scorekeepers: whoever was one that day, no log tells."""
    return fold.created.get("club") is not None and actor.startswith("p-")
