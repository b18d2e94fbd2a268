"""`docs/record.md` shows what is true: its example, its answer and its vectors are run as they stand there."""

import json
import re

from engine import dice
from engine.brikks.game import BRIKKS
from engine.cli.commands import replay_line
from engine.log import FIRST_PREVIOUS, chain_hash
from engine.records import read_record
from engine.result import official_result
from engine.verify import CHECKS
from tests.engine.example import EXAMPLE, EXAMPLE_LINE, PAGE


def test_the_example_replays_to_the_line_shown() -> None:
    assert json.dumps(replay_line(EXAMPLE)) == EXAMPLE_LINE


def test_the_chain_vector() -> None:
    body, expected = re.findall(r"Vector: the body\n`(.*?)`\nhas the hash `(\w{64})`", PAGE)[0]
    assert chain_hash(FIRST_PREVIOUS, body) == expected


def test_the_dice_vector() -> None:
    seed = bytes(range(32))
    mixed = dice.entropy(["", ""])
    assert f"| commitment | `{dice.commitment('d1', seed)}` |" in PAGE
    assert f"| entropy | `{mixed}` |" in PAGE
    for title, again in (("rolls 1 to 4", 0), ("their rerolls", 1)):
        shown = ", ".join(
            "{color} {number}".format(**BRIKKS.dice.write(dice.throw(seed, "d1", mixed, number, again, 24)))
            for number in (1, 2, 3, 4)
        )
        assert f"| {title} | {shown} |" in PAGE


def test_every_kind_check_and_key_of_the_result_is_explained() -> None:
    for kind in ("start", "roll", "keep", "reroll", "place", "bomb", "drop", "mini", "waive"):
        assert f"| `{kind}` |" in PAGE
    for check in CHECKS:
        assert f"| `{check}` |" in PAGE
    for key in official_result(read_record(EXAMPLE)):
        assert f'"{key}"' in PAGE
