"""Whether the solo table is what follows from results: the runs from the rows of games, the leaderboards from the runs.

What is still to be counted is left to those who do so: the games of which word waits, and on the leaderboards those who
have played them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from games.audit.findings import Finding, Report
from games.models import UncountedResult
from tournaments.leaderboards.rows import Standing
from tournaments.models import BoardBucket, BoardRow, RatingPool, SoloRun
from tournaments.ratings.values import PlayerId
from tournaments.solo.counting import runs_of, values_of
from tournaments.solo.rebuilding import rated_runs, solo_pools, standings_in


def check_solo(since: str | None = None) -> Report:
    """Everything that is found in the solo table; it follows from all results, so there is nothing to say of some."""
    report = Report()
    if since is None:
        waiting: set[PlayerId] = set()
        report.add(_check_runs(waiting))
        for pool in solo_pools():
            report.add(_check_boards(pool, waiting))
    return report


def _check_runs(waiting: set[PlayerId]) -> Iterator[Finding]:
    """Every run must say what its game does, and no game must be missing; those are taken down whose runs wait."""
    for games in rated_runs():
        # Looked at twice: one may be counted between two looks.
        for game in _differing(_differing(games, waiting), waiting):
            yield Finding("solo/run", "The solo table says otherwise of this game than its result.", game)
    for game in SoloRun.objects.exclude(game__card__is_rated=True).values_list("pk", flat=True):
        yield Finding("solo/surplus", "The solo table holds a game that is not rated.", game)


def _differing(games: Sequence[str], waiting: set[PlayerId]) -> list[str]:
    """Those of these games of which the table says otherwise than their results, although no word waits."""
    if not games:
        return []
    stored = {run.pk: run for run in SoloRun.objects.filter(pk__in=games)}
    derived = {run.pk: run for run in runs_of(games)}
    words = _words_of(games)
    waiting |= {run.player_id for run in (*stored.values(), *derived.values()) if run.pk in words}
    known = sorted((stored.keys() | derived.keys()) - words)
    return [game for game in known if values_of(stored.get(game)) != values_of(derived.get(game))]


def _words_of(games: Sequence[str]) -> set[str]:
    """Those of these games of which word waits."""
    return set(UncountedResult.objects.filter(pk__in=games).values_list("pk", flat=True))


def _check_boards(pool: str, waiting: set[PlayerId]) -> Iterator[Finding]:
    """Every row must say what the runs of its player do, but for those whose runs wait; how many there are with a value
    must be what the rows say, whoever waits."""
    generation = RatingPool.objects.filter(pk=pool).values_list("generation", flat=True).first() or 0
    found = BoardRow.objects.filter(pool=pool, generation=generation).values_list(*Standing._fields)
    rows = {Standing(*row) for row in found}
    differing = {row.player for row in rows ^ set(standings_in(pool))}
    for player in sorted(differing - waiting):
        yield Finding("board/row", f"{player} stands otherwise on a board of {pool} than the runs say.")
    listed = Counter((row.period, row.value) for row in rows if row.is_listed)
    buckets = BoardBucket.objects.filter(pool=pool, generation=generation).values_list("period", "value", "players")
    if {(period, value): players for period, value, players in buckets} != dict(listed):
        yield Finding("board/places", f"How many have which value on the boards of {pool} is not what the rows say.")
