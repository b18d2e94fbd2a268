"""What the checks have found, in the words of whoever reads it."""

import pytest
from django.utils.translation import override

from engine.protocol import Json
from engine.verify import verify
from games.accounts.callers import ANYBODY
from games.records.explanation import GOOD, NEVER, OPEN, WRONG, CheckStep, explain
from games.records.export import export_record
from tests.games.sample_tables import play_out, table

pytestmark = pytest.mark.django_db


def explained(record: Json) -> dict[str, CheckStep]:
    names = ("chain", "signature", "dice", "rules", "result")
    return dict(zip(names, explain(record, verify(record)), strict=True))


def test_what_is_wrong_is_said_in_the_reader_s_words_with_the_event_and_what_the_verifier_says() -> None:
    game = table("solo", 1)
    play_out(game)
    record = export_record(game, ANYBODY)
    assert {explained(record)[name].outcome for name in ("chain", "dice", "rules", "result")} == {GOOD}
    record["chain"][4]["hash"] = "0" * 64
    step = explained(record)["chain"]
    assert (step.outcome, step.event) == (WRONG, 5)
    assert step.words == "The chain is broken: something was changed, added or taken out."
    assert step.detail.startswith("Event 5: the hash does not belong")
    with override("de"):
        assert explained(record)["chain"].detail == step.detail


def test_a_fault_of_no_single_event_names_none() -> None:
    game = table("solo", 1)
    play_out(game)
    record = export_record(game, ANYBODY)
    record["result"]["scores"] = [999]
    step = explained(record)["result"]
    assert (step.outcome, step.event) == (WRONG, None)
    assert "scores" in step.detail


def test_dice_on_a_table_and_no_dice_are_not_the_same() -> None:
    thrown = explained(export_record(table("solo", 1, dice="table"), ANYBODY))["dice"]
    record = export_record(table("solo", 1), ANYBODY)
    none = explain({**record, "dice": None}, {**verify(record), "dice": "absent"})[2]
    assert thrown.outcome == none.outcome == NEVER
    assert "thrown on a table" in thrown.words
    assert none.words == "This game has no dice."


def test_what_comes_later_stays_open() -> None:
    steps = explained(export_record(table("solo", 1), ANYBODY))
    assert (steps["dice"].outcome, steps["result"].outcome, steps["signature"].outcome) == (OPEN, OPEN, OPEN)


def test_a_seed_that_is_not_shown_when_the_game_is_over_does_not_stay_open() -> None:
    game = table("solo", 1)
    play_out(game)
    record = export_record(game, ANYBODY)
    assert record["events"].pop()["kind"] == "dice/revealed"
    record["chain"].pop()
    record["dice"]["seed"] = None
    assert verify(record)["dice"] == "unchecked"
    step = explained(record)["dice"]
    assert (step.outcome, "the seed was not shown" in step.words) == (WRONG, True)
    record["events"][0]["dice"]["contributions"] = []
    assert explain(record, verify(record) | {"dice": "unchecked"})[2].outcome == OPEN, "that of a round comes later"
