"""The log of a tournament is stored as it always was: every byte of every event, on every database."""

from collections.abc import Callable
from datetime import timedelta
from itertools import count, groupby
from operator import itemgetter
from pathlib import Path
from typing import Final

import pytest

from tests.games.clocks.watch import Watch
from tests.games.tables import CONTRIBUTION, caller, command
from tests.golden_logs import check_logs, kinds_in, pinned
from tests.tournaments.desk import world as desk
from tests.tournaments.log import world as every_kind
from tests.tournaments.rounds.world import (
    FIRST,
    HOUR,
    announced,
    duplicate,
    entrant,
    latest,
    pass_time,
    play_as,
    play_bots,
    play_together,
    row,
    settings,
    settle_down,
    sit_down,
    status,
)
from tournaments.events.models import Place, TournamentEvent
from tournaments.events.projections.handlers import HANDLERS
from tournaments.events.services.deals import contribute_to_round
from tournaments.events.services.entrants import allow_pair, enter_other, forbid_pair, remove_entrant
from tournaments.events.services.results import override_result, take_back_result
from tournaments.events.services.rounds import start_table
from tournaments.events.services.schedule import cancel, extend_round, pause, resume
from tournaments.events.services.tournaments import change_tournament, publish_tournament, unpublish_tournament

pytestmark = pytest.mark.django_db
FOLDER: Final = Path(__file__).parent / "golden"
PLAYERS: Final = ("Ada", "Bob", "Cleo", "Dan")


def swiss(watch: Watch) -> str:
    """Duels over two rounds; an organiser puts another result in the place of the first, and takes that back."""
    tournament = announced(settings(variant="duel"), *PLAYERS)
    pair = entrant(tournament, "Ada"), entrant(tournament, "Bob")
    forbid_pair(tournament, caller("Olga"), command(), *pair)
    forbid_pair(tournament, caller("Olga"), command(), entrant(tournament, "Cleo"), pair[1])
    allow_pair(tournament, caller("Olga"), command(), *pair)
    pass_time(watch, FIRST)
    first, *others = pairs(tournament)
    play(tournament, *first)
    override_result(tournament, caller("Olga"), command(), 1, desk.flipped(tournament, 1), "The sheets say so.")
    watch.run(8)
    take_back_result(tournament, caller("Olga"), command(), 1, "They were the sheets of another table.")
    for names in others:
        play(tournament, *names)
    for names in pairs(tournament):
        play(tournament, *names)
    assert status(tournament) == ("finished", 2, "closed")
    return tournament


def pairs(tournament: str) -> list[list[str]]:
    """Who sits at each table of the latest round."""
    found = Place.objects.filter(round=latest(tournament)).order_by("table__number", "seat")
    rows = found.values_list("table__number", "entrant__account__display_name")
    return [[name for _, name in some] for _, some in groupby(rows, itemgetter(0))]


def play(tournament: str, *names: str) -> None:
    """Let those of one table sit down and play, and take in what came of it."""
    sit_down(tournament, *names)
    play_together(tournament, *names)
    settle_down()


def same_dice(watch: Watch) -> str:
    """Everybody gets the same dice in both rounds; one of them has added to those of the first."""
    tournament = announced(duplicate(), "Ada", "Bob", "Cleo")
    contribute_to_round(tournament, caller("Ada"), CONTRIBUTION)
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada", "Bob", "Cleo")
    for name in ("Ada", "Bob"):
        play_as(tournament, name)
    pass_time(watch, HOUR)
    remove_entrant(tournament, caller("Olga"), command(), entrant(tournament, "Cleo"), "She has fallen asleep.")
    sit_down(tournament, "Ada", "Bob")
    for name in ("Ada", "Bob"):
        play_as(tournament, name, "greedy")
    pass_time(watch, HOUR)
    return tournament


def round_robin(watch: Watch) -> str:
    """Three bots, each against each."""
    tournament = announced(settings(format="round-robin", rounds=None), robots=3)
    pass_time(watch, FIRST)
    for _ in range(row(tournament).round_count):
        play_bots(tournament)
    return tournament


def cancelled(watch: Watch) -> str:
    """Taken back and changed before anybody enters, put off while a round is open, and called off in the end."""
    tournament = announced(settings())
    unpublish_tournament(tournament, caller("Olga"), command())
    change_tournament(tournament, caller("Olga"), command(), settings=settings(variant="duel"))
    publish_tournament(tournament, caller("Olga"), command())
    for name in PLAYERS:
        enter_other(tournament, caller("Olga"), command(), account=name.lower())
    change_tournament(tournament, caller("Olga"), command(), "Brücken für alle", is_public=False)
    pass_time(watch, FIRST)
    extend_round(tournament, caller("Olga"), command(), latest(tournament).closes_at + timedelta(minutes=30), "Rain.")
    pause(tournament, caller("Olga"), command())
    watch.set(90)
    resume(tournament, caller("Olga"), command())
    cancel(tournament, caller("Olga"), command(), "The hall is closed.")
    return tournament


def waiting(watch: Watch) -> str:
    """The wait of a table of four is extended by an outage; then it begins without one of them."""
    tournament = announced(settings(rounds=1, seats=4, wait=600, length=5 * HOUR), *PLAYERS)
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada", "Bob", "Cleo")
    pass_time(watch, 590)
    watch.set(HOUR // 2)
    settle_down()
    absent = entrant(tournament, "Dan")
    start_table(tournament, caller("Otto"), command(), 1, [absent], "Dan has called: he is ill.")
    play_together(tournament, "Ada", "Bob", "Cleo")
    settle_down()
    assert status(tournament) == ("finished", 1, "closed")
    return tournament


def every_event(watch: Watch) -> str:
    """An event of every kind, without any game behind it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(every_kind, "_scores", count(50))
        return every_kind.eventful()


ACTS: Final = (swiss, same_dice, round_robin, waiting, cancelled, every_event)


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)
def test_a_log_is_stored_byte_for_byte_as_it_was(act: Callable[[Watch], str]) -> None:
    with pinned(act.__name__) as watch:
        check_logs(FOLDER / f"{act.__name__}.jsonl", TournamentEvent, "tournament", [act(watch)])


def test_the_files_are_those_of_the_acts_and_hold_what_can_happen() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.jsonl")) == sorted(act.__name__ for act in ACTS)
    assert {*HANDLERS} - kinds_in(FOLDER) == set()
