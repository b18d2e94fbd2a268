"""Histories for tests, written as people write them: rounds of tables with scores, or crosstables of duels."""

import re
from fractions import Fraction
from typing import Any

from tournaments.events.settings import Settings
from tournaments.events.standings.ranking import Standing, standings
from tournaments.events.values import History, Participation, PlayedRound, SeatResult, TableResult

SEED = "5eed" * 16
ALL = ("buchholz", "median-buchholz", "sonneborn-berger", "direct", "wins", "total", "rows")


def swiss(*tie_breaks: str, **fields: Any) -> Settings:
    """A Swiss tournament with these tie-breaks."""
    return Settings(format="swiss", variant="standard", seats=4, rounds=9, tie_breaks=tie_breaks, **fields)


def round_robin(*tie_breaks: str, **fields: Any) -> Settings:
    """A round robin of duels with these tie-breaks."""
    return Settings(format="round-robin", variant="duel", tie_breaks=tie_breaks, **fields)


def duplicate(*tie_breaks: str, **fields: Any) -> Settings:
    """A tournament on shared deals with these tie-breaks."""
    return Settings(format="duplicate", variant="solo", seats=1, rounds=3, tie_breaks=tie_breaks, **fields)


def table(number: int, said: str) -> TableResult:
    """A table from «A:30 B:20 C:x»: scores; x for somebody who never came, x5 for a forfeit with 5 on the sheet, a dash
    for somebody who came in vain, 30/12 for 12 points from rows. «void» in front of a table that counts for nobody."""
    words = said.removeprefix("void ").split()
    seats = [re.fullmatch(r"(\w+):(x?)(\d*)-?(?:/(\d+))?", word) for word in words]
    known = [(seat[1], bool(seat[2]), int(seat[3]) if seat[3] else None, seat[4]) for seat in seats if seat]
    assert len(known) == len(words), said
    merits = [(not forfeited, 0 if forfeited else score or 0) for _, forfeited, score, _ in known]
    return TableResult(
        number,
        tuple(
            SeatResult(name, score, 1 + sum(other > merit for other in merits), forfeited, int(rows) if rows else None)
            for (name, forfeited, score, rows), merit in zip(known, merits, strict=True)
        ),
        is_void=said.startswith("void "),
    )


def played(number: int, said: str) -> PlayedRound:
    """A round from «A:30 B:20 | C:10 D:10 | open E F | bye G»."""
    parts = [part.strip() for part in said.split("|")]
    byes = tuple(name for part in parts if part.startswith("bye ") for name in part.split()[1:])
    pending = [tuple(part.split()[1:]) for part in parts if part.startswith("open ")]
    tables = [part for part in parts if part and not part.startswith(("bye ", "open "))]
    results = tuple(table(at, part) for at, part in enumerate(tables, start=1))
    seated = tuple(tuple(seat.entrant for seat in result.seats) for result in results)
    return PlayedRound(number, results, byes, (*seated, *pending))


def history(names: str, *rounds: str) -> History:
    """A history of these entrants, in the order of entering."""
    entries = tuple(Participation(name, number) for number, name in enumerate(names.split(), start=1))
    return History(SEED, entries, tuple(played(number, said) for number, said in enumerate(rounds, start=1)))


SCORES = {"1": (2, 1), "0": (0, 2), "=": (1, 1), "+": (None, 1), "-": (None, 2)}
"""The score and the place that a sign stands for: won, lost, drawn, won and lost without a game."""


def crosstable_of(text: str) -> tuple[History, dict[str, list[Fraction]]]:
    """A crosstable of duels and the numbers that stand behind its bars.

    Each cell names the opponent, the colour (white sits first) and the result; «bye» and «--» for a round without one.
    """
    lines = [line.split("|") for line in text.strip().splitlines()]
    cells = {words[0]: words[1:] for words in (line[0].split() for line in lines)}
    numbers = {line[0].split()[0]: [Fraction(word) for word in line[1].split()] for line in lines}
    entries = tuple(Participation(name, number) for number, name in enumerate(cells, start=1))
    rounds = len(next(iter(cells.values())))
    return History(SEED, entries, tuple(_round_of(cells, number) for number in range(1, rounds + 1))), numbers


def _round_of(cells: dict[str, list[str]], number: int) -> PlayedRound:
    seats: dict[str, tuple[str, SeatResult]] = {}
    for name, words in cells.items():
        if found := re.fullmatch(r"(\w+)[wb]([01=+-])", words[number - 1]):
            score, place = SCORES[found[2]]
            seats[name] = found[1], SeatResult(name, score, place, has_forfeited=found[2] == "-")
    whites = [name for name in seats if "w" in cells[name][number - 1]]
    pairs = [(seats[name][1], seats[seats[name][0]][1]) for name in whites]
    assert 2 * len(pairs) == len(seats)
    byes = tuple(name for name, words in cells.items() if words[number - 1] == "bye")
    tables = tuple(TableResult(at, pair) for at, pair in enumerate(pairs, start=1))
    return PlayedRound(number, tables, byes, tuple((white.entrant, black.entrant) for white, black in pairs))


def value(standing: Standing, key: str) -> Fraction:
    """What a tie-break is for somebody, as it is shown."""
    return next(Fraction(made.value, made.unit) for made in standing.breaks if made.key == key)


def placed(settings: Settings, told: History) -> str:
    """Everybody by place, as in «1 A, 2 B, 2 C»."""
    return ", ".join(f"{standing.place} {standing.entrant}" for standing in standings(settings, told))
