"""Whether the solo table is what follows from results: the runs from the rows of games, the leaderboards from the runs.

What may still be to be counted is told by the logs (`pending`); the leaderboards follow the runs at once.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from games.integrity.audit.findings import Finding, Report
from tournaments.audit.pending_results import PendingResults
from tournaments.ratings.leaderboards.aggregate import BoardStanding
from tournaments.ratings.models import BoardBucket, BoardRow, RatingPool, SoloRun
from tournaments.ratings.solo.services import derive_runs, derive_standings, rated_solo_games, run_values, solo_pools


def check_solo(since: str | None = None) -> Report:
    """Everything that is found in the solo table; it follows from all results, so there is nothing to say of some."""
    report = Report()
    if since is None:
        report.add(_check_runs(PendingResults()))
        for pool in solo_pools():
            report.add(_check_boards(pool))
    return report


def _check_runs(pending: PendingResults) -> Iterator[Finding]:
    """Every run must say what its game does, and no game must be missing, but for those that may be uncounted."""
    for games in rated_solo_games():
        for game in _differing(games):
            if game not in pending.games:
                yield Finding("solo/run", "The solo table says otherwise of this game than its result.", game)
    for game in SoloRun.objects.exclude(game__card__is_rated=True).values_list("pk", flat=True):
        yield Finding("solo/surplus", "The solo table holds a game that is not rated.", game)


def _differing(games: Sequence[str]) -> list[str]:
    """Those of these games of which the table says otherwise than their results."""
    stored = {run.pk: run for run in SoloRun.objects.filter(pk__in=games)}
    derived = {run.pk: run for run in derive_runs(games)}
    known = sorted(stored.keys() | derived.keys())
    return [game for game in known if run_values(stored.get(game)) != run_values(derived.get(game))]


def _check_boards(pool: str) -> Iterator[Finding]:
    """Every row must say what the runs of its player do, and how many there are with a value what the rows say."""
    generation = RatingPool.objects.filter(pk=pool).values_list("generation", flat=True).first()
    if generation is None:
        yield Finding("rating/pool", f"There is no row of {pool}, in which results are counted.")
        return
    found = BoardRow.objects.filter(pool=pool, generation=generation).values_list(*BoardStanding._fields)
    rows = {BoardStanding(*row) for row in found}
    for player in sorted({row.player for row in rows ^ set(derive_standings(pool))}):
        yield Finding("board/row", f"{player} stands otherwise on a board of {pool} than the runs say.")
    listed = Counter((row.period, row.value) for row in rows if row.is_listed)
    buckets = BoardBucket.objects.filter(pool=pool, generation=generation).values_list("period", "value", "players")
    if {(period, value): players for period, value, players in buckets} != dict(listed):
        yield Finding("board/places", f"How many have which value on the boards of {pool} is not what the rows say.")
