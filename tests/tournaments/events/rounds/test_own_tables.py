"""Organisers who play themselves decide nothing about their own tables, by whatever door."""

import pytest

from engine.protocol import Json
from games.play.models import GameCard
from games.refusals import Forbidden
from tests.games.clock.watch import Watch
from tests.games.sample_tables import caller, command
from tests.tournaments.desk.world import duels
from tests.tournaments.events.rounds.world import (
    FIRST,
    HOUR,
    after,
    announced,
    duplicate,
    entrant,
    game_of,
    pass_time,
    play_as,
    play_together,
    settings,
    settle_down,
    sit_down,
    status,
    told,
)
from tests.tournaments.refusals import refused
from tournaments.events.services.entrants import forbid_pair, remove_entrant
from tournaments.events.services.schedule import cancel, reopen_last_round

OLGA, OTTO = "Olga", "Otto"


def test_nobody_takes_out_whom_they_are_to_play_next(watch: Watch) -> None:
    tournament, olga = announced(settings(every=4 * HOUR), OLGA, "Bob"), caller(OLGA)
    pass_time(watch, FIRST)
    pass_time(watch, HOUR)
    assert status(tournament) == ("running", 2, "published")
    with refused(Forbidden, "round/own-table"):
        remove_entrant(tournament, olga, command(), entrant(tournament, "Bob"), "I want to win.")
    remove_entrant(tournament, caller(OTTO), command(), entrant(tournament, "Bob"), "They have cheated.")
    assert [said["entrant"] for said in told(tournament, "entrant/removed")] == [entrant(tournament, "Bob")]


def test_nobody_keeps_others_away_from_themselves_once_it_has_begun(watch: Watch) -> None:
    tournament = announced(settings(pairings="preview"), OLGA, "Ada", "Bob", "Cleo")
    olga, ada, bob = (entrant(tournament, name) for name in (OLGA, "Ada", "Bob"))
    forbid_pair(tournament, caller(OLGA), command(), olga, ada)
    pass_time(watch, FIRST)
    with refused(Forbidden, "round/own-table"):
        forbid_pair(tournament, caller(OLGA), command(), olga, bob)
    forbid_pair(tournament, caller(OTTO), command(), olga, bob)
    assert len(told(tournament, "pair/forbidden")) == 2


def test_a_round_opened_again_is_not_played_again_at_the_own_table(watch: Watch) -> None:
    tournament = announced(settings(rounds=1, closes_early=False), OLGA, "Ada", "Bob", "Cleo")
    pass_time(watch, FIRST)
    pass_time(watch, HOUR)
    assert status(tournament) == ("finished", 1, "closed")
    reopen_last_round(tournament, caller(OLGA), command(), after(HOUR), "Nobody could come.")
    [said] = told(tournament, "round/reopened")
    [[*tables]] = [paired["tables"] for paired in told(tournament, "round/paired")]
    own = next(at for at, seated in enumerate(tables, 1) if entrant(tournament, OLGA) in seated)
    assert said["again"] == [at for at in (1, 2) if at != own]


def test_only_who_has_not_played_has_everything_played_anew(watch: Watch) -> None:
    tournament = announced(duplicate(rounds=1), OLGA, "Ada")
    pass_time(watch, FIRST)
    sit_down(tournament, OLGA)
    pass_time(watch, HOUR)
    with refused(Forbidden, "round/own-table"):
        reopen_last_round(tournament, caller(OLGA), command(), after(HOUR), "I can do better.")
    reopen_last_round(tournament, caller(OTTO), command(), after(HOUR), "The dice were seen by somebody.")
    settle_down()
    assert status(tournament) == ("running", 1, "open")


def test_nobody_leaves_a_rated_game_by_calling_the_tournament_off(watch: Watch) -> None:
    tournament = announced(duels(rounds=1), OLGA, "Ada")
    pass_time(watch, FIRST)
    sit_down(tournament, OLGA, "Ada")
    for name in (OLGA, "Ada"):
        play_as(tournament, name)
    with refused(Forbidden, "tournament/own-game"):
        cancel(tournament, caller(OLGA), command(), "I do not like this roll.")
    assert GameCard.objects.get(pk=game_of(tournament, OLGA)).status == "running"
    cancel(tournament, caller(OTTO), command(), "The room is flooded.")
    assert status(tournament)[0] == "cancelled"


def test_nobody_undoes_a_run_that_counts_only_with_those_of_others(watch: Watch) -> None:
    tournament = announced(duplicate(rounds=2, is_rated=True), OLGA, "Ada")
    pass_time(watch, FIRST)
    sit_down(tournament, OLGA)
    for step in (play_as, play_together):
        step(tournament, OLGA)
        with refused(Forbidden, "tournament/own-game"):
            cancel(tournament, caller(OLGA), command(), "I can do better.")
    pass_time(watch, HOUR)
    cancel(tournament, caller(OLGA), command(), "The room is flooded.")


@pytest.mark.parametrize("agreed", [{"is_rated": False}, {}], ids=["not rated", "nobody has begun"])
def test_whoever_plays_may_still_call_off_what_costs_nobody_anything(watch: Watch, agreed: Json) -> None:
    tournament = announced(duels(rounds=1, **agreed), OLGA, "Ada")
    pass_time(watch, FIRST)
    sit_down(tournament, OLGA, *(["Ada"] if agreed else []))
    cancel(tournament, caller(OLGA), command(), "The room is flooded.")
    assert status(tournament)[0] == "cancelled"
