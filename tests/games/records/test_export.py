"""Exported records: complete, checked offline with the published keys, and nothing in them that is not to be seen."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from engine import dice, registry
from engine.log import read_body
from engine.protocol import Json
from engine.registry import find
from engine.verify import CHECKS, verify
from games.accounts import callers
from games.accounts.callers import ANYBODY, SYSTEM_CALLER, Viewer, viewer_of
from games.integrity.checkpoints import make_checkpoint
from games.keys.signing import known_keys
from games.log.models import Game
from games.play import bots as game_bots
from games.play.deals import close_deal, freeze_deal, make_deal, reveal_deal, seed_of
from games.play.lifecycle import abort_game, adjudicate
from games.play.moves import enter_roll, make_move
from games.play.seats import join_by_invite, leave_seat
from games.records.export import NOBODY, export_record
from games.refusals import NotFound
from tests.engine.toy import STONES_1
from tests.games.records.documents import ALL_OK, EVERYTHING, export, finished, verify_offline
from tests.games.refusals import refused
from tests.games.sample_tables import (
    CONTRIBUTION,
    PEOPLE,
    account,
    caller,
    choose,
    command,
    fold_of,
    mixed_table,
    move,
    open_table,
    play_out,
    play_until,
    table,
)

TABLES: list[tuple[str, int]] = [("solo", 1), ("standard", 2), ("standard", 3), ("standard", 4), ("duel", 2)]


@pytest.mark.slow
@pytest.mark.django_db
def test_every_finished_game_under_a_checkpoint_passes_every_check_offline() -> None:
    games = [table(variant, seats) for variant, seats in TABLES for _ in range(2)]
    games.append(mixed_table(1, "greedy", "random"))
    for game in games:
        while not fold_of(game).is_over:
            game_bots.play(game)
            play_until(game, lambda fold: any(fold.bot(seat) for seat in fold.awaited))
    make_checkpoint()
    assert [verdict["checks"] for verdict in verify_offline([export(game) for game in games])] == [ALL_OK] * len(games)


@pytest.mark.django_db
def test_every_roll_of_a_finished_game_is_recomputed_from_its_record_alone() -> None:
    document = finished()
    block, game_dice = document["dice"], find("brikks", 1).dice
    assert game_dice is not None
    assert dice.commitment(block["deal"], bytes.fromhex(block["seed"])) == block["commitment"]
    number = checked = 0
    for fields in document["events"]:
        if (again := game_dice.throws.get(fields["kind"])) is not None:
            number, checked = number + (not again), checked + 1
            seed, mixed = bytes.fromhex(block["seed"]), dice.entropy(block["contributions"])
            face = dice.throw(seed, block["deal"], mixed, number, again, game_dice.faces)
            assert {**fields, **game_dice.write(face)} == fields
    assert checked > 5


@pytest.mark.django_db
def test_a_record_says_who_played_what_and_when() -> None:
    document = finished()
    assert document["format"] == "brikks-record/1"
    assert (document["game"], document["rules_version"], document["variant"]) == ("brikks", 1, "standard")
    assert (document["levels"], document["players"]) == ([1, 1, 1], ["Ada", "Bob", "Cleo"])
    assert document["dice"]["contributions"] == [CONTRIBUTION] * 3
    assert [fields["seq"] for fields in document["events"]] == list(range(1, len(document["chain"]) + 1))
    for fields, link in zip(document["events"], document["chain"], strict=True):
        body = read_body(link["body"])
        assert (fields["at"], fields["actor"], body["game"]) == (body["at"], body["actor"], document["id"])
        assert "hash" not in fields
    assert document["result"]["status"] == "finished"


@pytest.mark.django_db
def test_bots_go_by_their_name_and_erased_players_by_none() -> None:
    game = mixed_table(2, "greedy")
    assert export(game)["players"] == ["Ada", "Bob", "greedy"]
    account("Bob").delete()
    callers.forget_actors()
    assert export(game)["players"] == ["Ada", NOBODY, "greedy"]
    assert verify_offline([export(game)], ["chain", "rules"])[0]["ok"]


@pytest.mark.django_db
def test_a_game_that_nobody_has_joined_has_a_record_too() -> None:
    game = open_table(seats=2)
    assert export(game)["players"] == [NOBODY, NOBODY]
    assert verify_offline([export(game)], ["chain", "rules", "result"])[0]["ok"]


@pytest.mark.django_db
def test_what_somebody_who_left_had_contributed_is_as_the_contract_says() -> None:
    game = open_table(seats=2)
    join_by_invite(Game.objects.get().invite, caller("Bob"), command(), CONTRIBUTION, 1)
    leave_seat(game, caller("Bob"), command(), 1)
    left = export(game)
    join_by_invite(Game.objects.get().invite, caller("Cleo"), command(), "f" * 32, 1)
    taken = export(game)
    assert taken["dice"]["contributions"] == ["", "f" * 32]
    for verdict in verify_offline([left, taken], ["chain", "rules", "result"]):
        assert verdict["ok"], verdict


@pytest.mark.django_db
@pytest.mark.parametrize(("how", "seats"), [("as-stands", []), ("forfeit", [1])])
def test_an_adjudicated_game_passes_every_check(how: str, seats: list[int]) -> None:
    game = table(seats=2)
    for _ in range(8):
        move(game)
    adjudicate(game, SYSTEM_CALLER, command(), how, seats, "the table was needed")
    make_checkpoint()
    document = export(game)
    assert document["result"]["status"] == "adjudicated"
    assert verify_offline([document])[0]["checks"] == ALL_OK


@pytest.mark.django_db
def test_a_game_that_was_called_off_keeps_its_seed() -> None:
    game = open_table(seats=2)
    abort_game(game, caller("Ada"), command())
    make_checkpoint()
    document = export(game)
    assert document["dice"]["seed"] is None
    [verdict] = verify_offline([document], ["chain", "rules", "result", "signature"])
    assert verdict["checks"] == ALL_OK | {"dice": "unchecked"}


@pytest.mark.django_db
def test_dice_on_the_table_are_marked_as_such() -> None:
    game = table(seats=2, dice="table")
    play_until(game, lambda fold: fold.rules.awaiting(fold.state).phase == "roll")
    fold = fold_of(game)
    roll = {"kind": "roll", "seat": fold.awaited[0], "color": "red", "number": 2}
    enter_roll(game, caller("Ada"), command(), roll, fold.asked)
    make_checkpoint()
    document = export(game)
    assert document["dice"] == {"scheme": "table"}
    [verdict] = verify_offline([document], ["chain", "rules", "result", "signature"])
    assert verdict["checks"] == ALL_OK | {"dice": "absent"}


@pytest.mark.django_db
def test_the_seed_of_a_running_game_is_nowhere_in_its_record() -> None:
    game = table(seats=2)
    move(game)
    document = export(game)
    assert document["dice"]["seed"] is None
    assert seed_of(document["dice"]["deal"]).hex() not in json.dumps(document)
    assert document["result"]["status"] == "running"
    assert verify_offline([document], ["chain", "rules", "result"])[0]["checks"]["dice"] == "unchecked"


@pytest.mark.django_db
def test_a_shared_deal_is_shown_to_its_player_first_and_to_all_when_it_is_closed() -> None:
    deal = make_deal(is_shared=True).pk
    freeze_deal(deal)
    game = table("solo", 1, deal=deal)
    play_out(game)
    own = export(game, viewer_of(account("Ada")))
    assert own["dice"] == {**own["events"][0]["dice"], "contributions": [], "seed": None}
    assert seed_of(deal).hex() not in json.dumps(own)
    for viewer in (ANYBODY, viewer_of(account("Bob")), Viewer(is_auditor=True)):
        with refused(NotFound, "game/not-found"):
            export_record(game, viewer)
    close_deal(deal)
    reveal_deal(deal)
    make_checkpoint()
    assert verify_offline([export(game)])[0]["checks"] == ALL_OK


@pytest.mark.django_db
@pytest.mark.parametrize("visibility", ["private", "hidden"])
def test_what_a_viewer_may_not_see_is_not_exported(visibility: str) -> None:
    game = table(seats=2, visibility=visibility)
    for viewer in (ANYBODY, viewer_of(account("Dan")), Viewer(invite="guessed")):
        with refused(NotFound, "game/not-found"):
            export_record(game, viewer)
    seen: list[Json] = [export(game, viewer) for viewer in (viewer_of(account("Bob")), Viewer(is_auditor=True))]
    assert seen[0] == seen[1]


@pytest.mark.django_db
def test_a_checkpoint_goes_along_as_far_as_it_vouches_for_what_is_exported() -> None:
    game = table(seats=2)
    assert "checkpoint" not in export(game)
    make_checkpoint()
    whole = export(game)
    move(game)
    partly = export(game)
    assert partly["checkpoint"] == whole["checkpoint"]
    verdicts = verify_offline([whole, partly], [])
    assert [verdict["checks"]["signature"] for verdict in verdicts] == ["ok", "unchecked"]
    assert all(verdict["ok"] for verdict in verdicts)


@pytest.mark.django_db
def test_the_command_prints_one_line_or_writes_a_new_file(tmp_path: Path) -> None:
    game = table(seats=2, visibility="hidden")
    out = StringIO()
    call_command("export", game, stdout=out)
    assert json.loads(out.getvalue()) == export(game, Viewer(is_auditor=True))
    assert out.getvalue().count("\n") == 1
    file = tmp_path / "game.json"
    call_command("export", game, str(file))
    assert file.read_text() == out.getvalue()
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export", game, str(file))
    with pytest.raises(CommandError, match="There is no game"):
        call_command("export", "g-none")


@pytest.fixture
def stones(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game without dice and with a setting of its own is known."""
    monkeypatch.setattr(registry, "_GAMES", dict(registry._GAMES))
    registry.register(STONES_1)


@pytest.mark.django_db
def test_a_game_without_dice_goes_along_with_its_own_settings(stones: None) -> None:
    game = table("plain", 2, key="stones", more={"heap": 7})
    while not fold_of(game).is_over:
        move_stones(game)
    make_checkpoint()
    document = export(game)
    assert (document["game"], document["heap"]) == ("stones", 7)
    assert "dice" not in document
    assert verify(document, known_keys()) == ALL_OK | {"dice": "absent"}


def move_stones(game: str) -> None:
    """Whoever must take takes one."""
    fold = fold_of(game)
    [seat] = fold.awaited
    make_move(game, caller(PEOPLE[seat]), command(), choose(fold, seat, "careful"), fold.asked)


def test_no_check_is_left_out_here() -> None:
    assert CHECKS == EVERYTHING


@pytest.mark.django_db
def test_the_command_says_that_a_game_on_an_open_shared_deal_is_hidden() -> None:
    deal = make_deal(is_shared=True).pk
    freeze_deal(deal)
    game = table("solo", 1, deal=deal)
    play_out(game)
    with pytest.raises(CommandError, match=f"The game {game} is played on a shared deal that is still open"):
        call_command("export", game)
    close_deal(deal)
    out = StringIO()
    call_command("export", game, stdout=out)
    assert json.loads(out.getvalue())["id"] == game
