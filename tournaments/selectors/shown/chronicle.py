"""The log of a tournament for people: what happened, when, who did it, and the reasons they gave."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final, NamedTuple, TypeAlias

from engine.log import read_body
from engine.protocol import Json
from games.accounts.models import Account
from games.accounts.name_visibility import known_by_name, private_player_name
from games.clock.site_time import read_time
from games.log.entries import SYSTEM
from tournaments.log.kinds import CANCELLED, ROUND_PAIRED, TABLE_STARTED
from tournaments.models import Round, TournamentActor, TournamentEvent, TournamentText
from tournaments.models.tournaments import PAIRED
from tournaments.selectors.shown.rulings import Ruled, rulings_behind
from tournaments.selectors.tournaments import SeenTournament

PER_PAGE: Final = 100
Names: TypeAlias = Mapping[str, tuple[str, str | None]]
"""What the actors of a log are called, and under which handle everybody may look them up."""


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
    ruled: Ruled | None = None
    """The ruling upon a game that a result follows."""
    handle: str | None = None
    """Of the person who did it, if their profile is everybody's to see."""


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
    rulings = rulings_behind(seen, [body["data"] for body in bodies])
    told = [_told(row, body, names, texts, prepared) for row, body in zip(rows, bodies, strict=True)]
    return [one._replace(ruled=rulings.get((one.data or {}).get("game_hash", ""))) for one in told]


def why_called_off(seen: SeenTournament) -> str:
    """The words with which a tournament was called off, empty for one that was not, or if they were erased."""
    event = TournamentEvent.objects.filter(tournament=seen.tournament, kind=CANCELLED).first()
    digest = read_body(event.body)["data"].get("reason", "") if event else ""
    return _texts(seen, {digest}).get(digest, "") if digest else ""


def why_started_without(seen: SeenTournament, number: int, table: int) -> Told | None:
    """The event with which a table has started without somebody; None for one that has not."""
    started = TournamentEvent.objects.filter(tournament=seen.tournament, kind=TABLE_STARTED).order_by("-seq")
    for row in started.iterator():
        body = read_body(row.body)
        data = body["data"]
        if (data["round"], data["table"]) == (number, table):
            texts = _texts(seen, {data.get("reason", "")})
            return _told(row, body, _names(seen, {body["actor"]}), texts, None)
    return None


def _told(row: TournamentEvent, body: Json, names: Names, texts: dict[str, str], prepared: int | None) -> Told:
    data, actor = body["data"], body["actor"]
    is_prepared = row.kind == ROUND_PAIRED and data["round"] == prepared
    reason = texts.get(data.get("reason", ""))
    shown = None if is_prepared else data
    at = read_time(row.at)
    name, handle = names.get(actor, (None, None))
    return Told(row.seq, row.hash, row.kind, at, actor, actor == SYSTEM, name, shown, reason, handle=handle)


def _prepared(seen: SeenTournament) -> int | None:
    """The round of which the viewer may not see the pairing yet."""
    latest = Round.objects.filter(tournament=seen.tournament, status=PAIRED)
    return latest.values_list("number", flat=True).first()


def _names(seen: SeenTournament, actors: set[str]) -> Names:
    found = TournamentActor.objects.filter(tournament=seen.tournament, name__in=actors).select_related("account")
    known = known_by_name([one.account for one in found], seen.viewer)
    return {one.name: _name(one.account, known) for one in found}


def _name(account: Account, known: Collection[int]) -> tuple[str, str | None]:
    if account.pk not in known:
        return private_player_name(), None
    return account.display_name, account.username if account.is_open else None


def _texts(seen: SeenTournament, digests: set[str]) -> dict[str, str]:
    found = TournamentText.objects.filter(tournament=seen.tournament, sha256__in=digests)
    return dict(found.values_list("sha256", "text"))
