"""What organisers do to a round whose tables wait: pauses, more time, rulings, taking it back, opening it again."""

from tests.games.clock.watch import Watch
from tests.games.sample_tables import caller, command, fold_of
from tests.tournaments.events.rounds.open_rounds import FOUR, WAIT, is_clean, opened
from tests.tournaments.events.rounds.test_close_round import seats
from tests.tournaments.events.rounds.world import (
    HOUR,
    after,
    counts,
    entrant,
    game_of,
    latest,
    pass_time,
    play_together,
    sit_down,
)
from tournaments.events.models import Place
from tournaments.events.services.results import override_result
from tournaments.events.services.rounds import publish_round, unpublish_round
from tournaments.events.services.schedule import extend_round, pause, reopen_last_round, resume


def test_nothing_starts_in_a_pause_and_everybody_has_as_much_time_afterwards(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    sit_down(tournament, "Ada", "Bob", "Cleo")
    pass_time(watch, WAIT // 2)
    pause(tournament, caller("Olga"), command())
    pass_time(watch, WAIT)
    resume(tournament, caller("Olga"), command())
    pass_time(watch, WAIT // 2 - 2)
    assert counts(tournament)["table/started-without"] == 0
    pass_time(watch, 3)
    assert counts(tournament)["table/started-without"] == 1
    assert is_clean()


def test_after_a_pause_those_who_came_late_wait_some_minutes_again(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    pass_time(watch, WAIT + 60)
    sit_down(tournament, "Ada", "Bob")
    pass_time(watch, WAIT // 2)
    pause(tournament, caller("Olga"), command())
    pass_time(watch, HOUR)
    resume(tournament, caller("Olga"), command())
    pass_time(watch, WAIT - 1)
    assert counts(tournament)["table/started-without"] == 0
    pass_time(watch, 1)
    assert counts(tournament)["table/started-without"] == 1
    assert is_clean()


def test_a_round_with_more_time_does_not_wait_longer_for_seats(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    before = latest(tournament).waits_until
    assert before is not None
    sit_down(tournament, "Ada", "Bob", "Cleo")
    extend_round(tournament, caller("Olga"), command(), latest(tournament).closes_at + (before - watch.at))
    assert latest(tournament).waits_until == before
    pass_time(watch, WAIT)
    assert counts(tournament)["table/started-without"] == 1


def test_an_organiser_can_still_decide_about_the_table(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    sit_down(tournament, "Ada", "Bob", "Cleo")
    pass_time(watch, WAIT)
    scores = [{"entrant": entrant(tournament, name), "score": 10} for name in FOUR]
    override_result(tournament, caller("Olga"), command(), 1, scores, "Dan was there, the network was not.")
    pass_time(watch, 1)
    assert seats(tournament)["Dan"] == (10, 1, False)
    assert is_clean()


def test_a_round_that_is_taken_back_begins_anew(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    sit_down(tournament, "Ada", "Bob", "Cleo")
    pass_time(watch, WAIT)
    unpublish_round(tournament, caller("Olga"), command())
    assert not Place.objects.filter(round=latest(tournament), has_forfeited=True).exists()
    publish_round(tournament, caller("Olga"), command())
    pass_time(watch, HOUR)
    sit_down(tournament, *FOUR)
    assert len(fold_of(game_of(tournament, "Dan")).seated) == 4
    play_together(tournament, *FOUR)
    pass_time(watch, 1)
    assert not seats(tournament)["Dan"][2]
    assert is_clean()


def test_a_table_that_nobody_came_to_waits_again_when_its_round_is_opened_again(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    pass_time(watch, HOUR)
    reopen_last_round(tournament, caller("Olga"), command(), after(2 * HOUR), "The trains did not run.")
    pass_time(watch, 1)
    sit_down(tournament, "Ada", "Dan")
    pass_time(watch, WAIT)
    assert len(fold_of(game_of(tournament, "Ada")).seated) == 2
    play_together(tournament, "Ada", "Dan")
    pass_time(watch, 1)
    assert (seats(tournament)["Bob"], is_clean()) == ((None, 3, True), True)
