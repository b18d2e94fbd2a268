"""What becomes of solo runs when an account is erased: those go that nobody else is compared with."""

from tournaments.leaderboards.rows import replace_rows_of
from tournaments.models import FormerSeat, SoloRun
from tournaments.ratings.pools import pools_of_run
from tournaments.ratings.values import PlayerId
from tournaments.solo.rebuilding import standings_in


def forget_runs(player: PlayerId) -> None:
    """Drop the runs of a player but for those on the dice of a round, which others have played too; inside the caller's
    transaction, which holds all pools."""
    kept = FormerSeat.objects.filter(player=player)
    alone = SoloRun.objects.filter(player=player).exclude(game__in=kept.values("game"))
    levels = list(alone.order_by().values_list("key", "level").distinct())
    alone.delete()
    for pool in sorted({pool for key, level in levels for pool in pools_of_run(key, level)}):
        replace_rows_of(pool, [player], standings_in(pool, player))
