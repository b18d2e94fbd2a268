"""Judging a backup before it is put in place: its schema, its guards, its keys, and everything that the audit checks.

It is a copy that is judged, so whatever is only derived from the logs is made anew there instead of being refused.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.extension import rebuilds
from games.integrity.audit.findings import Finding, Report
from games.integrity.audit.full_audit import audit
from games.integrity.audit.rebuild import PARTS, all_games, rebuild
from games.integrity.backups.backup import open_to_read
from games.integrity.backups.contents import Contents, contents_of
from games.integrity.covering_indexes import make_covering_indexes
from games.keys.fit import require_fitting_keys
from games.log.guards import foreign_triggers, missing_guards
from games.refusals import Conflict

COUNTED: Final = ("rating/", "board/", "solo/")
"""How the codes begin of what is found in ratings, leaderboards and the solo table."""
DERIVED: Final = (
    *("card/", "result/", "player/", "dispute/", "snapshot/", "entrant/", "round/", "run/", "table/", "place/"),
    *COUNTED,
)
"""How the codes begin of what is found in projections and snapshots."""
ENDS: Final = frozenset(f"head/{column}" for column in ("seq", "head_hash", "last_at", "checkpointed_seq"))
"""The codes of a row that does not name the end of its log, or what is vouched for of it, which nothing but the log and
its checkpoints could put right."""
BESIDE: Final = frozenset(f"head/{column}" for column in ("status", "awaited", "asked_at", "due_at", "bots_due_at"))
"""The codes of what the row of a game says beside its log, and what follows from it."""


def check_backup(path: Path, say: Callable[[str], None]) -> Contents:
    """What a backup holds; refused unless it is a sound and complete database of a site like this."""
    with open_to_read(path) as database:
        holds = contents_of(database)
    if holds is None:
        raise Conflict("backup/foreign", "The file is a database, but not one of this site.")
    with database_replaced_by(path):
        is_older = _check_migrations()
        _require_guards()
        if is_older:
            call_command("migrate", interactive=False, verbosity=0)
        # A backup may be older than they are; nothing is lost by that.
        make_covering_indexes(connection)
        require_fitting_keys()
        _require_clean_audit(say)
    return holds


@contextmanager
def database_replaced_by(path: Path) -> Iterator[None]:
    """Let all of Django take another file for the database until the block ends; for a process that does only this."""
    connection.close()
    in_use, connection.settings_dict["NAME"] = connection.settings_dict["NAME"], str(path)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = in_use


def _check_migrations() -> bool:
    """Whether there are newer migrations than those of the backup; refused if it has some that are not known here."""
    executor = MigrationExecutor(connection)
    applied, known = set(executor.loader.applied_migrations), set(executor.loader.disk_migrations or ())
    if unknown := sorted(applied - known):
        template = "The backup was made by a newer version of the site, with the migration {app}.{name}."
        raise Conflict("backup/newer", template, app=unknown[0][0], name=unknown[0][1])
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _require_guards() -> None:
    """Refuse a backup whose log is not protected, or in which something acts behind our back."""
    if foreign := foreign_triggers():
        template = "The backup has triggers that are not ours: {names}."
        raise Conflict("backup/triggers", template, names=", ".join(foreign))
    if missing := missing_guards():
        template = "The backup does not protect its log, guards are missing: {names}."
        raise Conflict("backup/guards", template, names=", ".join(missing))


def _require_clean_audit(say: Callable[[str], None]) -> None:
    """Refuse a backup with faults in what really happened; whatever only follows from that is made anew."""
    report = _audit()
    # What is counted over all games follows from their results, so these come first.
    for make_anew in (_make_games_anew, _make_others_anew):
        if report.findings and all(map(_is_derived, report.findings)) and make_anew(report, say):
            report = _audit()
    if faults := [finding for finding in report.findings if not _is_derived(finding)] or report.findings:
        template = "The audit of the backup has found {number} faults. The first: {first}"
        raise Conflict("backup/audit", template, number=len(faults), first=str(faults[0]))


def _make_games_anew(report: Report, say: Callable[[str], None]) -> bool:
    """Make anew what the audit has found not to fit the logs of games; whether there was anything."""
    games = sorted({finding.game for finding in report.findings if finding.game and not _is_of_others(finding)})
    if games or report.omitted:
        number = _rebuild(all_games() if report.omitted else games)
        say(f"Made anew from the logs, which they did not fit: list, results, snapshot and clocks of {number}.")
    return bool(games or report.omitted)


def _make_others_anew(report: Report, say: Callable[[str], None]) -> bool:
    """The same of what other apps derive from logs and results."""
    others = [finding for finding in report.findings if _is_of_others(finding)]
    if others or report.omitted:
        _rebuild_others()
        counted = "ratings and " if any(finding.code.startswith(COUNTED) for finding in others) else ""
        say(f"Made anew from the logs, which they did not fit: {counted}rows of tournaments.")
    return bool(others or report.omitted)


def _is_of_others(finding: Finding) -> bool:
    return finding.tournament is not None or finding.code.startswith(COUNTED)


def _audit() -> Report:
    # In this process alone: a copy of it would hold the lock on the database in use as well.
    return audit(workers=1, is_shown=True, is_in_use=False)


def _is_derived(finding: Finding) -> bool:
    if finding.tournament is not None and finding.code.startswith("head/"):
        return finding.code not in ENDS
    return finding.code.startswith(DERIVED) or finding.code in BESIDE


def _rebuild_others() -> None:
    """Make everything anew that other apps derive; what refuses is found once more."""
    for other in rebuilds:
        list(other.remake())


def _rebuild(games: Iterable[str]) -> str:
    """Make everything derived of some games anew; how many there were, in words. What refuses is found once more."""
    number = sum(1 for game in games if rebuild(game, list(PARTS)) is None)
    return f"{number} game{'' if number == 1 else 's'}"
