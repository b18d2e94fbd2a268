"""Whose time ran out, in words; and the audit's verdict on one game."""

import pytest

from games.accounts.callers import ANYBODY, SYSTEM_CALLER
from games.integrity.audit.game_explanation import explain_audit
from games.log.event_store import read_log
from games.play.lifecycle import adjudicate
from games.play.models import SeatResult
from games.records.explanation import GOOD, NEVER, OPEN, WRONG, explain_clocks, timeouts
from tests.games.clock.watch import Watch
from tests.games.integrity.audit.tampering import remake
from tests.games.sample_tables import command, fold_of, play_out, table

pytestmark = pytest.mark.django_db


def test_a_game_without_a_clock_has_nothing_to_tell() -> None:
    assert explain_clocks(table(), ANYBODY).outcome == NEVER


def test_nothing_is_told_of_a_running_game(watch: Watch) -> None:
    assert explain_clocks(table(seconds=60), ANYBODY).outcome == OPEN


def test_whoever_was_in_time_was_in_time(watch: Watch) -> None:
    game = table("solo", 1, seconds=60)
    play_out(game)
    step = explain_clocks(game, ANYBODY)
    assert (step.outcome, step.words) == (GOOD, "Every decision was made in time.")


def test_whoever_was_not_is_named_with_the_time_they_had(watch: Watch) -> None:
    game = table("solo", 1, seconds=60, timeout="forfeit")
    watch.run(70)
    assert fold_of(game).is_over
    [timeout] = timeouts(read_log(game))
    step = explain_clocks(game, ANYBODY)
    assert (step.outcome, step.event) == (GOOD, timeout.seq)
    assert f"Event {timeout.seq}: the time of Ada was over. 6" in step.words
    assert "60 were agreed on" in step.words


def test_a_time_that_was_ended_too_early_is_wrong(watch: Watch) -> None:
    game = table("solo", 1, seconds=60, timeout="forfeit")
    watch.run(70)
    [timeout] = timeouts(read_log(game))
    remake(game, 1, data={**read_log(game)[0].entry.data, "clock": {"seconds": 600, "timeout": "forfeit"}})
    assert explain_clocks(game, ANYBODY).outcome == WRONG
    step = explain_audit(game)
    assert (step.outcome, step.event) == (WRONG, timeout.seq)


def test_the_audit_says_in_words_whether_all_is_well() -> None:
    game = table()
    adjudicate(game, SYSTEM_CALLER, command(), "as-stands")
    assert explain_audit(game).outcome == GOOD
    SeatResult.objects.filter(game=game).delete()
    step = explain_audit(game)
    assert step.outcome == WRONG
    assert "The result of seat 0 is missing." in step.detail
