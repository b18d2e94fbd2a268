"""What happens to a whole tournament."""

from collections.abc import Mapping
from typing import Any, Final

from engine.canonical import canonical
from engine.protocol import Json
from games.clock.site_time import read_time
from games.log.entries import Link
from tournaments.log import kinds
from tournaments.models import tournaments as rows
from tournaments.projections.books import Apply, Book


def _created(book: Book, link: Link) -> None:
    data = link.entry.data
    book.change(status=rows.DRAFT, seed=data.get("seed", ""), club_id=data["club"], **_agreed(data))


def _changed(book: Book, link: Link) -> None:
    book.change(**_agreed(link.entry.data))


def _agreed(data: Json) -> dict[str, Any]:
    settings = data["settings"]
    return {"settings": canonical(settings), "format": settings["format"], "is_public": data["is_public"]}


def _becomes(status: str) -> Apply:
    def apply(book: Book, link: Link) -> None:
        book.change(status=status)

    return apply


def _started(book: Book, link: Link) -> None:
    data = link.entry.data
    seed = {"seed": data["seed"]} if "seed" in data else {}
    book.change(status=rows.RUNNING, round_count=data["rounds"], **seed)


def _paused(book: Book, link: Link) -> None:
    book.change(paused_at=read_time(link.at))


def _resumed(book: Book, link: Link) -> None:
    """All times to come are moved: those of later rounds by the settings, those of the latest round here."""
    data = link.entry.data
    book.change(paused_at=None, settings=canonical(data["settings"]))
    if times := {name: read_time(data[name]) for name in ("opens_at", "closes_at", "waits_until") if data.get(name)}:
        book.change_round(book.round, **times)


def _ended(status: str) -> Apply:
    def apply(book: Book, link: Link) -> None:
        book.change(status=status, paused_at=None)

    return apply


TOURNAMENTS: Final[Mapping[str, Apply]] = {
    kinds.CREATED: _created,
    kinds.CHANGED: _changed,
    kinds.PUBLISHED: _becomes(rows.ANNOUNCED),
    kinds.UNPUBLISHED: _becomes(rows.DRAFT),
    kinds.OPENED: _becomes(rows.REGISTRATION),
    kinds.CHECK_IN_OPENED: _becomes(rows.CHECK_IN),
    kinds.STARTED: _started,
    kinds.PAUSED: _paused,
    kinds.RESUMED: _resumed,
    kinds.CANCELLED: _ended(rows.CANCELLED),
    kinds.FINISHED: _ended(rows.FINISHED),
}
