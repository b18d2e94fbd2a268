"""Making a tournament, and changing what was said of it before it starts.

What is agreed on is checked by itself, by its format and by the rules of its game; once people have entered, nothing
of what they have entered for can be changed.
"""

from dataclasses import replace
from datetime import datetime
from hmac import digest
from typing import Any, Final

from django.conf import settings as site
from django.db import IntegrityError

from engine.errors import Illegal, Malformed
from engine.log import FIRST_PREVIOUS
from engine.protocol import Json
from games.accounts.callers import Caller
from games.clock.site_time import now, read_time
from games.extension import CLUB_MANAGERS
from games.log.event_store import CommandSignature
from games.log.sql import write_transaction
from games.metrics import REPEATED, count_command
from games.play.commands import Command
from games.play.setup import PERSON, Setup, check_setup
from games.refusals import Conflict
from tournaments.clubs.locks import lock_club_as
from tournaments.clubs.services.admission import new_link_secret
from tournaments.clubs.validators import LONGEST_TITLE, one_line
from tournaments.events.event_kinds import CHANGED, CREATED, OPENED, PUBLISHED, UNPUBLISHED
from tournaments.events.formats.format import find_format
from tournaments.events.history import settings_of
from tournaments.events.log.commands import Receipt, carry_out, known_receipt, receipt_of
from tournaments.events.log.event_store import UnitOfWork, store
from tournaments.events.log.privacy import actor_of, lock_accounts
from tournaments.events.models import Entrant, Tournament
from tournaments.events.requirements import BEFORE_THE_START, require_organiser, require_status
from tournaments.events.rounds.open_round import deal_next_round
from tournaments.events.seed import commitment_to, make_seed
from tournaments.events.settings import Settings, read_settings
from tournaments.events.statuses import ANNOUNCED, CHECK_IN, DRAFT, REGISTRATION
from tournaments.events.timetable import FEWEST_THAT_WAIT, usual_wait


def publish_tournament(tournament_id: str, by: Caller, command_id: str) -> Receipt:
    """Announce a draft; from then on the clock runs it. People can enter at once, unless a time was set for that."""

    def decide(draft: UnitOfWork) -> None:
        tournament = draft.tournament
        actor = require_organiser(draft, by)
        require_status(tournament, DRAFT)
        settings = settings_of(tournament)
        if settings.opening(1) <= draft.now:
            template = "The first round would have opened already; set a later time."
            raise Illegal("tournament/too-late", template)
        draft.add(PUBLISHED, {}, actor)
        opens = settings.registration_opens_at
        if opens is None or read_time(opens) <= draft.now:
            draft.add(OPENED, {})
        deal_next_round(draft)

    return carry_out(tournament_id, Command(command_id, by, "publish-tournament", {}), decide)


def unpublish_tournament(tournament_id: str, by: Caller, command_id: str) -> Receipt:
    """Make a tournament a draft again, unless somebody takes part who would miss it."""

    def decide(draft: UnitOfWork) -> None:
        actor = require_organiser(draft, by)
        require_status(draft.tournament, ANNOUNCED, REGISTRATION, CHECK_IN)
        if Entrant.objects.filter(tournament=draft.tournament, left_round=None, bot="").exists():
            template = "People have entered this tournament; it can be cancelled, but not taken back."
            raise Conflict("tournament/entered", template)
        draft.add(UNPUBLISHED, {}, actor)

    return carry_out(tournament_id, Command(command_id, by, "unpublish-tournament", {}), decide)


CHANGEABLE_AFTER_ENTRY: Final = frozenset(("most", "late_until", "pairings", "closes_early", "remind", "entry", "wait"))
"""What may still be changed when people have entered: nothing of what they have entered for."""
ONLY_LATER_AFTER_ENTRY: Final = frozenset(
    ("registration_opens_at", "check_in", "first_at", "length", "every", "zone", "calendar")
)
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


def with_usual_wait(settings: Settings, said: Any, before: Settings | None = None) -> Settings:
    """Settings with the time that tables wait: as somebody says, else as it was before, or as usual in a new one."""
    if "wait" in said or settings.seats < FEWEST_THAT_WAIT:
        return settings
    if before is not None and before.seats >= FEWEST_THAT_WAIT:
        fits = before.wait is None or before.wait < settings.shortest
        return replace(settings, wait=before.wait if fits else usual_wait(settings.shortest))
    return replace(settings, wait=usual_wait(settings.shortest))


def check_changed_settings(before: Settings, after: Settings, moment: datetime) -> None:
    """Refuse to change, once people have entered, what they have entered for."""
    old, new = before.as_json(), after.as_json()
    changed = {name for name in (*old, "wait") if old.get(name) != new.get(name)}
    for name in sorted(changed - CHANGEABLE_AFTER_ENTRY - ONLY_LATER_AFTER_ENTRY):
        template = "People have entered with “{name}” as it is; it cannot be changed any more."
        raise Illegal("tournament/agreed", template, name=name)
    if changed & ONLY_LATER_AFTER_ENTRY and (_is_earlier(before, after) or after.opening(1) <= moment):
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


def read_tournament_is_public(value: Any) -> bool:
    """Whether strangers may see a tournament."""
    if not isinstance(value, bool):
        raise Malformed("tournament/is-public", "Whether a tournament is public is said by true or false.")
    return value


def create_tournament(
    club_id: str, by: Caller, command_id: str, name: str, settings: Json, is_public: bool = True
) -> Receipt:
    """Draft a tournament of a club; nobody but those who run the club sees it until it is published."""
    name, is_public = read_tournament_name(name), read_tournament_is_public(is_public)
    agreed = with_usual_wait(check_settings(settings), settings)
    said = {"club": club_id, "name": name, "settings": agreed.as_json(), "is_public": is_public}
    signature = Command(command_id, by, "create-tournament", said).signature
    tournament_id = _tournament_id(by, command_id)
    with count_command("create-tournament") as outcome:
        try:
            with write_transaction():
                lock_accounts(by)
                if known := known_receipt(tournament_id, signature):
                    outcome.word = REPEATED
                    return known
                lock_club_as(CLUB_MANAGERS, club_id, by)
                fresh = _new_row(tournament_id, club_id, name)
                return _write_created(fresh, agreed, is_public, by, signature)
        except IntegrityError:
            # The same command at the same moment: whoever was first has stored it.
            if known := known_receipt(tournament_id, signature):
                outcome.word = REPEATED
                return known
            raise


def _tournament_id(by: Caller, command_id: str) -> str:
    """An id that nobody can guess, and that the same command gets again."""
    said = f"tournament|{by.identity}|{command_id}".encode()
    return f"t-{digest(site.SECRET_KEY.encode(), said, 'sha256').hex()[:24]}"


def _new_row(tournament_id: str, club_id: str, name: str) -> Tournament:
    """The row of a tournament whose log is still empty."""
    start = {"seq": 0, "head_hash": FIRST_PREVIOUS, "last_at": "", "status": DRAFT}
    return Tournament(
        id=tournament_id,
        club_id=club_id,
        name=name,
        invite=new_link_secret(),
        created_at=now(),
        is_public=False,
        **start,
    )


def _write_created(
    fresh: Tournament, agreed: Settings, is_public: bool, by: Caller, signature: CommandSignature
) -> Receipt:
    draft = UnitOfWork(fresh)
    created = {
        "club": fresh.club_id,
        "format_version": find_format(agreed.format).version,
        "is_public": is_public,
        "commitment": commitment_to(fresh.pk, make_seed(fresh.pk)),
        "settings": agreed.as_json(),
    }
    draft.add(CREATED, created, actor_of(fresh.pk, by))
    store(draft, signature)
    return receipt_of(draft)


def change_tournament(
    tournament_id: str,
    by: Caller,
    command_id: str,
    name: str | None = None,
    settings: Json | None = None,
    is_public: bool | None = None,
) -> Receipt:
    """Change what is said of a tournament: a draft at will, then only what hurts nobody who has entered."""
    said: dict[str, Any] = {}
    if name is not None:
        said["name"] = name = read_tournament_name(name)
    agreed = None if settings is None else check_settings(settings)
    if agreed is not None:
        said["settings"] = agreed.as_json()
    if is_public is not None:
        said["is_public"] = is_public = read_tournament_is_public(is_public)

    def decide(draft: UnitOfWork) -> None:
        tournament = draft.tournament
        actor = require_organiser(draft, by)
        require_status(tournament, *BEFORE_THE_START)
        before = settings_of(tournament)
        after = before if agreed is None else with_usual_wait(agreed, settings, before)
        if tournament.status != DRAFT:
            check_changed_settings(before, after, draft.now)
        seen = tournament.is_public if is_public is None else is_public
        tournament.name = tournament.name if name is None else name
        draft.add(CHANGED, {"settings": after.as_json(), "is_public": seen}, actor)

    return carry_out(tournament_id, Command(command_id, by, "change-tournament", said), decide)
