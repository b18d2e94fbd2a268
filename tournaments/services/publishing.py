"""Letting people know of a tournament, and taking that back while nobody has relied on it."""

from engine.errors import Illegal
from games.accounts.callers import Caller
from games.clock.site_time import read_time
from games.play.commands import Command
from games.refusals import Conflict
from tournaments.log.commands import Receipt, carry_out
from tournaments.log.drafts import Draft
from tournaments.log.kinds import OPENED, PUBLISHED, UNPUBLISHED
from tournaments.models import Entrant
from tournaments.models.tournaments import ANNOUNCED, CHECK_IN, DRAFT, REGISTRATION
from tournaments.rounds.dealing import deal_next
from tournaments.selectors.tournaments import settings_of
from tournaments.services.organising import require_organiser, require_status


def publish_tournament(tournament_id: str, by: Caller, command_id: str) -> Receipt:
    """Announce a draft; from then on the clock runs it. People can enter at once, unless a time was set for that."""

    def decide(draft: Draft) -> None:
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
        deal_next(draft)

    return carry_out(tournament_id, Command(command_id, by, "publish-tournament", {}), decide)


def unpublish_tournament(tournament_id: str, by: Caller, command_id: str) -> Receipt:
    """Make a tournament a draft again, unless somebody takes part who would miss it."""

    def decide(draft: Draft) -> None:
        actor = require_organiser(draft, by)
        require_status(draft.tournament, ANNOUNCED, REGISTRATION, CHECK_IN)
        if Entrant.objects.filter(tournament=draft.tournament, left_round=None, bot="").exists():
            template = "People have entered this tournament; it can be cancelled, but not taken back."
            raise Conflict("tournament/entered", template)
        draft.add(UNPUBLISHED, {}, actor)

    return carry_out(tournament_id, Command(command_id, by, "unpublish-tournament", {}), decide)
