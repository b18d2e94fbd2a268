"""Whatever is changed in a record that was exported is found offline and named, at places drawn by lot."""

import copy
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from engine.errors import Refused
from engine.log import chain_hashes, read_body, write_body
from engine.protocol import Json
from engine.records import Faulty, read_record
from engine.result import official_result
from engine.verify import report, verify
from games.keys.signing import known_keys
from tests.games.records.documents import EVERYTHING, finished, verify_offline
from tests.sizes import size

pytestmark = pytest.mark.django_db

TIMES = size(15, 400)
HARMLESS = ("players", "id", "game", "rules_version")
"""Keys of the header whose name may be spoilt: what they say is for display, or is the default, or is in the chain."""


def checked(document: Json) -> dict[str, str]:
    """What each check says, after making sure that not all of them are content."""
    checks = verify(document, known_keys())
    assert not report(checks, EVERYTHING)["ok"]
    return checks


def flipped(rng: Random, text: str) -> str:
    """A text with one bit of one character changed."""
    at = rng.randrange(len(text))
    return text[:at] + chr(ord(text[at]) ^ 1 << rng.randrange(7)) + text[at + 1 :]


def lots(name: str) -> Iterator[tuple[Random, Json]]:
    """A source of chance and a fresh record, again and again."""
    for at in range(TIMES):
        yield Random(f"{name} {at}"), finished()


def test_a_changed_byte_in_a_stored_text_is_found_at_its_event() -> None:
    for rng, document in lots("body"):
        number = rng.randrange(len(document["chain"]))
        link = document["chain"][number]
        link["body"] = flipped(rng, link["body"])
        assert checked(document)["chain"].startswith(f"Event {number + 1}: ")


def test_a_changed_byte_in_a_hash_is_found_at_its_event() -> None:
    for rng, document in lots("hash"):
        number = rng.randrange(len(document["chain"]))
        link = document["chain"][number]
        link["hash"] = flipped(rng, link["hash"])
        assert checked(document)["chain"].startswith(f"Event {number + 1}: the hash")


def test_a_changed_byte_in_the_dice_block_is_found() -> None:
    for rng, document in lots("dice"):
        block = document["dice"]
        name = rng.choice(sorted(block))
        if name == "contributions":
            seat = rng.randrange(len(block[name]))
            block[name][seat] = flipped(rng, block[name][seat])
        else:
            block[name] = flipped(rng, block[name])
        assert checked(document)["dice"] not in ("ok", "absent", "unchecked")


def test_a_changed_result_is_found_and_named() -> None:
    for rng, document in lots("result"):
        result = document["result"]
        name = rng.choice(sorted(result))
        result[name] = flipped(rng, result[name]) if isinstance(result[name], str) else _altered(rng, result[name])
        assert f"“{name}”" in checked(document)["result"]


def _altered(rng: Random, numbers: list[int]) -> list[int]:
    """The list with one number more, or another one, that no score or place is."""
    at = rng.randrange(len(numbers) + 1)
    return [*numbers[:at], rng.choice([701, 702, 703]), *numbers[at + rng.randint(0, 1) :]]


def test_a_changed_byte_in_the_note_is_found() -> None:
    for rng, document in lots("note"):
        document["checkpoint"]["note"] = flipped(rng, document["checkpoint"]["note"])
        assert checked(document)["signature"] not in ("ok", "absent", "unchecked")


def test_a_changed_proof_is_found() -> None:
    for rng, document in lots("proof"):
        proof = document["checkpoint"]["proof"]
        name = rng.choice(sorted(proof))
        if name == "path":
            proof[name] = [flipped(rng, step) for step in proof[name]]
        else:
            proof[name] = flipped(rng, proof[name]) if name == "leaf" else proof[name] + rng.choice([-1, 1])
        assert checked(document)["signature"] not in ("ok", "absent", "unchecked")


def test_two_swapped_events_are_found_at_the_first_of_them() -> None:
    for rng, document in lots("swap"):
        first, second = sorted(rng.sample(range(len(document["chain"])), 2))
        for part in ("events", "chain"):
            document[part][first], document[part][second] = document[part][second], document[part][first]
        assert checked(document)["chain"].startswith(f"Event {first + 1}: ")


def test_a_cut_tail_is_found_by_the_checkpoint() -> None:
    for rng, document in lots("cut"):
        left = rng.randrange(1, len(document["chain"]))
        document["events"], document["chain"] = document["events"][:left], document["chain"][:left]
        document["dice"]["seed"] = None
        document["result"] = official_result(read_record(document))
        assert checked(document)["signature"] == "The checkpoint vouches for another log than this one."


def rewritten(document: Json, bodies: list[Json]) -> Json:
    """A record made anew from other events, with everything in it that can be made without the key."""
    texts = [write_body(**body) for body in bodies]
    links = zip(texts, chain_hashes(texts), strict=True)
    document["chain"] = [{"body": text, "hash": link} for text, link in links]
    document["events"] = [_shown(body) for body in bodies]
    return document


def _shown(body: Json) -> Json:
    seat = {} if body["seat"] is None else {"seat": body["seat"]}
    return {"kind": body["kind"], "seq": body["seq"], **seat, **body["data"], "at": body["at"], "actor": body["actor"]}


def test_a_chain_that_is_rewritten_forward_is_found_by_the_signature_alone() -> None:
    for rng, document in lots("rewrite"):
        bodies = [read_body(link["body"]) for link in document["chain"]]
        number = rng.randrange(len(bodies))
        bodies[number]["at"] = "2026-11-16T00:00:00.000000Z"
        checks = checked(rewritten(document, bodies))
        assert {name: checks[name] for name in ("chain", "dice", "rules", "result")} == dict.fromkeys(
            EVERYTHING[:4], "ok"
        )
        assert checks["signature"] == "The checkpoint vouches for another log than this one."


def test_a_rewritten_chain_under_an_own_key_is_found_by_the_key() -> None:
    from tests.engine.platform_log import checkpoint as forged

    document = finished()
    bodies = [{**read_body(link["body"]), "game": "g-1"} for link in document["chain"]]
    document = rewritten({**document, "id": "g-1"}, bodies)
    document["checkpoint"] = forged(document)
    assert "not among the given ones" in checked(document)["signature"]


def test_every_changed_byte_of_the_whole_file_is_found() -> None:
    for rng, document in lots("file"):
        names = list(document)
        rng.shuffle(names)
        document = {**{name: document[name] for name in names if name not in HARMLESS}}
        text = json.dumps(document)
        spoilt = flipped(rng, text)
        try:
            checks = verify(json.loads(spoilt), known_keys())
        except (Faulty, Refused, ValueError):
            continue
        assert not report(checks, EVERYTHING)["ok"], spoilt


def attacks() -> list[Callable[[Json], None]]:
    """One of each sort, for the command line."""

    def body(document: Json) -> None:
        document["chain"][9]["body"] = document["chain"][9]["body"].replace('"at":"2', '"at":"1')

    def link(document: Json) -> None:
        document["chain"][9]["hash"] = "0" * 64

    def swap(document: Json) -> None:
        document["chain"][9], document["chain"][8] = document["chain"][8], document["chain"][9]

    def seed(document: Json) -> None:
        document["dice"]["seed"] = "0" * 64

    def result(document: Json) -> None:
        document["result"]["scores"][0] += 1

    def note(document: Json) -> None:
        document["checkpoint"]["note"] = document["checkpoint"]["note"].replace("\n1\n", "\n2\n")

    def proof(document: Json) -> None:
        document["checkpoint"]["proof"]["index"] ^= 1

    def nothing(document: Json) -> None:
        pass

    return [nothing, body, link, swap, seed, result, note, proof]


def test_the_command_line_names_each_attack() -> None:
    documents: list[Any] = []
    for attack in attacks():
        document = copy.deepcopy(finished())
        attack(document)
        documents.append(document)
    untouched, *attacked = verify_offline(documents)
    assert untouched["ok"]
    blamed = [[name for name, told in verdict["checks"].items() if told != "ok"] for verdict in attacked]
    # A chain that does not hold cannot be vouched for either.
    assert blamed == [["chain", "signature"]] * 3 + [["dice"], ["result"], ["signature"], ["signature"]]
    assert attacked[0]["checks"]["chain"].startswith("Event 10: ")
    assert attacked[2]["checks"]["chain"].startswith("Event 9: ")
