"""An operator who chooses the seed after the contribution is found out by what the player has kept, by that alone."""

import json
from itertools import count
from pathlib import Path

import pytest

from engine import dice
from engine.brikks.bots import BOTS
from engine.brikks.game import BRIKKS
from engine.cli.main import main
from engine.protocol import Json
from engine.selfplay import play
from engine.verify import verify
from engine.verify.verdict import ABSENT, OK, UNCHECKED
from tests.engine.platform_log import DEAL, blinded, export

CONTRIBUTION = "00112233445566778899aabbccddeeff"
WANTED = [23, 23]
"""The faces that the operator wants first: black 4, twice."""
HEADER = {"variant": "solo", "levels": [1]}
HONEST = bytes(range(32))
SHOWN = dice.commitment(DEAL, HONEST)


def seed_for(contribution: str) -> bytes:
    """A seed that gives the wanted rolls together with a contribution that is known already."""
    mixed = dice.entropy([contribution])
    for number in count():
        seed = number.to_bytes(32, "big")
        face = dice.thrower(seed, DEAL, mixed, 24)
        if [face(roll, 0) for roll in (1, 2)] == WANTED:
            return seed
    raise AssertionError


def played(
    seed: bytes, contribution: str = CONTRIBUTION, listed: tuple[str, ...] = (), is_revealed: bool = True, **more: Json
) -> Json:
    """The record of a whole game with these dice, as a site gives it out; a round lists what was added. Of
    dice that are never revealed it says what was shown, whatever it has rolled."""
    committed = dice.commitment(DEAL, seed) if is_revealed else SHOWN
    block: Json = {"scheme": dice.SCHEME, "deal": DEAL, "commitment": committed}
    block |= {"contributions": list(listed)} if listed else {}
    events = play(BRIKKS, HEADER, [BOTS["random"]], seed, DEAL, listed or [contribution])["events"]
    return export(
        [
            {"kind": "game/created", "key": "brikks", "rules_version": 1, **HEADER, "dice": block, **more},
            {"kind": "game/joined", "seat": 0, "contribution": contribution},
            {"kind": "game/started"},
            *blinded(events),
            {"kind": "game/finished"},
            *([{"kind": "dice/revealed", "seed": seed.hex()}] if is_revealed else []),
        ]
    )


def rolls(record: Json) -> list[tuple[str, int]]:
    return [(event["color"], event["number"]) for event in record["events"] if event["kind"] == "roll"]


def test_whoever_chooses_the_seed_after_the_contribution_is_caught_by_the_commitment_that_was_shown() -> None:
    chosen = played(seed_for(CONTRIBUTION))
    assert rolls(chosen)[:2] == [("black", 4)] * 2
    checks = verify(chosen)
    assert {checks[name] for name in ("chain", "dice", "rules")} == {OK}, "the record alone tells nothing"
    checks = verify(chosen, commitment=SHOWN, contribution=CONTRIBUTION)
    assert checks["commitment"] == "The dice were fixed by another commitment than the one that was shown before."
    assert checks["contribution"] == OK


def test_whoever_leaves_the_contribution_out_is_caught_by_it() -> None:
    checks = verify(played(HONEST, ""), commitment=SHOWN, contribution=CONTRIBUTION)
    assert checks["dice"] == checks["commitment"] == OK
    assert checks["contribution"] == "The contribution that was made is not among those in the dice."


def test_whoever_lists_a_chosen_contribution_beside_the_one_that_was_made_is_caught_by_the_list() -> None:
    listed = (CONTRIBUTION, "f" * 32)
    checks = verify(played(HONEST, listed=listed), commitment=SHOWN, contribution=CONTRIBUTION)
    assert checks["dice"] == checks["commitment"] == OK, "the seed is the one that was fixed"
    assert checks["contribution"] == (
        "The log lists the contributions beforehand, as for a round of a tournament, and belongs to none."
    )
    of_a_round = played(HONEST, listed=listed, tournament={"id": "t-1", "round": 1})
    assert verify(of_a_round, contribution=CONTRIBUTION)["contribution"] == OK


def test_an_honest_game_is_what_was_kept() -> None:
    checks = verify(played(HONEST), commitment=SHOWN, contribution=CONTRIBUTION)
    assert (checks["dice"], checks["commitment"], checks["contribution"]) == (OK, OK, OK)


def test_dice_on_a_table_were_never_fixed() -> None:
    record = {"format": "brikks-record/1", **HEADER, "events": [], "dice": {"scheme": "table"}}
    assert verify(record, commitment=SHOWN)["commitment"] == ABSENT


def test_the_command_line_compares_what_was_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def says(record: Json, *options: str) -> tuple[int, Json]:
        path = tmp_path / "record.json"
        path.write_text(json.dumps(record))
        return main(["verify", *options, str(path)]), json.loads(capsys.readouterr().out)

    kept = ("--commitment", SHOWN, "--contribution", CONTRIBUTION)
    assert set(says(played(HONEST))[1]["checks"]) == {"chain", "dice", "rules", "result", "signature"}
    status, said = says(played(HONEST), *kept)
    assert (status, said["ok"], said["checks"]["commitment"]) == (0, True, OK)
    status, said = says(played(seed_for(CONTRIBUTION)), *kept)
    assert (status, said["ok"]) == (1, False)
    table = {"format": "brikks-record/1", **HEADER, "events": [], "dice": {"scheme": "table"}}
    assert says(table, *kept)[0] == 1, "what cannot be compared is no success"
    status, said = says(played(seed_for(CONTRIBUTION), is_revealed=False), *kept)
    assert {said["checks"][name] for name in ("chain", "rules", "commitment", "contribution")} == {OK}
    assert (status, said["ok"], said["checks"]["dice"]) == (1, False, UNCHECKED), "a site may never show the seed"
    for wrong in (("--commitment", "x"), ("--contribution", ""), ("--contribution", "0" * 31)):
        with pytest.raises(SystemExit):
            says(table, *wrong)
