"""Takes down what is found in one tournament."""

from dataclasses import fields
from typing import Any

from engine.errors import as_json
from games.integrity.audit.findings import Finding


class TournamentFindings:
    """What is found in one tournament."""

    def __init__(self, tournament: str) -> None:
        self.tournament = tournament
        self.findings: list[Finding] = []

    def add(self, code: str, sentence: str, seq: int | None = None) -> None:
        """Take down one more."""
        self.findings.append(Finding(code, sentence, seq=seq, tournament=self.tournament))

    def compare(self, what: str, subject: str, stored: Any, derived: Any) -> None:
        """Name what two rows differ in; the columns are those of the second one."""
        for column in fields(derived):
            given, wanted = getattr(stored, column.name), getattr(derived, column.name)
            if given != wanted or type(given) is not type(wanted):
                sentence = f"{subject} says {as_json(given)} for “{column.name}”, the log {as_json(wanted)}."
                self.add(f"{what}/{column.name}", sentence)

    def compare_all(self, what: str, subject: str, stored: dict[Any, Any], derived: dict[Any, Any]) -> None:
        """Name what differs in rows of one sort, by the names under which the log knows them."""
        for name in sorted({*stored, *derived}, key=str):
            if name not in stored:
                self.add(f"{what}/missing", f"{subject} {name} is missing.")
            elif name not in derived:
                self.add(f"{what}/extra", f"{subject} {name} should not be there.")
            else:
                self.compare(what, f"{subject} {name}", stored[name], derived[name])
