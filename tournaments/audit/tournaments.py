"""The audit of all tournaments, each on its own, whatever has become of the others."""

from collections import Counter
from collections.abc import Iterator, Sequence

from games.extension import MEMBER
from games.integrity.audit.findings import Finding, Report
from games.log.entries import Link
from games.log.steady_reads import stream
from tournaments.audit.findings import TournamentFindings
from tournaments.audit.games import check_games
from tournaments.audit.log import check_covered, check_log
from tournaments.audit.rows import check_rows, read_rows
from tournaments.clubs.models import Membership
from tournaments.events.event_kinds import CREATED, ENTERED, ROUND_PAIRED, STARTED
from tournaments.events.models import Tournament
from tournaments.events.projections.handlers import derive_rows
from tournaments.events.seed import commitment_to

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


def check_roles(since: str | None = None) -> Report:
    """Who runs which club, or keeps the score in it: told with every whole audit, because no log says so."""
    rights: dict[str, list[str]] = {}
    held = Membership.objects.exclude(role=MEMBER).order_by("role", "club__name_key", "club", "account__username")
    for role, club, name in held.values_list("role", "club__name", "account__username") if since is None else ():
        rights.setdefault(f"club_{role}s", []).append(f"{name} in “{club}”")
    return Report(rights=rights)


def check_tournament(tournament_id: str) -> Report:
    """Everything that is found in one tournament."""
    report = Report(beside=Counter(tournament=1))
    found = TournamentFindings(tournament_id)
    try:
        report.events = _check(found, Tournament.objects.get(pk=tournament_id))
    except Exception as error:
        # Nothing that a log or a row may hold must keep the other tournaments from being audited.
        found.add("log/unreadable", f"The tournament cannot be checked any further: {type(error).__name__} {error}.")
    report.add(found.findings)
    return report


def _check(found: TournamentFindings, tournament: Tournament) -> int:
    """How many events were read; rows are compared only with a log that can be believed."""
    links = check_log(found, tournament)
    check_covered(found, tournament)
    if links is None:
        return tournament.seq
    _check_seed(found, tournament.pk, links)
    _check_numbers(found, links)
    derived, stored = derive_rows(links), read_rows(tournament)
    check_rows(found, tournament, stored, derived, links)
    check_games(found, tournament, stored, derived, links)
    return len(links)


def _check_seed(found: TournamentFindings, tournament_id: str, links: Sequence[Link]) -> None:
    """Lots are drawn from the seed that was fixed before anybody could enter, and from no other."""
    said = {link.entry.kind: link.entry.data for link in links if link.entry.kind in (CREATED, STARTED)}
    created, started = said.get(CREATED, {}), said.get(STARTED, {})
    public = created.get("seed")
    fixed = created.get("commitment") or (public and commitment_to(tournament_id, str(public)))
    seed = started.get("seed", public)
    if not fixed:
        found.add("lots/seed", "No seed was fixed before people entered, so that lots could be chosen.")
    elif started and commitment_to(tournament_id, str(seed)) != fixed:
        found.add("lots/seed", "The seed that was revealed at the start is not the one that was committed to.")
    if any(link.entry.data.get("seed") != seed for link in links if link.entry.kind == ROUND_PAIRED):
        found.add("lots/seed", "A round was drawn from another seed than the one of the start.")


def _check_numbers(found: TournamentFindings, links: Sequence[Link]) -> None:
    """Lots follow from the numbers of entries: whoever could leave some out, or change them, would choose lots."""
    numbers = [link.entry.data.get("number") for link in links if link.entry.kind == ENTERED]
    if numbers != list(range(1, len(numbers) + 1)):
        found.add("lots/number", "The entries are not numbered one after the other, so that lots could be chosen.")


def _orphans() -> Iterator[Finding]:
    for (tournament,) in stream(_ORPHANS.format("tournaments_tournamentevent")):
        yield Finding("tournament/missing", "There is a log, but its tournament has no row.", tournament=tournament)
    for (tournament,) in stream(_ORPHANS.format("tournaments_tournamentleaf")):
        sentence = "Checkpoints vouch for its log, but it has no row."
        yield Finding("leftover/leaf", sentence, tournament=tournament)
