"""The tournaments of the world: one for each thing that is kept from somebody. Olga has drafted all of them."""

from typing import Any, Final

from games.play.moves import make_move
from games.play.seats import join_game
from tests.games.sample_tables import CONTRIBUTION, account, caller, choose, command, fold_of
from tests.tournaments.events.rounds.world import duplicate, game_of, settings, settle_down
from tournaments.clubs.models import Club
from tournaments.events.models import Entrant
from tournaments.events.services.entrants import enter, enter_other
from tournaments.events.services.schedule import start_early
from tournaments.events.services.tournaments import create_tournament, publish_tournament

NAMES: Final = ("draft", "entering", "swiss", "prepared", "duplicate", "played")
"""A draft; one of the club alone that Ada and Bob have entered; a Swiss one that is played; one whose first round is
paired, but not published; one with the same dice for Ada and Bob, of whom only Ada has begun to play; and such a one of
the club alone that is over."""


def make_tournaments(club: Club) -> dict[str, str]:
    """The ids of the tournaments by what they are."""
    made = {
        "draft": _drafted(club, settings()),
        "entering": _published(_drafted(club, settings(), is_public=False)),
        "swiss": begun(club, settings(), "Mia", "Sven"),
        "prepared": begun(club, settings(pairings="preview")),
        "duplicate": begun(club, duplicate()),
        "played": played(club),
    }
    run = game_of(made["duplicate"], "Ada")
    join_game(run, caller("Ada"), command(), CONTRIBUTION)
    _move(run)
    return made


def entrant(tournament: str, name: str) -> str:
    """The id of somebody in a tournament."""
    return Entrant.objects.values_list("pk", flat=True).get(tournament=tournament, account=account(name))


def _drafted(club: Club, agreed: dict[str, Any], is_public: bool = True) -> str:
    return create_tournament(club.pk, caller("Olga"), command(), "Bricks for all", agreed, is_public).tournament


def _published(tournament: str, *others: str) -> str:
    publish_tournament(tournament, caller("Olga"), command())
    settle_down()
    for name in ("Ada", "Bob"):
        enter(tournament, caller(name), command())
    for name in others:
        enter_other(tournament, caller("Olga"), command(), account=account(name).username)
    return tournament


def played(club: Club) -> str:
    """A tournament on the same dice that is over: Ada and Bob have given up at once."""
    tournament = begun(club, duplicate(rounds=1), is_public=False)
    for name in ("Ada", "Bob"):
        run = game_of(tournament, name)
        join_game(run, caller(name), command(), CONTRIBUTION)
        fold = fold_of(run)
        make_move(run, caller(name), command(), fold.rules.encode(fold.rules.resigned(fold.state, 0)), fold.asked)
    settle_down()
    return tournament


def begun(club: Club, agreed: dict[str, Any] | None = None, *others: str, is_public: bool = True) -> str:
    """A tournament whose first round has begun, with Ada, Bob and others; a Swiss one if nothing else is said."""
    tournament = _published(_drafted(club, agreed or settings(), is_public), *others)
    start_early(tournament, caller("Olga"), command())
    settle_down()
    return tournament


def _move(game: str) -> None:
    fold = fold_of(game)
    make_move(game, caller("Ada"), command(), choose(fold, 0), fold.asked)
