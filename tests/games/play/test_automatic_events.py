"""What follows from a move without anybody's choice stands in the log at once: rolls, drop-outs, the end, the seed."""

import pytest
from django.forms import model_to_dict

from engine import dice
from engine.log import FIRST_PREVIOUS, chain_hashes
from engine.verify import verify
from games.accounts.callers import ANYBODY
from games.log.event_store import read_log
from games.log.models import Event, Game
from games.play import projections
from games.play.deals import seed_of
from games.play.models import GameCard, PlayerGame, SeatResult
from games.records.export import export_record
from tests.games.sample_tables import fold_of, move, phase, play_out, play_until, table

pytestmark = pytest.mark.django_db

VARIANTS = [("solo", 1), ("standard", 2), ("standard", 3), ("standard", 4), ("duel", 2)]
every_variant = pytest.mark.parametrize(("variant", "seats"), VARIANTS)


@every_variant
def test_after_every_move_nothing_is_left_that_nobody_has_to_choose(variant: str, seats: int) -> None:
    game = table(variant, seats)
    while not (fold := fold_of(game)).is_over:
        rules = fold.rules
        assert rules.dice is not None
        assert rules.forced(fold.state) is None
        assert rules.dice.due(fold.state) is None
        assert fold.awaited
        move(game)


def test_the_server_rolls_as_soon_as_a_round_begins() -> None:
    game = table(seats=3)
    play_until(game, lambda fold: phase(fold) == "start" and len(fold.awaited) == 1 and fold.awaited[0] == 0)
    move(game)
    start, roll = read_log(game)[-2:]
    assert (start.entry.kind, roll.entry.kind) == ("start", "roll")
    assert (roll.entry.actor, roll.at) == ("system", start.at)
    assert fold_of(game).asked == roll.seq


@every_variant
def test_every_roll_is_what_the_seed_gives(variant: str, seats: int) -> None:
    fold = play_out(game := table(variant, seats))
    rules, deal = fold.rules, fold.dice["deal"]
    assert rules.dice is not None
    number, mixed = 0, dice.entropy(fold.contributions)
    for row in read_log(game):
        if row.entry.kind in ("roll", "reroll"):
            again = int(row.entry.kind == "reroll")
            number += 1 - again
            face = dice.throw(seed_of(deal), deal, mixed, number, again, rules.dice.faces)
            assert row.entry.data == rules.dice.write(face)
    assert number == fold.rolls > 0


def test_a_seat_that_can_do_nothing_is_dropped_by_the_server_in_the_same_breath() -> None:
    for _ in range(30):
        play_out(game := table(seats=3))
        forced = Event.objects.filter(game=game, kind="drop", actor="system").first()
        if forced:
            break
    assert forced is not None
    before = Event.objects.get(game=game, seq=forced.seq - 1)
    assert (forced.command_id, forced.at) == (None, before.at)
    assert '"reason":"stuck"' in forced.body
    assert '"blind"' in forced.body


@every_variant
def test_the_chain_holds_from_the_first_event_to_the_last(variant: str, seats: int) -> None:
    play_out(game := table(variant, seats))
    events = list(Event.objects.filter(game=game).order_by("seq"))
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    hashes = list(chain_hashes([event.body for event in events]))
    assert [event.hash for event in events] == hashes
    assert [event.prev_hash for event in events] == [FIRST_PREVIOUS, *hashes[:-1]]
    head = Game.objects.get(pk=game)
    assert (head.seq, head.head_hash, head.last_at) == (len(events), hashes[-1], events[-1].at)


@every_variant
def test_the_row_of_a_game_says_what_its_log_says(variant: str, seats: int) -> None:
    game = table(variant, seats, seconds=60)
    while not (fold := fold_of(game)).is_over:
        row = Game.objects.get(pk=game)
        assert [seat for seat in range(seats) if row.awaited >> seat & 1] == fold.awaited
        assert (row.seq, row.head_hash, row.status) == (fold.seq, fold.hash, "running")
        assert row.due_at is not None
        move(game)
    row = Game.objects.get(pk=game)
    assert (row.awaited, row.asked_at, row.due_at, row.bots_due_at) == (0, None, None, None)


@every_variant
def test_the_exported_record_of_a_finished_game_verifies(variant: str, seats: int) -> None:
    play_out(game := table(variant, seats))
    checks = verify(export_record(game, ANYBODY))
    assert {name: checks[name] for name in ("chain", "dice", "rules", "result")} == {
        "chain": "ok",
        "dice": "ok",
        "rules": "ok",
        "result": "ok",
    }


@every_variant
def test_projections_that_were_deleted_are_made_anew_as_they_were(variant: str, seats: int) -> None:
    play_out(game := table(variant, seats))
    before = projected()
    assert len(before) == 1 + 2 * seats
    for model in (GameCard, SeatResult, PlayerGame):
        model.objects.all().delete()
    projections.rebuild_projections(game)
    assert projected() == before


def projected() -> list[dict[str, object]]:
    """All rows that are derived, without the numbers that the database gives them."""
    found = [model_to_dict(row) for model in (GameCard, SeatResult, PlayerGame) for row in model._default_manager.all()]
    return sorted(({name: row[name] for name in row if name != "id"} for row in found), key=str)
