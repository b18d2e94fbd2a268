"""`manage.py rebuild`: everything derived is deleted and comes back as it was."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import models

from games.integrity.audit.full_audit import audit
from games.log.models import Game, Snapshot
from games.play.models import GameCard, PlayerGame, SeatResult
from games.play.projections import write_rows
from tests.games.integrity.audit.world import World

DERIVED: tuple[type[models.Model], ...] = (Game, GameCard, PlayerGame, SeatResult, Snapshot)


def rows() -> dict[str, list[Any]]:
    """Everything that is derived, without the numbers of the rows."""
    return {
        model.__name__: sorted(
            model._default_manager.values_list(*(field.name for field in model._meta.fields if field.name != "id")),
            key=repr,
        )
        for model in DERIVED
    }


def run(*arguments: str) -> tuple[str, int]:
    """What is printed, and the exit status."""
    out = StringIO()
    try:
        call_command("rebuild", *arguments, stdout=out)
    except SystemExit as leaving:
        return out.getvalue(), int(leaving.code or 0)
    return out.getvalue(), 0


def forget() -> None:
    """Delete every projection and snapshot."""
    for model in (GameCard, PlayerGame, SeatResult, Snapshot):
        model._default_manager.all().delete()


def test_everything_comes_back_as_it_was(world: World) -> None:
    before = rows()
    assert all(before.values())
    forget()
    Game.objects.update(status="open", awaited=0)
    assert rows() != before
    assert run() == (f"Rebuilt {len(world.games)} of {len(world.games)} games.\n", 0)
    assert rows() == before
    assert audit().is_clean


def test_nothing_changes_where_nothing_is_missing(world: World) -> None:
    before = rows()
    assert run()[1] == 0
    assert rows() == before


def test_rows_that_should_not_be_there_disappear(world: World) -> None:
    before = rows()
    SeatResult.objects.create(game_id=world.sealed, seat=0, score=9, place=1, has_won=True, has_forfeited=False)
    SeatResult.objects.filter(game=world.finished).update(score=1000)
    PlayerGame.objects.filter(game=world.finished).update(actor="p-0")
    Snapshot.objects.update(state="{}")
    run()
    assert rows() == before


@pytest.mark.parametrize(
    ("part", "back"),
    [("projections", {"GameCard", "PlayerGame", "SeatResult"}), ("snapshots", {"Snapshot"}), ("heads", {"Game"})],
)
def test_only_one_part(world: World, part: str, back: set[str]) -> None:
    before = rows()
    forget()
    Game.objects.update(status="open")
    run(part)
    after = rows()
    assert {name for name in after if after[name] == before[name]} == back


def test_only_one_game(world: World) -> None:
    forget()
    assert run("--game", world.duel) == ("Rebuilt 1 of 1 games.\n", 0)
    assert list(GameCard.objects.values_list("pk", flat=True)) == [world.duel]


def test_time_that_was_lost_is_given_anew(world: World) -> None:
    Game.objects.filter(pk__in=(world.sealed, world.mixed)).update(asked_at=None, due_at=None, bots_due_at=None)
    run("heads")
    sealed, mixed = Game.objects.get(pk=world.sealed), Game.objects.get(pk=world.mixed)
    assert sealed.asked_at is not None
    assert sealed.due_at == sealed.asked_at + timedelta(hours=1)
    assert mixed.due_at is None
    assert mixed.bots_due_at is not None
    assert audit().is_clean


def test_time_that_is_running_is_left_alone(world: World) -> None:
    """An outage has moved it along."""
    by = timedelta(minutes=-20)
    Game.objects.filter(pk=world.sealed).update(
        asked_at=models.F("asked_at") + by, due_at=models.F("due_at") + by, status="finished"
    )
    before = Game.objects.get(pk=world.sealed)
    run("heads")
    after = Game.objects.get(pk=world.sealed)
    assert (after.asked_at, after.due_at, after.status) == (before.asked_at, before.due_at, "running")


@pytest.mark.parametrize("by", [timedelta(minutes=-5), timedelta(days=400)], ids=str)
def test_time_that_was_not_agreed_on_is_given_anew(world: World, by: timedelta) -> None:
    Game.objects.filter(pk=world.sealed).update(due_at=models.F("due_at") + by)
    run("heads")
    sealed = Game.objects.get(pk=world.sealed)
    assert sealed.asked_at is not None
    assert sealed.due_at == sealed.asked_at + timedelta(hours=1)
    assert audit().is_clean


def test_an_interruption_does_no_harm(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    before = rows()
    forget()
    done: list[str] = []

    def interrupted(game: str, derived: Any) -> None:
        write_rows(game, derived)
        done.append(game)
        if len(done) == 5:
            raise KeyboardInterrupt

    monkeypatch.setattr("games.integrity.audit.rebuild.write_rows", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run()
    assert sorted(GameCard.objects.values_list("pk", flat=True)) == sorted(done[:4])
    monkeypatch.undo()
    run()
    assert rows() == before


def test_a_log_that_does_not_end_where_its_row_says_is_left_alone(world: World) -> None:
    before = Game.objects.get(pk=world.sealed).seq
    Game.objects.filter(pk=world.sealed).update(seq=3)
    told, status = run()
    assert f"game {world.sealed}: The log does not end where the row of the game says" in told
    assert told.endswith(f"Rebuilt {len(world.games) - 1} of {len(world.games)} games.\n")
    assert status == 1
    Game.objects.filter(pk=world.sealed).update(seq=before)
    assert audit().is_clean


def test_a_game_that_there_is_not(world: World) -> None:
    told, status = run("--game", "g-nothing")
    assert "There is no game “g-nothing”." in told
    assert status == 1


def test_a_part_that_there_is_not(world: World) -> None:
    with pytest.raises(CommandError, match="“everything” is not one of projections, snapshots, heads"):
        run("everything")
