"""Make the golden games again: `.venv/bin/python -m tests.engine.golden.make` from the root of the project.

A golden game is a whole game as a record, with what the engine said of it when it was stored: its `replay` line, the
frozen final state and the official result. It is found by letting the plain referee's random player play one seed after
the other until a game has everything that its `wanted` asks for, so the same code gives the same games. Nothing is
written unless the engine and the plain referee agree.

Make them again only when the rules or the form of a frozen state change on purpose, and read the difference.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random

from engine.brikks.game import BRIKKS
from engine.cli.commands import replay_line
from engine.protocol import Json
from engine.records import final_state, read_record
from engine.result import official_result
from tests.engine.plain.play import random_record
from tests.engine.plain.referee import referee

FOLDER = Path(__file__).parent
LONGEST = 400


def main() -> None:
    """Write all golden games."""
    for name, (variant, levels, forfeits, wanted) in GAMES.items():
        seed, document = search(name, variant, levels, forfeits, wanted)
        path = FOLDER / f"{name}.json"
        path.write_text(as_text(document | {"note": f"seed {seed}"} | expectations(document)), "utf-8")
        sys.stdout.write(f"{path.name}: seed {seed}, {len(document['events'])} events, {path.stat().st_size} bytes\n")


def search(
    name: str, variant: str, levels: list[int], forfeits: bool, wanted: Callable[[Json], bool]
) -> tuple[int, Json]:
    """The first seed whose game has what is wanted, and the game."""
    for seed in count():
        document = random_record(Random(f"golden {name} {seed}"), variant, levels, LONGEST, forfeits)
        if referee(document)["finished"] and wanted(document):
            return seed, document
    raise AssertionError("unreachable")


def expectations(document: Json) -> Json:
    """What the engine says of a game; the plain referee must say the same."""
    record = read_record(document)
    line = replay_line(document)
    assert line == referee(document), "the engine and the plain referee disagree"
    expected = {"replay": line, "state": BRIKKS.freeze(final_state(record))}
    return {"result": official_result(record), "expected": expected}


def solo_wanted(document: Json) -> bool:
    """A good solo game with everything that energy and bombs can do."""
    [score] = replay_line(document)["scores"]
    return bool(has_kinds(document, "bomb") and bought(document) >= 3 and score["bonus"] >= 15 and score["rows"] >= 30)


def standard_wanted(document: Json) -> bool:
    """A reroll, a kept roll, a bomb, bought blocks, a resignation and a stuck drop, played on after both."""
    reasons = [event["reason"] for event in document["events"] if event["kind"] == "drop"]
    ranked = official_result(read_record(document))
    return (
        has_kinds(document, "reroll", "keep", "bomb")
        and bought(document) >= 3
        and reasons.count("resign") == 1
        and reasons.count("stuck") == 2
        and min(ranked["scores"]) >= 20
        and sorted(ranked["places"]) == [1, 2, 3]
    )


def duel_wanted(document: Json) -> bool:
    """Mini blocks drawn and waived, and both stuck in the last round with different row points."""
    answers = [event for event in document["events"] if event["kind"] == "drop"]
    state = final_state(read_record(document))
    return (
        has_kinds(document, "mini", "waive", "keep", "reroll", "bomb")
        and [event["reason"] for event in answers] == ["stuck", "stuck"]
        and len(official_result(read_record(document))["winners"]) == 1
        and min(BRIKKS.outcome(state).standing) >= 15
    )


def has_kinds(document: Json, *kinds: str) -> bool:
    """Whether events of all these kinds occur."""
    return set(kinds) <= {event["kind"] for event in document["events"]}


def bought(document: Json) -> int:
    """How many blocks were paid for."""
    return sum(price > 0 for price in prices(document["events"]))


def prices(events: list[Json]) -> Iterator[int]:
    """What each placed block cost."""
    rolled: Json = {}
    for event in events:
        if event["kind"] in ("roll", "reroll"):
            rolled = event
        if event["kind"] == "place":
            yield abs(event["column"] - rolled["number"]) if event["color"] == rolled["color"] else 5


def as_text(document: Json) -> str:
    """An indented document in which what holds nothing but plain values, such as an event, stands on one line."""
    text = json.dumps(document, indent=1)
    return re.sub(r"[\[{][^\[\]{}]*[\]}]", lambda found: json.dumps(json.loads(found[0])), text) + "\n"


GAMES: dict[str, tuple[str, list[int], bool, Callable[[Json], bool]]] = {
    "solo": ("solo", [3], False, solo_wanted),
    "standard": ("standard", [2, 4, 1], True, standard_wanted),
    "duel": ("duel", [1, 2], False, duel_wanted),
}

if __name__ == "__main__":
    main()
