"""The games of a tournament: each belongs to the table that its own log names, was begun when that log says, and came
out as the tournament counts it."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from engine.log import read_body
from engine.protocol import Json
from engine.result import VOIDED
from games.log.entries import Link
from games.log.models import Event
from games.play.models import GameCard, ResultChange, SeatResult
from games.statuses import ADJUDICATED, FINISHED
from tournaments.audit.findings import TournamentFindings
from tournaments.audit.pending_results import PendingResults
from tournaments.audit.rows import StoredRows
from tournaments.events.event_kinds import OVERRIDDEN, ROUND_OPENING, ROUND_REOPENED, TABLE_STARTED
from tournaments.events.models import Tournament
from tournaments.events.projections.handlers import RESULT_HANDLERS
from tournaments.events.projections.memory import MemoryRows
from tournaments.events.statuses import CANCELLED, CLOSED

ENDED: Final = (FINISHED, ADJUDICATED, VOIDED)


class TableName(NamedTuple):
    """A table, as logs name it."""

    round: int
    table: int


class Anchored(NamedTuple):
    """A game of a tournament, and which event of the tournament's log its own log names."""

    game: str
    at: TableName
    seq: int
    hash: str
    follows: str | None = None
    """The game at the same table that has waited for somebody in vain."""


def anchored_games(tournament_id: str) -> list[Anchored]:
    """The games whose logs say that they belong to a tournament, in the order in which they were made."""
    games = GameCard.objects.filter(tournament=tournament_id).values("pk")
    firsts = Event.objects.filter(game__in=games, seq=1).order_by("pk").values_list("game", "body")
    return [_anchored(game, read_body(body)["data"]) for game, body in firsts.iterator()]


def _anchored(game: str, created: Json) -> Anchored:
    at, follows = created["tournament"], created.get("follows") or {}
    return Anchored(game, TableName(at["round"], at["table"]), at["seq"], at["hash"], follows.get("game"))


def linked_games(derived: MemoryRows, games: Iterable[Anchored]) -> dict[TableName, str]:
    """Which game belongs to which table: the last that was made for it, as long as nothing has undone that."""
    return {
        game.at: game.game
        for game in games
        if game.at.round in derived.rounds
        and game.at.table in derived.rounds[game.at.round].tables
        and game.seq >= derived.rounds[game.at.round].since[game.at.table]
    }


def check_games(
    found: TournamentFindings, tournament: Tournament, stored: StoredRows, derived: MemoryRows, links: list[Link]
) -> None:
    """Name every game that is at another table than its log says, and every result that is not that of its game."""
    games = anchored_games(tournament.pk)
    for game in games:
        if not 0 < game.seq <= len(links) or links[game.seq - 1].hash != game.hash:
            sentence = f"Game {game.game} was begun after an event with another hash, or one that is gone."
            found.add("anchor/hash", sentence, game.seq)
    _check_started(found, games, links)
    linked = linked_games(derived, games)
    for number, tables in stored.tables.items():
        for at, table in tables.items():
            wanted = linked.get(TableName(number, at))
            if table.game_id != wanted:
                sentence = f"Table {at} of round {number} has game {table.game_id}, by the games it has {wanted}."
                found.add("table/game", sentence)
    if tournament.status != CANCELLED:
        _check_results(found, derived, links)


def _check_started(found: TournamentFindings, games: Iterable[Anchored], links: list[Link]) -> None:
    """Every table that has started without somebody has a game that follows the one that was called off, and no other
    game follows one."""
    followed = {(game.at, game.seq): game.follows for game in games if game.follows is not None}
    for link in links:
        if link.entry.kind == TABLE_STARTED:
            data = link.entry.data
            at = TableName(data["round"], data["table"])
            if followed.pop((at, link.seq), None) != data["called_off"]:
                sentence = f"Table {at.table} of round {at.round} started without somebody, but not with such a game."
                found.add("anchor/started", sentence, link.seq)
    for (at, seq), game in followed.items():
        sentence = f"At table {at.table} of round {at.round} a game follows {game}, of which the log says nothing."
        found.add("anchor/follows", sentence, seq)


def _check_results(found: TournamentFindings, derived: MemoryRows, links: list[Link]) -> None:
    """Hold the latest result of each table against its game, unless an organiser has decided otherwise."""
    for number, whole in derived.rounds.items():
        for at, table in whole.tables.items():
            if whole.row.status == CLOSED and not table.is_done:
                found.add("result/missing", f"Round {number} is closed, but table {at} has no result.")
    latest = _latest_results(derived, links)
    games = [link.entry.data["game"] for link in latest if "game" in link.entry.data]
    results, hashes = _outcomes_of_games(games), _hashes_of(latest)
    absent, left_behind = _absent(links), _left_behind(links)
    for link in latest:
        data = link.entry.data
        if link.entry.kind == OVERRIDDEN or "game" not in data:
            continue
        if hashes.get((data["game"], data["game_seq"])) != data["game_hash"]:
            found.add("result/anchor", f"The log of game {data['game']} has another event there.", link.seq)
        result = results.get(data["game"])
        name = TableName(data["round"], data["table"])
        away = absent.get(name.round, frozenset()) | left_behind.get(name, frozenset())
        if result is not None and result != _outcome_in_log(data, away, len(result.seats)):
            sentence = f"Table {data['table']} of round {data['round']} came out otherwise in game {data['game']}."
            found.add("result/differs", sentence, link.seq)


def _latest_results(derived: MemoryRows, links: Iterable[Link]) -> list[Link]:
    """The results that count: the last of each table since it has its game."""
    latest: dict[TableName, Link] = {}
    for link in links:
        if link.entry.kind in RESULT_HANDLERS:
            at = TableName(link.entry.data["round"], link.entry.data["table"])
            if at.round in derived.rounds and link.seq > derived.rounds[at.round].since.get(at.table, 0):
                latest[at] = link
    return list(latest.values())


def _absent(links: Iterable[Link]) -> dict[int, frozenset[str]]:
    """By rounds, who had no seat in the games because they had left before."""
    absent: dict[int, frozenset[str]] = {}
    for link in links:
        data = link.entry.data
        if link.entry.kind == ROUND_OPENING:
            absent[data["round"]] = frozenset(data["absent"])
        elif link.entry.kind == ROUND_REOPENED:
            absent[data["round"]] = absent[data["round"]].union(data["absent"])
    return absent


def _left_behind(links: Iterable[Link]) -> dict[TableName, frozenset[str]]:
    """By tables, who had no seat in the game because it started without them."""
    left: dict[TableName, frozenset[str]] = {}
    for link in links:
        kind, data = link.entry.kind, link.entry.data
        if kind == TABLE_STARTED:
            left[TableName(data["round"], data["table"])] = frozenset(data["absent"])
        elif kind in (ROUND_OPENING, ROUND_REOPENED):
            again = data["again"] if kind == ROUND_REOPENED else None
            left = {at: away for at, away in left.items() if not _begins_anew(at, data["round"], again)}
    return left


def _begins_anew(at: TableName, number: int, again: list[int] | None) -> bool:
    """Whether a table begins anew when a round is opened, or opened again for some tables."""
    return at.round == number and (again is None or at.table in again)


class GameOutcome(NamedTuple):
    """How a game came out, as far as both sides tell it."""

    is_void: bool
    seats: tuple[tuple[Any, ...], ...]
    """Score, place and whether it was forfeited; of a game that counts for nobody only the scores."""


def _outcome_in_log(data: Json, absent: frozenset[str], number: int) -> GameOutcome:
    """The result as the tournament's log tells it, for so many seats: without those who had none."""
    seats = data["seats"]
    if len(seats) > number:
        seats = [seat for seat in seats if seat["entrant"] not in absent]
    return _comparable_outcome(data["void"], ((seat["score"], seat["place"], seat["forfeited"]) for seat in seats))


def _comparable_outcome(is_void: bool, seats: Iterable[tuple[Any, ...]]) -> GameOutcome:
    return GameOutcome(is_void, tuple(seat[:1] if is_void else seat for seat in seats))


def _outcomes_of_games(games: list[str]) -> Mapping[str, GameOutcome]:
    """The results of games, of which the audit of games says whether they follow from their logs; but for those of
    which word may still be on its way: their logs have grown lately."""
    words = set(ResultChange.objects.filter(pk__in=games).values_list("pk", flat=True))
    waiting = words & PendingResults().recent if words else words
    cards = GameCard.objects.filter(pk__in=[game for game in games if game not in waiting], status__in=ENDED)
    statuses = dict(cards.values_list("pk", "status"))
    seats: dict[str, list[tuple[Any, ...]]] = {game: [] for game in statuses}
    found = SeatResult.objects.filter(game__in=statuses).order_by("game", "seat")
    for game, score, place, has_forfeited in found.values_list("game", "score", "place", "has_forfeited"):
        seats[game].append((score, place, has_forfeited))
    return {game: _comparable_outcome(status == VOIDED, seats[game]) for game, status in statuses.items()}


def _hashes_of(latest: list[Link]) -> dict[tuple[str, int], str]:
    """The hashes of the events of games that results name."""
    named = {(link.entry.data["game"], link.entry.data["game_seq"]) for link in latest if "game" in link.entry.data}
    events = Event.objects.filter(game__in={game for game, _ in named}, seq__in={seq for _, seq in named})
    return {(game, seq): link for game, seq, link in events.values_list("game", "seq", "hash").iterator()}
