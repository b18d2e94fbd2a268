"""The log of a tournament for people: what happened, when, who did it, the reasons they gave, the rulings upon games
that results follow, and how much of the log a signed checkpoint vouches for."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Final, NamedTuple, TypeAlias

from engine.log import read_body
from engine.protocol import Json
from games.accounts.callers import Viewer
from games.accounts.models import Account, Actor
from games.accounts.name_visibility import known_by_name, private_player_name
from games.clock.site_time import read_time
from games.log.checkpoint_proofs import proof_of
from games.log.disputes import FORFEITED_KIND, REVERSED_KIND, VOIDED_KIND
from games.log.entries import SYSTEM
from games.log.models import Checkpoint, ErasableText, Event
from games.refusals import NotFound
from tournaments.events.event_kinds import CANCELLED, ROUND_PAIRED, TABLE_STARTED
from tournaments.events.log.event_store import TOURNAMENT_LOGS
from tournaments.events.models import Round, TournamentActor, TournamentEvent, TournamentLeaf, TournamentText
from tournaments.events.selectors.visibility import SeenTournament
from tournaments.events.statuses import PAIRED

RESULT_CHANGING_KINDS: Final = (VOIDED_KIND, FORFEITED_KIND, REVERSED_KIND)
"""The rulings after which a game may have another result."""
_RULING_COLUMNS: Final = ("game", "seq", "kind", "body")


class ResultRuling(NamedTuple):
    """A ruling upon the game of a table."""

    game: str
    seq: int
    how: str
    name: str | None
    """Of whoever gave it; None for somebody whose account is gone."""
    reason: str | None
    """The words that they gave for it, unless they were erased."""


def rulings_by_game_hash(seen: SeenTournament, results: Iterable[Json]) -> dict[str, ResultRuling]:
    """By the hashes of the games' events that results name, the ruling that each follows; none for whoever may not see
    the games."""
    if seen.settings.games != "public" and not seen.runs_it:
        return {}
    named = {said["game_hash"]: (said["game"], said["game_seq"]) for said in results if "game_hash" in said}
    rulings = _rulings({game for game, _ in named.values()}, seen.viewer)
    return {
        link: found[-1]
        for link, (game, seq) in named.items()
        if (found := [one for one in rulings if one.game == game and one.seq <= seq])
    }


def _rulings(games: set[str], viewer: Viewer) -> list[ResultRuling]:
    """The rulings upon some games, in their order."""
    events = Event.objects.filter(game__in=games, kind__in=RESULT_CHANGING_KINDS).order_by("game", "seq")
    found = [(game, seq, kind, read_body(body)) for game, seq, kind, body in events.values_list(*_RULING_COLUMNS)]
    names = _ruler_names([game for game, *_ in found], viewer)
    texts = _ruling_reasons([body["data"].get("reason", "") for *_, body in found])
    return [
        ResultRuling(game, seq, kind, names.get((game, body["actor"])), texts.get(body["data"].get("reason", "")))
        for game, seq, kind, body in found
    ]


def _ruler_names(games: Iterable[str], viewer: Viewer) -> dict[tuple[str, str], str]:
    actors = list(Actor.objects.filter(game__in=games).select_related("account"))
    known = known_by_name([actor.account for actor in actors], viewer)
    return {
        (one.game_id, one.name): one.account.display_name if one.account_id in known else private_player_name()
        for one in actors
    }


def _ruling_reasons(hashes: Iterable[str]) -> dict[str, str]:
    return dict(ErasableText.objects.filter(sha256__in=hashes).values_list("sha256", "text"))


EVENTS_PER_PAGE: Final = 100
ActorNames: TypeAlias = Mapping[str, tuple[str, str | None]]
"""What the actors of a log are called, and under which handle everybody may look them up."""


class ShownEvent(NamedTuple):
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
    ruled: ResultRuling | None = None
    """The ruling upon a game that a result follows."""
    handle: str | None = None
    """Of the person who did it, if their profile is everybody's to see."""


def log_events(seen: SeenTournament, before: int | None = None, most: int = EVENTS_PER_PAGE) -> list[ShownEvent]:
    """The events of a tournament, the latest first, below a number if one is given."""
    events = TournamentEvent.objects.filter(tournament=seen.tournament).order_by("-seq")
    if before is not None:
        events = events.filter(seq__lt=before)
    rows = list(events[:most])
    bodies = [read_body(row.body) for row in rows]
    names = _actor_names(seen, {body["actor"] for body in bodies})
    texts = _reasons(seen, {body["data"]["reason"] for body in bodies if isinstance(body["data"].get("reason"), str)})
    prepared = None if seen.runs_it else _prepared_round(seen)
    rulings = rulings_by_game_hash(seen, [body["data"] for body in bodies])
    told = [_shown_event(row, body, names, texts, prepared) for row, body in zip(rows, bodies, strict=True)]
    return [one._replace(ruled=rulings.get((one.data or {}).get("game_hash", ""))) for one in told]


def cancel_reason(seen: SeenTournament) -> str:
    """The words with which a tournament was called off, empty for one that was not, or if they were erased."""
    event = TournamentEvent.objects.filter(tournament=seen.tournament, kind=CANCELLED).first()
    digest = read_body(event.body)["data"].get("reason", "") if event else ""
    return _reasons(seen, {digest}).get(digest, "") if digest else ""


def start_without_event(seen: SeenTournament, number: int, table: int) -> ShownEvent | None:
    """The event with which a table has started without somebody; None for one that has not."""
    started = TournamentEvent.objects.filter(tournament=seen.tournament, kind=TABLE_STARTED).order_by("-seq")
    for row in started.iterator():
        body = read_body(row.body)
        data = body["data"]
        if (data["round"], data["table"]) == (number, table):
            texts = _reasons(seen, {data.get("reason", "")})
            return _shown_event(row, body, _actor_names(seen, {body["actor"]}), texts, None)
    return None


def _shown_event(
    row: TournamentEvent, body: Json, names: ActorNames, texts: dict[str, str], prepared: int | None
) -> ShownEvent:
    data, actor = body["data"], body["actor"]
    is_prepared = row.kind == ROUND_PAIRED and data["round"] == prepared
    reason = texts.get(data.get("reason", ""))
    shown = None if is_prepared else data
    at = read_time(row.at)
    name, handle = names.get(actor, (None, None))
    return ShownEvent(row.seq, row.hash, row.kind, at, actor, actor == SYSTEM, name, shown, reason, handle=handle)


def _prepared_round(seen: SeenTournament) -> int | None:
    """The round of which the viewer may not see the pairing yet."""
    latest = Round.objects.filter(tournament=seen.tournament, status=PAIRED)
    return latest.values_list("number", flat=True).first()


def _actor_names(seen: SeenTournament, actors: set[str]) -> ActorNames:
    found = TournamentActor.objects.filter(tournament=seen.tournament, name__in=actors).select_related("account")
    known = known_by_name([one.account for one in found], seen.viewer)
    return {one.name: _actor_name(one.account, known) for one in found}


def _actor_name(account: Account, known: Collection[int]) -> tuple[str, str | None]:
    if account.pk not in known:
        return private_player_name(), None
    return account.display_name, account.username if account.is_open else None


def _reasons(seen: SeenTournament, digests: set[str]) -> dict[str, str]:
    found = TournamentText.objects.filter(tournament=seen.tournament, sha256__in=digests)
    return dict(found.values_list("sha256", "text"))


class SignedEnd(NamedTuple):
    """The end that a log had when the newest checkpoint over it was signed."""

    seq: int
    hash: str
    checkpoint: int
    at: datetime


def signed_end(seen: SeenTournament) -> SignedEnd | None:
    """Up to where the log of a tournament is signed; None before the first checkpoint over it."""
    leaf = TournamentLeaf.objects.filter(tournament=seen.tournament).order_by("-checkpoint").first()
    if leaf is None:
        return None
    at = Checkpoint.objects.values_list("at", flat=True).get(pk=leaf.checkpoint_id)
    return SignedEnd(leaf.seq, leaf.hash, leaf.checkpoint_id, read_time(at))


def see_log_proof(seen: SeenTournament) -> Json:
    """The newest signed note that covers the log of a tournament, and the way from the log to it."""
    proof = proof_of(seen.tournament.pk, logs=TOURNAMENT_LOGS)
    if proof is None:
        raise NotFound("proof/none", "No checkpoint covers this log yet; one is made every minute.")
    return proof
