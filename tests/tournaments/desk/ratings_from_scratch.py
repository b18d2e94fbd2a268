"""Ratings from scratch, beside the site's own way: from the games' logs, by nothing but the fold."""

from collections import defaultdict
from datetime import datetime

from engine.result import official_result
from games.accounts.models import Actor
from games.clock.site_time import read_time
from games.log.event_store import read_log, record_of
from games.log.models import Event, Game
from games.play.models import Deal
from tournaments.ratings.models import RatedPlayer
from tournaments.ratings.plackett_luce import fold_matches
from tournaments.ratings.values import Match, Seat, Skill


def ratings_from_logs() -> dict[tuple[str, str], Skill]:
    """Everybody's rating in every pool, from the logs of all games in a database in which every game is rated."""
    pools: dict[str, list[Match]] = defaultdict(list)
    fields: dict[str, list[tuple[str, int, bool]]] = defaultdict(list)
    for game in Game.objects.filter(status__in=("finished", "adjudicated")).order_by("pk"):
        rows = read_log(game.pk)
        result = official_result(record_of(rows))
        if result["places"] is None:
            continue
        players = _players(game.pk)
        if rows[0].entry.data["variant"] == "solo":
            fields[str(game.deal_id)].append((players[0], result["scores"][0], 0 in result["forfeits"]))
        else:
            seats = tuple(Seat(player, place) for player, place in zip(players, result["places"], strict=True))
            pools["brikks/duel"].append(Match(_ended(game.pk), game.pk, seats))
    for deal, runs in fields.items():
        closed = Deal.objects.get(pk=deal).closed_at
        if closed is not None and len(runs) > 1:
            pools["brikks/duplicate"].append(Match(closed, deal, _field(runs)))
    return {(pool, player): skill for pool, matches in pools.items() for player, skill in _folded(matches).items()}


def _players(game: str) -> list[str]:
    """Who sat where."""
    accounts = dict(Actor.objects.filter(game=game).values_list("name", "account"))
    joined = Event.objects.filter(game=game, kind="game/joined").order_by("seat").values_list("actor", flat=True)
    return [RatedPlayer.objects.get(account=accounts[actor]).pk for actor in joined]


def _ended(game: str) -> datetime:
    [at] = Event.objects.filter(game=game, kind__in=("game/finished", "game/adjudicated")).values_list("at", flat=True)
    return read_time(at)


def _field(runs: list[tuple[str, int, bool]]) -> tuple[Seat, ...]:
    """Everybody's place on a deal: one more than how many did better; whoever has forfeited is behind all others."""
    worth = {player: -1 if has_forfeited else score for player, score, has_forfeited in runs}
    return tuple(sorted(Seat(one, 1 + sum(other > own for other in worth.values())) for one, own in worth.items()))


def _folded(matches: list[Match]) -> dict[str, Skill]:
    skills: dict[str, Skill] = {}
    for _ in fold_matches(sorted(matches, key=lambda match: match.position), skills):
        pass
    return skills
