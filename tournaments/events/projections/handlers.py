"""What each kind of event does to the rows of a tournament, its entrants, its rounds and its results.

Pairs that are kept apart have no rows: they are few, and read from the log itself. A result takes the place of any
earlier one.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.canonical import canonical
from engine.errors import Malformed
from engine.protocol import Json
from games.clock.site_time import read_time
from games.log.entries import Link
from tournaments.events import event_kinds
from tournaments.events.projections.memory import MemoryRows
from tournaments.events.projections.row_store import (
    EventHandler,
    NewEntrant,
    RowStore,
    SeatedRound,
    SeatRecord,
    TableOutcome,
)
from tournaments.events.statuses import (
    ANNOUNCED,
    CANCELLED,
    CHECK_IN,
    CLOSED,
    CLOSING,
    DRAFT,
    FINISHED,
    OPEN,
    OPENING,
    PAIRED,
    PUBLISHED,
    REGISTRATION,
    RUNNING,
)
from tournaments.events.values import ENTERED, OVERRIDDEN, PAPER


def _entered(book: RowStore, link: Link) -> None:
    data = link.entry.data
    book.add_entrant(
        NewEntrant(data["entrant"], data["number"], data["joined_round"], data.get("bot", ""), data.get("actor"))
    )


def _checked_in(book: RowStore, link: Link) -> None:
    book.change_entrant(link.entry.data["entrant"], is_checked_in=True)


def _left(book: RowStore, link: Link) -> None:
    book.change_entrant(link.entry.data["entrant"], left_round=link.entry.data["round"])


def _returned(book: RowStore, link: Link) -> None:
    data = link.entry.data
    book.change_entrant(data["entrant"], left_round=None, joined_round=data["joined_round"])


def _nothing(book: RowStore, link: Link) -> None:
    pass


ENTRANT_HANDLERS: Final[Mapping[str, EventHandler]] = {
    event_kinds.ENTERED: _entered,
    event_kinds.CHECKED_IN: _checked_in,
    event_kinds.WITHDRAWN: _left,
    event_kinds.REMOVED: _left,
    event_kinds.RETURNED: _returned,
    event_kinds.FORBIDDEN: _nothing,
    event_kinds.ALLOWED: _nothing,
}


def _paired(book: RowStore, link: Link) -> None:
    data = link.entry.data
    number = data["round"]
    times = {name: read_time(data[name]) for name in ("opens_at", "closes_at")}
    book.change(round=number)
    book.put_round(number, status=PAIRED, waits_until=None, **times)
    book.add_run(number, data["run"], link.seq)
    book.seat(SeatedRound(number, data["tables"], data["byes"], frozenset(data.get("paper", ()))), link.seq)


def _published(book: RowStore, link: Link) -> None:
    book.change_round(link.entry.data["round"], status=PUBLISHED)


def _unpublished(book: RowStore, link: Link) -> None:
    """Whatever was begun of the round counts as if it had not been."""
    number = link.entry.data["round"]
    book.clear(number, link.seq)
    book.change_round(number, status=PAIRED, opened_at=None, waits_until=None, deal_id=None)


def _dealt(book: RowStore, link: Link) -> None:
    book.change(deal_id=link.entry.data["deal"])


def _opening(book: RowStore, link: Link) -> None:
    """The dice to which people have added so far are those of this round."""
    data = link.entry.data
    times = {name: read_time(data[name]) for name in ("opens_at", "closes_at")}
    opened = {"status": OPENING, "opened_at": read_time(link.at), "deal_id": data.get("deal")}
    book.change(deal_id=None)
    book.change_round(data["round"], **opened, **times)


def _opened(book: RowStore, link: Link) -> None:
    data = link.entry.data
    waits_until = data.get("waits_until")
    book.change_round(data["round"], status=OPEN, waits_until=read_time(waits_until) if waits_until else None)


def _extended(book: RowStore, link: Link) -> None:
    data = link.entry.data
    book.change_round(data["round"], closes_at=read_time(data["closes_at"]))


def _waited(book: RowStore, link: Link) -> None:
    data = link.entry.data
    book.change_round(data["round"], waits_until=read_time(data["waits_until"]))


def _started_without(book: RowStore, link: Link) -> None:
    """Whoever has not come has not shown up, whatever the others play."""
    data = link.entry.data
    book.miss(data["round"], data["absent"])


def _closing(book: RowStore, link: Link) -> None:
    book.change_round(link.entry.data["round"], status=CLOSING)


def _closed(book: RowStore, link: Link) -> None:
    book.change_round(link.entry.data["round"], status=CLOSED, closed_at=read_time(link.at))


def _reopened(book: RowStore, link: Link) -> None:
    """Where everybody gets the same dice, nothing of what was played with the old ones counts any more; elsewhere those
    tables begin anew at which nothing was played."""
    data = link.entry.data
    number, closes_at = data["round"], read_time(data["closes_at"])
    book.drop_rounds(after=number)
    book.change(round=number)
    if data["is_anew"]:
        book.clear(number, link.seq)
        fresh = {"opened_at": None, "closed_at": None, "waits_until": None, "deal_id": None}
        book.change_round(number, status=PUBLISHED, closes_at=closes_at, **fresh)
    else:
        again = frozenset(data["again"])
        book.clear(number, link.seq, again)
        status = OPENING if again else OPEN
        book.change_round(number, status=status, closes_at=closes_at, waits_until=None)
    if book.status == FINISHED:
        book.change(status=RUNNING)


ROUND_HANDLERS: Final[Mapping[str, EventHandler]] = {
    event_kinds.ROUND_PAIRED: _paired,
    event_kinds.ROUND_PUBLISHED: _published,
    event_kinds.ROUND_UNPUBLISHED: _unpublished,
    event_kinds.ROUND_DEALT: _dealt,
    event_kinds.ROUND_OPENING: _opening,
    event_kinds.ROUND_OPENED: _opened,
    event_kinds.ROUND_EXTENDED: _extended,
    event_kinds.ROUND_WAITED: _waited,
    event_kinds.TABLE_STARTED: _started_without,
    event_kinds.ROUND_CLOSING: _closing,
    event_kinds.ROUND_CLOSED: _closed,
    event_kinds.ROUND_REOPENED: _reopened,
}


def _created(book: RowStore, link: Link) -> None:
    data = link.entry.data
    book.change(status=DRAFT, seed=data.get("seed", ""), club_id=data["club"], **_agreed(data))


def _changed(book: RowStore, link: Link) -> None:
    book.change(**_agreed(link.entry.data))


def _agreed(data: Json) -> dict[str, Any]:
    settings = data["settings"]
    return {"settings": canonical(settings), "format": settings["format"], "is_public": data["is_public"]}


def _becomes(status: str) -> EventHandler:
    def apply(book: RowStore, link: Link) -> None:
        book.change(status=status)

    return apply


def _started(book: RowStore, link: Link) -> None:
    data = link.entry.data
    seed = {"seed": data["seed"]} if "seed" in data else {}
    book.change(status=RUNNING, round_count=data["rounds"], **seed)


def _paused(book: RowStore, link: Link) -> None:
    book.change(paused_at=read_time(link.at))


def _resumed(book: RowStore, link: Link) -> None:
    """All times to come are moved: those of later rounds by the settings, those of the latest round here."""
    data = link.entry.data
    book.change(paused_at=None, settings=canonical(data["settings"]))
    if times := {name: read_time(data[name]) for name in ("opens_at", "closes_at", "waits_until") if data.get(name)}:
        book.change_round(book.round, **times)


def _ended(status: str) -> EventHandler:
    def apply(book: RowStore, link: Link) -> None:
        book.change(status=status, paused_at=None)

    return apply


TOURNAMENT_HANDLERS: Final[Mapping[str, EventHandler]] = {
    event_kinds.CREATED: _created,
    event_kinds.CHANGED: _changed,
    event_kinds.PUBLISHED: _becomes(ANNOUNCED),
    event_kinds.UNPUBLISHED: _becomes(DRAFT),
    event_kinds.OPENED: _becomes(REGISTRATION),
    event_kinds.CHECK_IN_OPENED: _becomes(CHECK_IN),
    event_kinds.STARTED: _started,
    event_kinds.PAUSED: _paused,
    event_kinds.RESUMED: _resumed,
    event_kinds.CANCELLED: _ended(CANCELLED),
    event_kinds.FINISHED: _ended(FINISHED),
}


def _recorded(book: RowStore, link: Link) -> None:
    book.record(outcome_of(link.entry.data, link.entry.kind))


def _taken_back(book: RowStore, link: Link) -> None:
    """What was played counts again; where nothing was, the table has no result."""
    data = link.entry.data
    if data["seats"] is None:
        book.unrecord(data["round"], data["table"])
    else:
        _recorded(book, link)


def outcome_of(data: Json, kind: str = event_kinds.RECORDED) -> TableOutcome:
    """The result that an event of some kind holds."""
    seats = tuple(
        SeatRecord(seat["entrant"], seat["score"], seat["rows"], seat["place"], seat["forfeited"])
        for seat in data["seats"]
    )
    return TableOutcome(data["round"], data["table"], data["void"], seats, entered_by(kind, data["source"]))


def entered_by(kind: str, source: str) -> str:
    """How an organiser has entered a result, by its event."""
    if kind == event_kinds.OVERRIDDEN:
        return OVERRIDDEN
    return ENTERED if source == PAPER else ""


RESULT_HANDLERS: Final[Mapping[str, EventHandler]] = {
    event_kinds.RECORDED: _recorded,
    event_kinds.OVERRIDDEN: _recorded,
    event_kinds.TAKEN_BACK: _taken_back,
}
HANDLERS: Final[Mapping[str, EventHandler]] = {
    **TOURNAMENT_HANDLERS,
    **ENTRANT_HANDLERS,
    **ROUND_HANDLERS,
    **RESULT_HANDLERS,
}
"""What each kind of event does to the rows."""


def project(book: RowStore, links: Iterable[Link]) -> None:
    """Bring a book up to date with events that come after all that it holds."""
    for link in links:
        apply = HANDLERS.get(link.entry.kind)
        if apply is None:
            template = "Nothing of the kind “{kind}” happens in a tournament."
            raise Malformed("tournament/kind", template, kind=link.entry.kind)
        apply(book, link)
    book.flush()


def derive_rows(links: Iterable[Link]) -> MemoryRows:
    """What the rows should be by a whole log."""
    memory = MemoryRows()
    project(memory, links)
    return memory
