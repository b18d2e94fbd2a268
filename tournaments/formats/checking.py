"""What formats refuse in settings, with its codes."""

from collections.abc import Sequence

from engine.errors import Illegal
from tournaments.settings import Settings


def check_scoring(settings: Settings, scorings: Sequence[str]) -> None:
    """Refuse a scoring that the format does not know."""
    if settings.scoring not in scorings:
        template = "Tournaments of this format are not scored by “{scoring}”, but by: {known}."
        raise Illegal("tournament/scoring", template, scoring=settings.scoring, known=", ".join(scorings))


def require_seats(settings: Settings, seats: range) -> None:
    """Refuse tables of a size that the format has not."""
    if settings.seats not in seats:
        template = "Tables of this format have {fewest} to {most} seats, not {seats}."
        raise Illegal("tournament/seats", template, fewest=seats[0], most=seats[-1], seats=settings.seats)


def require_rounds(settings: Settings) -> None:
    """Refuse to leave open how many rounds there are."""
    if settings.rounds is None:
        raise Illegal("tournament/rounds-open", "Please say how many rounds the tournament has.")


def refuse_rounds(settings: Settings) -> None:
    """Refuse a number of rounds where the format itself says how many there are."""
    if settings.rounds is not None:
        template = "In a round robin the number of rounds follows from the number of players."
        raise Illegal("tournament/rounds-follow", template)


def refuse_double(settings: Settings) -> None:
    """Refuse to play everything twice outside a round robin."""
    if settings.is_double:
        raise Illegal("tournament/double", "Only a round robin can be played twice over.")
