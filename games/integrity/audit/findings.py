"""What an audit finds, and how it is told; and what the last whole audit on this machine came to, so that a monitor can
tell when there was none for too long."""

import json
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings

from engine.protocol import Json

MOST_KEPT: Final = 10_000
"""How many findings are kept; the rest is only counted, so that a ruined database does not fill the memory."""
MOST_NAMED: Final = 20
"""How many people are named in words under one right; the JSON names all."""


class Finding(NamedTuple):
    """Something that is not as it should be, and where."""

    code: str
    sentence: str
    game: str | None = None
    seq: int | None = None
    checkpoint: int | None = None
    tournament: str | None = None

    def __str__(self) -> str:
        places = {
            "game": self.game,
            "tournament": self.tournament,
            "event": self.seq,
            "checkpoint": self.checkpoint,
        }
        where = ", ".join(f"{name} {place}" for name, place in places.items() if place is not None)
        return f"{self.code}: {where + ': ' if where else ''}{self.sentence}"


class InGame:
    """Takes down what is found in one game."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.findings: list[Finding] = []

    def add(self, code: str, sentence: str, seq: int | None = None) -> None:
        """Take down one more."""
        self.findings.append(Finding(code, sentence, self.game, seq))


@dataclass(slots=True)
class Report:
    """How much was checked, and everything that was found."""

    games: int = 0
    events: int = 0
    checkpoints: int = 0
    imported: int = 0
    beside: Counter[str] = field(default_factory=Counter)
    """How many of what other apps keep, by what they are."""
    findings: list[Finding] = field(default_factory=list)
    omitted: int = 0
    """How many findings were counted but not kept."""
    remarks: list[Finding] = field(default_factory=list)
    """What whoever reads the report should know, although nothing differs."""
    rights: dict[str, list[str]] = field(default_factory=dict)
    """Who may do what, by the name of the right: everybody who may, in words."""

    @property
    def is_clean(self) -> bool:
        return not self.findings

    def add(self, findings: Iterable[Finding]) -> None:
        """Take in what was found somewhere."""
        for finding in findings:
            if len(self.findings) < MOST_KEPT:
                self.findings.append(finding)
            else:
                self.omitted += 1

    def take_in(self, part: "Report") -> None:
        """Add the report on a part."""
        self.games += part.games
        self.events += part.events
        self.checkpoints += part.checkpoints
        self.imported += part.imported
        self.beside += part.beside
        self.omitted += part.omitted
        self.remarks += part.remarks
        self.rights |= part.rights
        self.add(part.findings)

    @property
    def lines(self) -> list[str]:
        """The report for people: findings, remarks, who may do what, and the summary."""
        remarks = (f"Remark: {remark}" for remark in self.remarks)
        return [*map(str, self.findings), *remarks, *map(_in_words, self.rights, self.rights.values()), self.summary]

    @property
    def summary(self) -> str:
        """The report in one sentence."""
        counted = [(self.games, "game"), (self.events, "event"), (self.checkpoints, "checkpoint")]
        counted += [(self.imported, "imported game")] if self.imported else []
        counted += [(number, noun) for noun, number in sorted(self.beside.items())]
        checked = ", ".join(_count(number, noun) for number, noun in counted)
        if self.is_clean:
            return f"Checked {checked}: everything is as it should be."
        kept = f", of which the first {len(self.findings):,} are named" if self.omitted else ""
        return f"Checked {checked}: {_count(len(self.findings) + self.omitted, 'finding')}{kept}."

    def as_json(self) -> Json:
        """The report as one JSON object."""
        return {
            "ok": self.is_clean,
            "games": self.games,
            "events": self.events,
            "checkpoints": self.checkpoints,
            "imported": self.imported,
            **{f"{noun}s": number for noun, number in sorted(self.beside.items())},
            "findings": [finding._asdict() for finding in self.findings],
            "omitted": self.omitted,
            "remarks": [remark._asdict() for remark in self.remarks],
            "rights": self.rights,
        }


def _in_words(right: str, holders: list[str]) -> str:
    """Who has a right, in a line."""
    more = f" and {len(holders) - MOST_NAMED:,} more" if len(holders) > MOST_NAMED else ""
    return f"Rights: {right.replace('_', ' ')}: {'; '.join(holders[:MOST_NAMED]) or 'nobody'}{more}."


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


FILE: Final = "last-audit.json"


class LastAudit(NamedTuple):
    """When it ended, in seconds since 1970, and how much it found."""

    ended: float
    findings: int


def remember_audit(report: Report) -> None:
    """Keep the outcome in the data folder; a reader sees the old one or the new one whole."""
    content = {"ended": round(time.time(), 3), "findings": len(report.findings) + report.omitted}
    passing = _path().with_suffix(".part")
    passing.write_text(json.dumps(content), encoding="ascii")
    passing.rename(_path())


def last_audit() -> LastAudit | None:
    """The outcome that was kept; None if there is none that can be read."""
    try:
        content = json.loads(_path().read_text(encoding="ascii"))
        return LastAudit(float(content["ended"]), int(content["findings"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _path() -> Path:
    return Path(settings.VAR) / FILE
