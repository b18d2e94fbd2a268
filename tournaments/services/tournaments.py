"""Making a tournament, and changing what was said of it before it starts."""

from hmac import digest
from typing import Any

from django.conf import settings as site
from django.db import IntegrityError

from engine.log import FIRST_PREVIOUS
from engine.protocol import Json
from games.accounts.callers import Caller
from games.clock.site_time import now
from games.extension import CLUB_MANAGERS
from games.log.event_store import CommandSignature
from games.log.sql import write_transaction
from games.metrics import REPEATED, count_command
from games.play.commands import Command
from tournaments.formats import find_format
from tournaments.log.accounts import lock_accounts
from tournaments.log.actors import actor_of
from tournaments.log.commands import Receipt, carry_out, known_receipt, receipt_of
from tournaments.log.drafts import Draft, store
from tournaments.log.kinds import CHANGED, CREATED
from tournaments.models import Tournament
from tournaments.models.tournaments import DRAFT
from tournaments.seeds import commitment_to, make_seed
from tournaments.selectors.tournaments import settings_of
from tournaments.services.agreeing import (
    check_change,
    check_settings,
    read_is_open_to_see,
    read_tournament_name,
    with_wait,
)
from tournaments.services.invites import new_invite
from tournaments.services.locking import lock_as
from tournaments.services.organising import BEFORE_THE_START, require_organiser, require_status
from tournaments.settings import Settings


def create_tournament(
    club_id: str, by: Caller, command_id: str, name: str, settings: Json, is_public: bool = True
) -> Receipt:
    """Draft a tournament of a club; nobody but those who run the club sees it until it is published."""
    name, is_public = read_tournament_name(name), read_is_open_to_see(is_public)
    agreed = with_wait(check_settings(settings), settings)
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
                lock_as(CLUB_MANAGERS, club_id, by)
                fresh = _row(tournament_id, club_id, name)
                return _begin(fresh, agreed, is_public, by, signature)
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


def _row(tournament_id: str, club_id: str, name: str) -> Tournament:
    """The row of a tournament whose log is still empty."""
    start = {"seq": 0, "head_hash": FIRST_PREVIOUS, "last_at": "", "status": DRAFT}
    return Tournament(
        id=tournament_id, club_id=club_id, name=name, invite=new_invite(), created_at=now(), is_public=False, **start
    )


def _begin(fresh: Tournament, agreed: Settings, is_public: bool, by: Caller, signature: CommandSignature) -> Receipt:
    draft = Draft(fresh)
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
        said["is_public"] = is_public = read_is_open_to_see(is_public)

    def decide(draft: Draft) -> None:
        tournament = draft.tournament
        actor = require_organiser(draft, by)
        require_status(tournament, *BEFORE_THE_START)
        before = settings_of(tournament)
        after = before if agreed is None else with_wait(agreed, settings, before)
        if tournament.status != DRAFT:
            check_change(before, after, draft.now)
        seen = tournament.is_public if is_public is None else is_public
        tournament.name = tournament.name if name is None else name
        draft.add(CHANGED, {"settings": after.as_json(), "is_public": seen}, actor)

    return carry_out(tournament_id, Command(command_id, by, "change-tournament", said), decide)
