"""What becomes of ratings and solo runs when an account is erased: nobody else's figures change, and nobody knows any
more whose some of them were. What no figure of anybody else rests on goes.
"""

from collections import defaultdict
from typing import Final

from django.db import connection
from django.db.models import Q, QuerySet

from games.play.models import PlayerGame
from games.statuses import ABORTED
from tournaments.ratings.leaderboards.aggregate import BoardStanding
from tournaments.ratings.leaderboards.row_store import Boards, replace_rows_of, write_rows
from tournaments.ratings.models import BoardRow, FormerSeat, RatedPlayer, RatedSeat, SoloRun
from tournaments.ratings.players import make_players, players_of
from tournaments.ratings.pools import lock_every_pool, pools_of_run
from tournaments.ratings.solo.services import derive_standings
from tournaments.ratings.values import PlayerId
from tournaments.variants import SOLO


def forget_runs(player: PlayerId) -> None:
    """Drop the runs of a player but for those on the dice of a round, which others have played too; inside the caller's
    transaction, which holds all pools."""
    kept = FormerSeat.objects.filter(player=player)
    alone = SoloRun.objects.filter(player=player).exclude(game__in=kept.values("game"))
    levels = list(alone.order_by().values_list("key", "level").distinct())
    alone.delete()
    for pool in sorted({pool for key, level in levels for pool in pools_of_run(key, level)}):
        replace_rows_of(pool, [player], derive_standings(pool, player))


_ROW: Final = ("pool", "generation", *BoardStanding._fields)
_ON_OWN_DICE: Final = (
    Q(game__card__deal=None) | Q(game__card__deal__is_shared=False) | Q(game__card__tournament__isnull=True)
)
_UNUSED: Final = "DELETE FROM tournaments_ratedplayer WHERE id = %s"


def forget_player(account: int) -> None:
    """Keep where an account sat in rated games with others under the id of its ratings, which is nobody's then, take it
    off all leaderboards and drop its other runs; inside the transaction in which it goes."""
    seats = list(_seats_with_others(account).order_by("game", "seat").values_list("game", "seat"))
    player = (make_players if seats else players_of)([account]).get(account)
    if player is None:
        return
    former = [FormerSeat(game_id=game, seat=seat, player_id=player) for game, seat in seats]
    FormerSeat.objects.bulk_create(former, ignore_conflicts=True)
    # Before the row of the player, as whoever counts runs has it.
    lock_every_pool()
    RatedPlayer.objects.filter(pk=player).update(account=None)
    forget_runs(player)
    _take_off(player)
    if not seats and not RatedSeat.objects.filter(player=player).exists():
        _drop(player)


def _seats_with_others(account: int) -> QuerySet[PlayerGame]:
    """Where an account sat in rated games that the figures of others rest on: at a table with them, or on the same dice
    in a tournament."""
    rated = PlayerGame.objects.filter(account=account, game__card__is_rated=True)
    return rated.exclude(game__card__status=ABORTED).exclude(_ON_OWN_DICE, game__card__variant=SOLO)


def _drop(player: PlayerId) -> None:
    """Delete the id of somebody whom no row names any more, without going through a ledger in which they never were."""
    with connection.cursor() as cursor:
        cursor.execute(_UNUSED, [player])


def _take_off(player: PlayerId) -> None:
    """Let a player have no place on any board: in what is shown, and in what is computed aside."""
    pools = {pool.key: pool for pool in lock_every_pool()}
    rows: dict[tuple[str, int], list[BoardStanding]] = defaultdict(list)
    numbers = (number for pool in pools.values() for number in (pool.generation, pool.building))
    generations = {number for number in numbers if number is not None}
    listed = BoardRow.objects.filter(pool__in=pools, generation__in=generations, player=player, is_listed=True)
    for pool, generation, *row in listed.values_list(*_ROW):
        rows[pool, generation].append(BoardStanding(*row)._replace(is_listed=False))
    for (key, generation), own in sorted(rows.items()):
        pool = pools[key]
        if pool.generation == generation:
            pool.version += 1
            pool.save(update_fields=["version"])
        write_rows(Boards(key, generation, pool.version if pool.generation == generation else 0), own)
