"""`docs/events.md`, made of the declared kinds and of who writes them."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from brikks_site.bootstrap import ROOT
from brikks_site.event_catalogue.kinds import (
    ADDED_TO_RULES,
    DISPUTE_KINDS,
    GAME_KINDS,
    TOURNAMENT_KINDS,
    EventKind,
    Field,
    rules_kinds,
)
from brikks_site.event_catalogue.writers import RULES, read_code, writers_by_kind
from engine.registry import AnyGame, registered

PAGE: Final = ROOT / "docs" / "events.md"
COMMAND: Final = "python -m brikks_site.event_catalogue"
INTRODUCTION: Final = f"""\
# Every event

A log is a list of events, each with its `kind` and its `data`. Nothing else ever changes a game or a tournament:
whatever the tables of the database say beside the logs follows from them. [record.md](record.md) says how an event is
written and hashed, [architecture.md](architecture.md) how one comes into a log.

This page is made by `.venv/bin/{COMMAND}`, from `brikks_site/event_catalogue/kinds.py` and from the
functions that write events. A test fails when it is out of date.

- A field in brackets is not always there.
- Words that people write are never in a log: it holds a salted hash, and the words are kept where they can be erased.
- “Written by” names the functions that add the event. `games.play.automatic_events.add_automatic_events` runs at the
  end of every command on a game and adds what nobody has to choose.
"""
OF_GAMES: Final = """\
## Games: the platform's own events

The rules of a game take no notice of them. The constants are in `games/log/fold.py`.
"""
OF_DISPUTES: Final = """\
## Games: disputes and rulings

The constants are in `games/log/disputes.py`.
"""
OF_TOURNAMENTS: Final = """\
## Tournaments

The constants are in `tournaments/events/event_kinds.py`; what each kind does to the rows is in
`tournaments/events/projections/handlers.py`.
"""


def event_page() -> str:
    """The whole page."""
    writers = writers_by_kind(read_code())
    parts = [
        INTRODUCTION,
        OF_GAMES,
        *_table(GAME_KINDS, writers),
        OF_DISPUTES,
        *_table(DISPUTE_KINDS, writers),
        *(part for game in _games() for part in _rules(game, writers)),
        OF_TOURNAMENTS,
        *_table(TOURNAMENT_KINDS, writers),
    ]
    return "\n".join(parts)


def _games() -> list[AnyGame]:
    """The newest version of the rules of every game."""
    return list({game.key: game for game in registered()}.values())


def _rules(game: AnyGame, writers: dict[str, list[str]]) -> Iterator[str]:
    yield f"## Games: the rules of {game.key.capitalize()}\n"
    yield f"Each belongs to a seat. All of them are written by {_named(writers[RULES])}.\n"
    yield f"The platform may add to their data: {_fields(ADDED_TO_RULES)}.\n"
    yield "| kind | meaning | data |\n|---|---|---|"
    yield from (f"| `{one.kind}` | {one.meaning} | {_fields(_own_fields(one))} |" for one in rules_kinds(game))
    yield ""


def _own_fields(one: EventKind) -> list[Field]:
    return [field for field in one.fields if field not in ADDED_TO_RULES]


def _table(kinds: Iterable[EventKind], writers: dict[str, list[str]]) -> Iterator[str]:
    yield "| kind | meaning | data | written by |\n|---|---|---|---|"
    yield from (
        f"| `{one.kind}` | {one.meaning} | {_fields(one.fields)} | {_named(_writers(one, writers))} |" for one in kinds
    )
    yield ""


def _writers(one: EventKind, writers: dict[str, list[str]]) -> list[str]:
    """Those of the kind, or of all kinds with its beginning where it is put together from parts."""
    beginning = one.kind.partition("/")[0]
    found = writers.get(one.kind) or writers.get(f"{beginning}/*")
    if not found:
        raise LookupError(f"Nobody writes {one.kind}.")
    return found


def _fields(fields: Sequence[Field]) -> str:
    return "; ".join(map(_field, fields)) or "nothing"


def _field(field: Field) -> str:
    name = f"`{field.name}`" if field.is_always_there else f"(`{field.name}`)"
    return f"{name}: {field.meaning}" if field.meaning else name


def _named(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def write_page(path: Path = PAGE) -> None:
    """Write the page anew."""
    path.write_text(event_page(), encoding="utf-8")


def is_current(path: Path = PAGE) -> bool:
    """Whether the page is what would be written."""
    return path.is_file() and path.read_text(encoding="utf-8") == event_page()
