"""What is agreed on for a tournament, checked: by itself, by its format and by the rules of its game; and its name."""

from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from engine.errors import Illegal, Malformed
from games.clock.site_time import read_time
from games.play.setup import PERSON, Setup, check_setup
from tournaments.formats import find_format
from tournaments.rounds.patience import FEWEST_THAT_WAIT, usual_wait
from tournaments.services.texts import LONGEST_TITLE, one_line
from tournaments.settings import Settings, read_settings

HARMLESS: Final = frozenset(("most", "late_until", "pairings", "closes_early", "remind", "entry", "wait"))
"""What may still be changed when people have entered: nothing of what they have entered for."""
TIMES: Final = frozenset(("registration_opens_at", "check_in", "first_at", "length", "every", "zone", "calendar"))
"""What may be changed so that everything is later, but not earlier."""


def check_settings(said: Any) -> Settings:
    """The settings that somebody wants, refused unless a tournament can be played with them."""
    settings = read_settings(said)
    find_format(settings.format).check(settings)
    seats = [{"kind": PERSON}] * settings.seats
    check_setup(
        Setup(
            settings.variant,
            [settings.level] * settings.seats,
            seats,
            seconds=settings.seconds,
            timeout=settings.timeout,
            rated=settings.is_rated,
            visibility=settings.games,
            key=settings.key,
        )
    )
    _check_dates(settings)
    _check_wait(settings)
    return settings


def _check_dates(settings: Settings) -> None:
    opens, first = settings.registration_opens_at, settings.opening(1)
    if opens is not None and read_time(opens) >= first:
        raise Illegal("tournament/registration", "People can enter before the first round opens, not only then.")
    if settings.calendar and settings.rounds is not None and len(settings.calendar) < settings.rounds:
        raise Illegal("tournament/calendar", "A calendar names the dates of every round.")
    if settings.every and settings.every < settings.length:
        raise Illegal("tournament/overlap", "A round is closed before the next one opens.")


def _check_wait(settings: Settings) -> None:
    if settings.wait is None:
        return
    if settings.seats < FEWEST_THAT_WAIT:
        template = "Only tables of three or four can start without somebody; of two, the one who comes wins."
        raise Illegal("tournament/wait-of-two", template)
    if settings.wait >= settings.shortest:
        raise Illegal("tournament/wait", "A table can wait for somebody only while its round is open: for less time.")


def with_wait(settings: Settings, said: Any, before: Settings | None = None) -> Settings:
    """Settings with the time that tables wait: as somebody says, else as it was before, or as usual in a new one."""
    if "wait" in said or settings.seats < FEWEST_THAT_WAIT:
        return settings
    if before is not None and before.seats >= FEWEST_THAT_WAIT:
        fits = before.wait is None or before.wait < settings.shortest
        return replace(settings, wait=before.wait if fits else usual_wait(settings.shortest))
    return replace(settings, wait=usual_wait(settings.shortest))


def check_change(before: Settings, after: Settings, moment: datetime) -> None:
    """Refuse to change, once people have entered, what they have entered for."""
    old, new = before.as_json(), after.as_json()
    changed = {name for name in (*old, "wait") if old.get(name) != new.get(name)}
    for name in sorted(changed - HARMLESS - TIMES):
        template = "People have entered with “{name}” as it is; it cannot be changed any more."
        raise Illegal("tournament/agreed", template, name=name)
    if changed & TIMES and (_is_earlier(before, after) or after.opening(1) <= moment):
        raise Illegal("tournament/earlier", "Rounds can only be put off, not brought forward.")


def _is_earlier(before: Settings, after: Settings) -> bool:
    """Whether some round would open or close before people could expect it."""
    numbers = range(1, (before.rounds or len(before.calendar) or 1) + 1)
    return any(
        after.opening(number) < before.opening(number) or after.closing(number) < before.closing(number)
        for number in numbers
    )


def read_tournament_name(value: Any) -> str:
    """What a tournament is called."""
    name = one_line(value)
    if name is None or len(name) > LONGEST_TITLE:
        template = "A tournament has a name of 1 to {most} characters, some of them letters or digits."
        raise Malformed("tournament/name", template, most=LONGEST_TITLE)
    return name


def read_is_open_to_see(value: Any) -> bool:
    """Whether strangers may see a tournament."""
    if not isinstance(value, bool):
        raise Malformed("tournament/is-public", "Whether a tournament is public is said by true or false.")
    return value
