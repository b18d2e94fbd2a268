"""Who may rule upon a game of a rated tournament: every role is tried, and whoever may not changes nothing."""

import pytest

from games.accounts.callers import Caller
from games.accounts.models import Account
from games.disputes.services import give_ruling, open_dispute, reverse_ruling
from games.extension import ORGANISER
from games.log.models import Game
from games.play.models import PlayerGame
from games.refusals import Forbidden
from tests.games.sample_tables import account, caller, command
from tests.tournaments.desk.world import REASON, auditor, figures, follow, foretold, games_in, void
from tests.tournaments.sample_clubs import enrol
from tournaments.clubs.models import Club
from tournaments.desk.ruling_preview import foresee_reversal, foresee_ruling

ENTITLED = ("staff", "owner", "organiser")
OTHERS = (
    "anonymous",
    "guest",
    "stranger",
    "member",
    "scorekeeper",
    "other entrant",
    "player",
    "player who is staff",
    "player who organises",
)
NAMES = {"owner": "Olga", "organiser": "Otto", "member": "Mia", "scorekeeper": "Sven", "stranger": "Zoe"}


def somebody(role: str, game: str) -> Caller:
    """Who comes with a role, seen from a game."""
    if role == "anonymous":
        return Caller()
    if role == "staff":
        return auditor()
    if role == "guest":
        return caller("Gus", is_guest=True)
    if role in NAMES:
        return caller(NAMES[role])
    seated = PlayerGame.objects.filter(game=game).values_list("account__display_name", flat=True)
    if role == "other entrant":
        return caller(next(name for name in ("Ada", "Bob", "Cleo") if name not in seated))
    if role == "player who organises":
        enrol(Club.objects.get(), seated[0], ORGANISER)
    Account.objects.filter(username=seated[0].lower()).update(is_staff=role == "player who is staff")
    return caller(seated[0])


@pytest.mark.slow
@pytest.mark.parametrize("role", ENTITLED)
def test_whoever_may_rule_does_as_foretold_and_takes_it_back(swiss: str, role: str) -> None:
    game, before = games_in(swiss, 2)[0], figures(swiss)
    by, preview = somebody(role, game), foresee_ruling(game, "voided")
    player = PlayerGame.objects.filter(game=game).values_list("account__display_name", flat=True)[0]
    dispute = open_dispute(game, caller(player or ""), command(), 3, "Look!").seq
    ruling = give_ruling(game, by, command(), "voided", (), REASON, dispute).seq
    follow()
    voided = figures(swiss)
    assert voided == foretold(before, preview)
    back = foresee_reversal(game, ruling)
    reverse_ruling(game, by, command(), ruling, "It was a mistake.")
    follow()
    assert figures(swiss) == foretold(voided, back) == before


@pytest.mark.parametrize("role", OTHERS)
def test_whoever_may_not_changes_nothing(swiss: str, role: str) -> None:
    first, second, _ = games_in(swiss, 2)
    ruling = void(first)
    before, ends = figures(swiss), dict(Game.objects.values_list("pk", "seq"))
    for game in (first, second):
        by = somebody(role, game)
        for how, seats in (("voided", []), ("forfeited", [0])):
            with pytest.raises(Forbidden):
                give_ruling(game, by, command(), how, seats, REASON)
    with pytest.raises(Forbidden):
        reverse_ruling(first, somebody(role, first), command(), ruling, REASON)
    follow()
    assert figures(swiss) == before
    assert dict(Game.objects.values_list("pk", "seq")) == ends
    assert account("Aura").is_staff, "whoever may rule was there all the time"
