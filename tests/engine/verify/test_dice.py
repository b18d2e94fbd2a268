"""The dice check: throws that do not follow from the committed seed, and blocks that say something else."""

import pytest

from engine.verify import verify
from tests.engine.platform_log import CONTRIBUTIONS, export, exported, platform_events
from tests.engine.verify.tampering import ALL_OK, KEYS, tampered


def test_a_changed_roll_is_found_even_in_a_record_without_a_chain() -> None:
    document = exported()
    for key in ("chain", "checkpoint"):
        del document[key]
    at = next(at for at, fields in enumerate(document["events"], start=1) if fields["kind"] == "roll")
    document["events"][at - 1]["number"] = document["events"][at - 1]["number"] % 4 + 1
    assert verify(document)["dice"].startswith(f"Event {at}: the dice show")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("deal", "d-2"),
        ("commitment", "0" * 64),
        ("contributions", ["", "", ""]),
        ("contributions", CONTRIBUTIONS[:2]),
        ("seed", "ff" * 32),
        ("seed", None),
        ("scheme", "table"),
        ("scheme", "loaded-dice/1"),
    ],
)
def test_a_dice_block_that_differs_from_the_log_is_found(key: str, value: object) -> None:
    checks = tampered(lambda document: document["dice"].update({key: value}))
    assert checks["dice"] not in ("ok", "absent", "unchecked")
    assert checks["chain"] == "ok"


@pytest.mark.parametrize("value", [7, "d|1", "", None, ["x"], {"a": 1}])
@pytest.mark.parametrize("key", ["deal", "commitment", "contributions", "seed", "scheme"])
def test_a_dice_block_of_wrong_types_is_refused(key: str, value: object) -> None:
    if (key, value) != ("seed", None):
        assert tampered(lambda document: document["dice"].update({key: value}))["dice"] != "ok"


def test_a_missing_dice_block_is_found() -> None:
    assert tampered(lambda document: document.pop("dice"))["dice"] != "absent"


def test_dice_stay_unchecked_until_the_seed_is_revealed() -> None:
    document = export(platform_events()[:-1])
    assert document["dice"]["seed"] is None
    assert verify(document, KEYS) == ALL_OK | {"dice": "unchecked"}


def test_table_dice_are_absent() -> None:
    events = platform_events()[:-1]
    events[0]["dice"] = {"scheme": "table"}
    document = export(events)
    document["dice"] = {"scheme": "table"}
    assert verify(document, KEYS) == ALL_OK | {"dice": "absent"}


def test_no_roll_may_follow_the_reveal() -> None:
    events = platform_events()
    reveal = events.pop()
    first_roll = next(at for at, fields in enumerate(events) if fields["kind"] == "roll")
    document = export([*events[:first_roll], reveal, *events[first_roll:]])
    assert verify(document)["dice"] == f"Event {first_roll + 2}: dice were thrown after the seed was revealed."


def test_the_last_contribution_of_a_seat_before_the_start_counts() -> None:
    events = platform_events()
    events.insert(1, {"kind": "game/joined", "seat": 0, "contribution": "00" * 16})
    assert verify(export(events))["dice"] == "ok"


def test_a_shared_deal_takes_its_frozen_contributions_and_no_others() -> None:
    events = platform_events()
    events[0]["dice"]["contributions"] = CONTRIBUTIONS
    for fields in events:
        if fields["kind"] == "game/joined":
            fields["contribution"] = "ab" * 16
    assert verify(export(events))["dice"] == "ok"


def test_the_commitment_comes_before_every_action() -> None:
    document = exported()
    for key in ("chain", "checkpoint"):
        del document[key]
    document["events"].insert(1, document["events"].pop(0))
    assert verify(document)["dice"].startswith("Event 2: the commitment")


def test_a_revealed_seed_counts_even_without_a_log() -> None:
    document = exported()
    for key in ("chain", "checkpoint"):
        del document[key]
    document["events"] = [fields for fields in document["events"] if fields["kind"] != "game/created"]
    document["dice"]["seed"] = None
    assert "another seed" in verify(document)["dice"]


def test_a_bot_adds_nothing_to_the_dice() -> None:
    # Whoever knows the seed could choose what a bot adds after everybody else has added theirs.
    events = platform_events()
    events[0]["seats"] = [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "greedy"}]
    assert verify(export(events))["dice"] == "Event 3: a bot has added to the dice."
    events[0]["seats"][1] = {"kind": "person"}
    assert verify(export(events))["dice"] == "ok"


@pytest.mark.parametrize("seats", [None, 3, "bot", {"kind": "bot"}, [None, "bot", []], [{"kind": ["bot"]}]])
def test_seats_that_say_nothing_of_bots_change_nothing(seats: object) -> None:
    events = platform_events()
    events[0]["seats"] = seats
    assert verify(export(events))["dice"] == "ok"
