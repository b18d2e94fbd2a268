"""The audit of all tournaments, each on its own, whatever has become of the others."""

from collections import Counter
from collections.abc import Iterator

from games.audit.findings import Finding, Report
from games.audit.reading import stream
from tournaments.audit.chain import check_chain, check_covered
from tournaments.audit.findings import InTournament
from tournaments.audit.games import check_games
from tournaments.audit.rows import check_rows
from tournaments.audit.stored import read_stored
from tournaments.models import Tournament
from tournaments.projections import derive

_ORPHANS = (
    "SELECT DISTINCT r.tournament_id FROM {} r"
    " LEFT JOIN tournaments_tournament t ON t.id = r.tournament_id WHERE t.id IS NULL ORDER BY r.tournament_id"
)


def check_tournaments(since: str | None = None) -> Report:
    """Everything that is found in tournaments, or in those in which something has happened since a time."""
    report = Report()
    report.add(_orphans() if since is None else ())
    found = Tournament.objects.order_by("pk")
    names = found if since is None else found.filter(last_at__gte=since)
    for tournament_id in list(names.values_list("pk", flat=True)):
        report.take_in(check_tournament(tournament_id))
    return report


def check_tournament(tournament_id: str) -> Report:
    """Everything that is found in one tournament."""
    report = Report(beside=Counter(tournament=1))
    found = InTournament(tournament_id)
    try:
        report.events = _check(found, Tournament.objects.get(pk=tournament_id))
    except Exception as error:
        # Nothing that a log or a row may hold must keep the other tournaments from being audited.
        found.add("log/unreadable", f"The tournament cannot be checked any further: {type(error).__name__} {error}.")
    report.add(found.findings)
    return report


def _check(found: InTournament, tournament: Tournament) -> int:
    """How many events were read; rows are compared only with a log that can be believed."""
    links = check_chain(found, tournament)
    check_covered(found, tournament)
    if links is None:
        return tournament.seq
    derived, stored = derive(links), read_stored(tournament)
    check_rows(found, tournament, stored, derived)
    check_games(found, tournament, stored, derived, links)
    return len(links)


def _orphans() -> Iterator[Finding]:
    for (tournament,) in stream(_ORPHANS.format("tournaments_tournamentevent")):
        yield Finding("tournament/missing", "There is a log, but its tournament has no row.", tournament=tournament)
    for (tournament,) in stream(_ORPHANS.format("tournaments_tournamentleaf")):
        sentence = "Checkpoints vouch for its log, but it has no row."
        yield Finding("leftover/leaf", sentence, tournament=tournament)
