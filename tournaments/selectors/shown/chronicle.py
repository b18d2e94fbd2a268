"""The log of a tournament for people: what happened, when, who did it, and the reasons they gave."""

from datetime import datetime
from typing import Final, NamedTuple

from engine.log import read_body
from engine.protocol import Json
from games.clocks.clock import read_time
from games.log.entries import SYSTEM
from tournaments.log.kinds import ROUND_PAIRED
from tournaments.models import Round, TournamentActor, TournamentEvent, TournamentText
from tournaments.models.tournaments import PAIRED
from tournaments.selectors.tournaments import SeenTournament

PER_PAGE: Final = 100


class Told(NamedTuple):
    """One event of the log."""

    seq: int
    hash: str
    kind: str
    at: datetime
    actor: str
    is_by_system: bool
    name: str | None
    """Of the person who did it; None for the machine and for somebody whose account is gone."""
    data: Json | None
    """What it says; None for a pairing that is not published, of which only the hash is shown."""
    reason: str | None
    """The words that somebody gave for it, unless they were erased."""


def chronicle(seen: SeenTournament, before: int | None = None, most: int = PER_PAGE) -> list[Told]:
    """The events of a tournament, the latest first, below a number if one is given."""
    events = TournamentEvent.objects.filter(tournament=seen.tournament).order_by("-seq")
    if before is not None:
        events = events.filter(seq__lt=before)
    rows = list(events[:most])
    bodies = [read_body(row.body) for row in rows]
    names = _names(seen, {body["actor"] for body in bodies})
    texts = _texts(seen, {body["data"]["reason"] for body in bodies if isinstance(body["data"].get("reason"), str)})
    prepared = None if seen.runs_it else _prepared(seen)
    return [_told(row, body, names, texts, prepared) for row, body in zip(rows, bodies, strict=True)]


def _told(row: TournamentEvent, body: Json, names: dict[str, str], texts: dict[str, str], prepared: int | None) -> Told:
    data, actor = body["data"], body["actor"]
    is_prepared = row.kind == ROUND_PAIRED and data["round"] == prepared
    reason = texts.get(data.get("reason", ""))
    shown = None if is_prepared else data
    at = read_time(row.at)
    return Told(row.seq, row.hash, row.kind, at, actor, actor == SYSTEM, names.get(actor), shown, reason)


def _prepared(seen: SeenTournament) -> int | None:
    """The round of which the viewer may not see the pairing yet."""
    latest = Round.objects.filter(tournament=seen.tournament, status=PAIRED)
    return latest.values_list("number", flat=True).first()


def _names(seen: SeenTournament, actors: set[str]) -> dict[str, str]:
    found = TournamentActor.objects.filter(tournament=seen.tournament, name__in=actors)
    return dict(found.values_list("name", "account__display_name"))


def _texts(seen: SeenTournament, digests: set[str]) -> dict[str, str]:
    found = TournamentText.objects.filter(tournament=seen.tournament, sha256__in=digests)
    return dict(found.values_list("sha256", "text"))
