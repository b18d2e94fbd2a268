"""The chain check: whatever is changed in the stored log, or shown differently, is found and named."""

import copy
import json
from collections.abc import Callable

import pytest

from engine.log import chain_hash, chain_hashes
from engine.protocol import Json
from engine.records import Faulty
from engine.verify import verify
from tests.engine.platform_log import export, exported, platform_events
from tests.engine.verify.tampering import first_place, links, tampered


def test_a_changed_byte_in_a_stored_text_breaks_the_chain_there() -> None:
    def change(document: Json) -> None:
        at = first_place(document)
        links(document)[at - 1]["body"] = links(document)[at - 1]["body"].replace('"x":', '"x":1', 1)

    at = first_place(exported())
    assert tampered(change)["chain"].startswith(f"Event {at}: ")


def test_every_single_changed_character_of_a_stored_text_is_found() -> None:
    document = exported("solo", (1,))
    body = links(document)[4]["body"]
    for at in range(len(body)):
        spoiled = copy.deepcopy(document)
        links(spoiled)[4]["body"] = body[:at] + chr(ord(body[at]) ^ 1) + body[at + 1 :]
        assert verify(spoiled)["chain"].startswith("Event 5: "), at


def test_a_changed_hash_is_found() -> None:
    def change(document: Json) -> None:
        links(document)[6]["hash"] = "0" * 64

    assert tampered(change)["chain"].startswith("Event 7: the hash")


def test_swapped_events_are_found() -> None:
    def change(document: Json) -> None:
        chain, events = links(document), document["events"]
        chain[8], chain[9] = chain[9], chain[8]
        events[8], events[9] = events[9], events[8]

    assert tampered(change)["chain"].startswith("Event 9: ")


def test_a_cut_tail_is_found_by_the_signature() -> None:
    def change(document: Json) -> None:
        del links(document)[-1], document["events"][-1]
        document["dice"]["seed"] = None

    checks = tampered(change)
    assert checks["chain"] == "ok"
    assert "another log" in checks["signature"]


def test_a_chain_rewritten_forward_is_found_by_the_signature() -> None:
    def change(document: Json) -> None:
        bodies = [link["body"] for link in links(document)]
        bodies[-1] = bodies[-1].replace("2026-11-16", "2026-11-17")
        for link, body, text in zip(links(document), bodies, chain_hashes(bodies), strict=True):
            link |= {"body": body, "hash": text}

    checks = tampered(change)
    assert checks["chain"] == "ok"
    assert "another log" in checks["signature"]


@pytest.mark.parametrize("key", ["game", "rules_version", "id", "variant", "levels"])
def test_a_header_that_differs_from_the_chain_is_found(key: str) -> None:
    other = {"game": "brikks", "rules_version": 1, "id": "g-2", "variant": "duel", "levels": [1, 1, 3]}

    def change(document: Json) -> None:
        document[key] = other[key]
        if key in ("game", "rules_version"):
            body = json.loads(links(document)[0]["body"])
            body["data"]["key" if key == "game" else key] = "go" if key == "game" else 2
            rewrite_first(document, body)

    if key == "variant":
        with pytest.raises(Faulty):
            tampered(change)
    else:
        assert f"“{key}”" in tampered(change)["chain"]


def rewrite_first(document: Json, body: Json) -> None:
    """The first event's body exchanged, with all hashes right again."""
    bodies = [link["body"] for link in links(document)]
    bodies[0] = json.dumps(body, sort_keys=True, separators=(",", ":"))
    for link, text, linked in zip(links(document), bodies, chain_hashes(bodies), strict=True):
        link |= {"body": text, "hash": linked}


@pytest.mark.parametrize("value", [True, 1.0, "1", None])
def test_a_shown_event_must_equal_the_stored_one_in_type_too(value: object) -> None:
    def change(document: Json) -> None:
        shown = next(fields for fields in document["events"] if fields.get("x") == 1)
        shown["x"] = value

    assert "the event shown is not the one in the chain" in tampered(change)["chain"]


def test_beside_what_the_body_gives_only_its_own_time_actor_and_game_may_be_shown() -> None:
    def set_key(key: str, value: object) -> Callable[[Json], None]:
        return lambda document: document["events"][5].update({key: value})

    body = json.loads(links(exported())[5]["body"])
    for key in ("at", "actor", "game"):
        assert tampered(set_key(key, body[key]))["chain"] == "ok"
        assert tampered(set_key(key, "other"))["chain"].startswith("Event 6: ")
    assert tampered(set_key("note", "hello"))["chain"].startswith("Event 6: ")


def test_data_cannot_stand_in_for_the_events_own_keys() -> None:
    document = exported()
    body = json.loads(links(document)[-1]["body"])
    body["data"]["kind"] = "ruling/voided"
    bodies = [link["body"] for link in links(document)]
    bodies[-1] = json.dumps(body, sort_keys=True, separators=(",", ":"))
    links(document)[-1] |= {"body": bodies[-1], "hash": chain_hash(links(document)[-2]["hash"], bodies[-1])}
    told = verify(document)["chain"]
    assert told.startswith(f"Event {len(bodies)}: ")
    assert "its data names a key that belongs to the event itself" in told


def test_a_log_begins_with_game_created() -> None:
    events = platform_events()
    document = export(events)
    del links(document)[0], document["events"][0]
    assert verify(document)["chain"].startswith("Event 1: ")


@pytest.mark.parametrize("value", [7, [], {}, [None], [{}], [{"body": 1}], [{"body": "x"}], "chain", [{"body": "{}"}]])
def test_a_chain_of_another_shape_is_refused(value: object) -> None:
    assert tampered(lambda document: document.update(chain=value))["chain"] not in ("ok", "absent", "unchecked")
