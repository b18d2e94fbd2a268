"""Leaderboards in the values that the interface answers with."""

from engine.protocol import Json
from tournaments.leaderboards.choosing import Choice
from tournaments.selectors.leaderboards import Line, Own, Page


def about_board(choice: Choice, club: str | None) -> Json:
    """Which leaderboard it is."""
    return {
        "variant": choice.variant,
        "level": choice.level,
        "period": choice.kind,
        "of": choice.period,
        "club": club,
        "least_games": choice.least,
        "least_opponents": choice.opponents,
    }


def about_page(choice: Choice, page: Page, club: str | None = None) -> Json:
    """A page of it."""
    rows = [about_line(line) for line in page.lines]
    return {**about_board(choice, club), "players": page.players, "next": page.next, "rows": rows}


def about_own(choice: Choice, own: Own, club: str | None = None) -> Json:
    """Where the viewer stands."""
    missing = {"missing_games": own.missing, "missing_opponents": own.missing_opponents}
    told = {"place": own.line.place if own.line else None, "games": own.games, **missing}
    return {**about_board(choice, club), **told, "rows": [about_line(line) for line in own.lines]}


def about_line(line: Line) -> Json:
    """One row."""
    return line._asdict()
