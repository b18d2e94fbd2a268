"""The first steps: registration opens, then the check-in; the tournament starts, or is called off if too few came."""

from typing import Final

from django.db.models import QuerySet

from engine.protocol import Json
from games.log.entries import SYSTEM
from tournaments.log import kinds
from tournaments.log.drafts import Draft
from tournaments.models import Entrant, Tournament
from tournaments.models.tournaments import CHECK_IN
from tournaments.notices.reminding import ask_who_is_there, tell_called_off
from tournaments.rounds.dealing import deal_next
from tournaments.seeds import reveal_seed
from tournaments.selectors.tournaments import format_of, seed_commitment, settings_of

FEWEST: Final = 2
"""How many make a tournament."""


def open_registration(draft: Draft) -> None:
    """Let people enter."""
    draft.add(kinds.OPENED, {})


def open_check_in(draft: Draft) -> None:
    """Ask those who have entered whether they are there."""
    draft.add(kinds.CHECK_IN_OPENED, {})
    ask_who_is_there(draft.tournament, settings_of(draft.tournament).opening(1))


def start(draft: Draft, actor: str = SYSTEM) -> None:
    """Begin with those who are there."""
    tournament, settings = draft.tournament, settings_of(draft.tournament)
    missing = list(away(tournament).order_by("number").values_list("pk", flat=True))
    draft.add_all((kinds.REMOVED, {"entrant": entrant, "round": 1, "cause": "check-in"}) for entrant in missing)
    number = Entrant.objects.filter(tournament=tournament, left_round=None).count()
    if number < FEWEST:
        draft.add(kinds.CANCELLED, {"cause": "too-few"})
        tell_called_off(draft.tournament)
        return
    deal_next(draft)
    rounds = format_of(tournament).rounds(settings, number)
    draft.add(kinds.STARTED, {"rounds": rounds, **_seed(tournament)}, actor)


def _seed(tournament: Tournament) -> Json:
    """The seed from which lots are drawn from now on; one that was public from the beginning is not said again."""
    commitment = seed_commitment(tournament.pk)
    return {"seed": reveal_seed(tournament.pk, commitment)} if commitment else {}


def away(tournament: Tournament) -> QuerySet[Entrant]:
    """Those who were asked whether they are there and have not said so; bots and people without an account are."""
    asked = Entrant.objects.filter(tournament=tournament, left_round=None, bot="", person=None)
    return asked.filter(is_checked_in=False) if tournament.status == CHECK_IN else asked.none()
