"""The first steps and the last: registration opens, then the check-in; the tournament starts, or is called off if
too few came; and in the end its final table is written into the log.
"""

from typing import Final

from django.db.models import QuerySet

from engine.protocol import Json
from games.log.entries import SYSTEM
from tournaments.events import event_kinds
from tournaments.events.history import format_of, load_history, seed_commitment, settings_of
from tournaments.events.log.event_store import UnitOfWork
from tournaments.events.models import Entrant, Tournament
from tournaments.events.round_notices import notify_of_cancellation, notify_of_check_in
from tournaments.events.rounds.open_round import deal_next_round
from tournaments.events.seed import reveal_seed
from tournaments.events.standings.ranking import standings
from tournaments.events.statuses import CHECK_IN

FEWEST_ENTRANTS: Final = 2
"""How many make a tournament."""


def open_registration(draft: UnitOfWork) -> None:
    """Let people enter."""
    draft.add(event_kinds.OPENED, {})


def open_check_in(draft: UnitOfWork) -> None:
    """Ask those who have entered whether they are there."""
    draft.add(event_kinds.CHECK_IN_OPENED, {})
    notify_of_check_in(draft.tournament, settings_of(draft.tournament).opening(1))


def start_tournament(draft: UnitOfWork, actor: str = SYSTEM) -> None:
    """Begin with those who are there."""
    tournament, settings = draft.tournament, settings_of(draft.tournament)
    missing = list(not_checked_in(tournament).order_by("number").values_list("pk", flat=True))
    draft.add_all((event_kinds.REMOVED, {"entrant": entrant, "round": 1, "cause": "check-in"}) for entrant in missing)
    number = Entrant.objects.filter(tournament=tournament, left_round=None).count()
    if number < FEWEST_ENTRANTS:
        draft.add(event_kinds.CANCELLED, {"cause": "too-few"})
        notify_of_cancellation(draft.tournament)
        return
    deal_next_round(draft)
    rounds = format_of(tournament).rounds(settings, number)
    draft.add(event_kinds.STARTED, {"rounds": rounds, **_seed(tournament)}, actor)


def _seed(tournament: Tournament) -> Json:
    """The seed from which lots are drawn from now on; one that was public from the beginning is not said again."""
    commitment = seed_commitment(tournament.pk)
    return {"seed": reveal_seed(tournament.pk, commitment)} if commitment else {}


def not_checked_in(tournament: Tournament) -> QuerySet[Entrant]:
    """Those who were asked whether they are there and have not said so; bots and people without an account are."""
    asked = Entrant.objects.filter(tournament=tournament, left_round=None, bot="", person=None)
    return asked.filter(is_checked_in=False) if tournament.status == CHECK_IN else asked.none()


def finish_tournament(draft: UnitOfWork) -> None:
    """Write the final table into the log."""
    table = standings(settings_of(draft.tournament), load_history(draft.tournament), explained=())
    draft.add(event_kinds.FINISHED, {"standings": [[row.entrant, row.place, row.points] for row in table]})
