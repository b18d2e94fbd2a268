"""What happens to a round, from its pairing to its end."""

from collections.abc import Mapping
from typing import Final

from games.clock.site_time import read_time
from games.log.entries import Link
from tournaments.log import kinds
from tournaments.models import tournaments as rows
from tournaments.projections.books import Apply, Book, Seated


def _paired(book: Book, link: Link) -> None:
    data = link.entry.data
    number = data["round"]
    times = {name: read_time(data[name]) for name in ("opens_at", "closes_at")}
    book.change(round=number)
    book.put_round(number, status=rows.PAIRED, waits_until=None, **times)
    book.add_run(number, data["run"], link.seq)
    book.seat(Seated(number, data["tables"], data["byes"], frozenset(data.get("paper", ()))), link.seq)


def _published(book: Book, link: Link) -> None:
    book.change_round(link.entry.data["round"], status=rows.PUBLISHED)


def _unpublished(book: Book, link: Link) -> None:
    """Whatever was begun of the round counts as if it had not been."""
    number = link.entry.data["round"]
    book.clear(number, link.seq)
    book.change_round(number, status=rows.PAIRED, opened_at=None, waits_until=None, deal_id=None)


def _dealt(book: Book, link: Link) -> None:
    book.change(deal_id=link.entry.data["deal"])


def _opening(book: Book, link: Link) -> None:
    """The dice to which people have added so far are those of this round."""
    data = link.entry.data
    times = {name: read_time(data[name]) for name in ("opens_at", "closes_at")}
    opened = {"status": rows.OPENING, "opened_at": read_time(link.at), "deal_id": data.get("deal")}
    book.change(deal_id=None)
    book.change_round(data["round"], **opened, **times)


def _opened(book: Book, link: Link) -> None:
    data = link.entry.data
    waits_until = data.get("waits_until")
    book.change_round(data["round"], status=rows.OPEN, waits_until=read_time(waits_until) if waits_until else None)


def _extended(book: Book, link: Link) -> None:
    data = link.entry.data
    book.change_round(data["round"], closes_at=read_time(data["closes_at"]))


def _waited(book: Book, link: Link) -> None:
    data = link.entry.data
    book.change_round(data["round"], waits_until=read_time(data["waits_until"]))


def _started_without(book: Book, link: Link) -> None:
    """Whoever has not come has not shown up, whatever the others play."""
    data = link.entry.data
    book.miss(data["round"], data["absent"])


def _closing(book: Book, link: Link) -> None:
    book.change_round(link.entry.data["round"], status=rows.CLOSING)


def _closed(book: Book, link: Link) -> None:
    book.change_round(link.entry.data["round"], status=rows.CLOSED, closed_at=read_time(link.at))


def _reopened(book: Book, link: Link) -> None:
    """Where everybody gets the same dice, nothing of what was played with the old ones counts any more; elsewhere those
    tables begin anew at which nothing was played."""
    data = link.entry.data
    number, closes_at = data["round"], read_time(data["closes_at"])
    book.drop_rounds(after=number)
    book.change(round=number)
    if data["is_anew"]:
        book.clear(number, link.seq)
        fresh = {"opened_at": None, "closed_at": None, "waits_until": None, "deal_id": None}
        book.change_round(number, status=rows.PUBLISHED, closes_at=closes_at, **fresh)
    else:
        again = frozenset(data["again"])
        book.clear(number, link.seq, again)
        status = rows.OPENING if again else rows.OPEN
        book.change_round(number, status=status, closes_at=closes_at, waits_until=None)
    if book.status == rows.FINISHED:
        book.change(status=rows.RUNNING)


ROUNDS: Final[Mapping[str, Apply]] = {
    kinds.ROUND_PAIRED: _paired,
    kinds.ROUND_PUBLISHED: _published,
    kinds.ROUND_UNPUBLISHED: _unpublished,
    kinds.ROUND_DEALT: _dealt,
    kinds.ROUND_OPENING: _opening,
    kinds.ROUND_OPENED: _opened,
    kinds.ROUND_EXTENDED: _extended,
    kinds.ROUND_WAITED: _waited,
    kinds.TABLE_STARTED: _started_without,
    kinds.ROUND_CLOSING: _closing,
    kinds.ROUND_CLOSED: _closed,
    kinds.ROUND_REOPENED: _reopened,
}
