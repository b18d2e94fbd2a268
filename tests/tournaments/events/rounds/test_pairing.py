"""Preview before everybody sees it, undo until the first move, and nobody draws until they like it."""

import pytest

from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoint
from games.log.models import Game
from games.refusals import Conflict
from tests.games.clock.watch import Watch
from tests.games.sample_tables import caller, command, fold_of
from tests.tournaments.events.rounds.world import (
    FIRST,
    HOUR,
    announced,
    counts,
    duplicate,
    entrant,
    game_of,
    latest,
    pass_time,
    play_as,
    row,
    settings,
    settle_down,
    sit_down,
    status,
    told,
)
from tests.tournaments.refusals import refused
from tests.tournaments.sample_clubs import viewer
from tournaments.events.models import Entrant, PairingRun, Place, Table
from tournaments.events.rounds.runner import take_step
from tournaments.events.selectors.schedule import what_hinders
from tournaments.events.selectors.visibility import see_tournament
from tournaments.events.services.entrants import allow_pair, enter, forbid_pair
from tournaments.events.services.results import enter_paper_result
from tournaments.events.services.rounds import pair_again, publish_round, unpublish_round

OLGA = "Olga"


def test_a_preview_waits_for_an_organiser(watch: Watch) -> None:
    tournament, olga = announced(settings(pairings="preview"), "Ada", "Bob", "Cleo", "Dan"), caller(OLGA)
    pass_time(watch, FIRST)
    assert (status(tournament), row(tournament).due_at) == (("running", 1, "paired"), None)
    publish_round(tournament, olga, command())
    settle_down()
    assert status(tournament) == ("running", 1, "open")
    with refused(Conflict, "tournament/wrong-moment"):
        publish_round(tournament, olga, command())


def test_pairing_again_gives_the_same_unless_something_has_changed(watch: Watch) -> None:
    tournament, olga = announced(settings(pairings="preview"), "Ada", "Bob", "Cleo", "Dan"), caller(OLGA)
    pass_time(watch, FIRST)
    pair_again(tournament, olga, command())
    first, second = told(tournament, "round/paired")
    assert (first["tables"], first["inputs"]) == (second["tables"], second["inputs"])
    assert [first["run"], second["run"]] == [1, 2]
    met = sorted(first["tables"][0])
    forbid_pair(tournament, olga, command(), *met)
    pair_again(tournament, olga, command())
    third = told(tournament, "round/paired")[-1]
    assert met not in [sorted(table) for table in third["tables"]]
    assert PairingRun.objects.filter(round=latest(tournament)).count() == 3
    publish_round(tournament, olga, command())
    with refused(Conflict, "tournament/wrong-moment"):
        pair_again(tournament, olga, command())


def test_pairings_of_a_field_that_has_changed_are_not_published(watch: Watch) -> None:
    tournament, olga = announced(settings(pairings="preview", late_until=1), "Ada", "Bob", "Cleo"), caller(OLGA)
    pass_time(watch, FIRST)
    enter(tournament, caller("Dan"), command())
    with refused(Conflict, "round/out-of-date"):
        publish_round(tournament, olga, command())
    pair_again(tournament, olga, command())
    publish_round(tournament, olga, command())
    settle_down()
    assert (status(tournament), Place.objects.filter(table=None).count()) == (("running", 1, "open"), 0)


@pytest.mark.parametrize("is_shared", [False, True])
def test_pairings_are_taken_back_until_the_first_move(watch: Watch, is_shared: bool) -> None:
    agreed = duplicate(rounds=1) if is_shared else settings(rounds=1)
    tournament, olga = announced(agreed, "Ada", "Bob"), caller(OLGA)
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada")
    old, deal = game_of(tournament, "Ada"), latest(tournament).deal_id
    unpublish_round(tournament, olga, command())
    assert (status(tournament)[2], fold_of(old).is_over) == ("paired", True)
    assert not Table.objects.exclude(game=None).exists()
    publish_round(tournament, olga, command())
    settle_down()
    assert status(tournament)[2] == "open"
    assert game_of(tournament, "Ada") != old
    assert (latest(tournament).deal_id != deal) == is_shared
    sit_down(tournament, "Ada", "Bob")
    for name in ("Ada", "Bob"):
        play_as(tournament, name)
    with refused(Conflict, "round/played"):
        unpublish_round(tournament, olga, command())
    pass_time(watch, HOUR)
    assert status(tournament) == ("finished", 1, "closed")
    assert counts(tournament)["result/recorded"] == Table.objects.count()
    make_checkpoint()
    assert audit().findings == []


def test_a_result_on_paper_in_the_place_of_a_game_keeps_the_pairings(watch: Watch) -> None:
    tournament, olga = announced(settings(rounds=1), "Ada", "Bob", "Cleo", "Dan"), caller(OLGA)
    pass_time(watch, FIRST)
    seated = Place.objects.filter(table__number=1).values_list("entrant", flat=True)
    enter_paper_result(tournament, olga, command(), 1, [{"entrant": who, "score": 40} for who in seated])
    with refused(Conflict, "round/played"):
        unpublish_round(tournament, olga, command())


@pytest.mark.parametrize("is_shared", [False, True])
def test_whoever_has_lost_by_waiting_does_not_undo_it(watch: Watch, is_shared: bool) -> None:
    agreed = {"rounds": 1, "seconds": 60, "timeout": "forfeit", "closes_early": False}
    tournament = announced((duplicate if is_shared else settings)(**agreed), OLGA, "Ada")
    pass_time(watch, FIRST)
    sit_down(tournament, OLGA, "Ada")
    for _ in range(5):
        pass_time(watch, 70)
    assert fold_of(game_of(tournament, OLGA)).is_over
    with refused(Conflict, "round/played"):
        unpublish_round(tournament, caller(OLGA), command())


def test_a_walkover_noted_at_the_opening_goes_with_the_pairings(watch: Watch) -> None:
    tournament, olga = announced(settings(rounds=1), "Ada", "Bob"), caller(OLGA)
    gone = Entrant.objects.filter(pk=entrant(tournament, "Bob"))
    gone.update(account=None)
    pass_time(watch, FIRST - 1)
    watch.set(1)
    while status(tournament)[2] != "open":
        take_step(tournament, watch.at)
    unpublish_round(tournament, olga, command())
    assert not Place.objects.filter(place__isnull=False).exists()
    assert not Game.objects.exists()


def test_those_who_run_it_are_told_why_a_round_cannot_be_paired(watch: Watch) -> None:
    tournament, olga = announced(settings(), "Ada", "Bob"), caller(OLGA)
    pair = [entrant(tournament, name) for name in ("Ada", "Bob")]
    forbid_pair(tournament, olga, command(), *pair)
    assert what_hinders(see_tournament(tournament, viewer(OLGA))) is None
    pass_time(watch, FIRST)
    hindrance = what_hinders(see_tournament(tournament, viewer(OLGA)))
    assert hindrance is not None
    assert hindrance.code == "pairing/impossible"
    allow_pair(tournament, olga, command(), *pair)
    settle_down()
    assert status(tournament) == ("running", 1, "open")
    assert what_hinders(see_tournament(tournament, viewer(OLGA))) is None
