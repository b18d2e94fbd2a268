"""`manage.py recall`: which games another version of the rules would have dealt with differently."""

import json
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from engine.protocol import Json
from games.log.models import Event
from games.play.moves import make_move
from tests.games.integrity.audit.tampering import change_event
from tests.games.integrity.audit.world import stones, stones_known
from tests.games.sample_tables import caller, command, fold_of, play_out, table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with stones_known():
        yield


def run(*arguments: str) -> tuple[str, int]:
    """What is printed, and the exit status."""
    out = StringIO()
    try:
        call_command("recall", *arguments, stdout=out)
    except SystemExit as leaving:
        return out.getvalue(), int(leaving.code or 0)
    return out.getvalue(), 0


def test_the_toy_game_is_played_through_the_services() -> None:
    game = stones(3, 3, 3)
    kinds = Event.objects.filter(game=game).order_by("seq").values_list("kind", flat=True)
    assert list(kinds) == ["game/created", *["game/joined"] * 2, "game/started", *["take"] * 4, "game/finished"]


def test_an_event_that_would_be_refused_is_named_with_the_reason() -> None:
    game = stones(2, 3)
    told, status = run("--rules", "2", "--key", "stones")
    assert told.splitlines() == [
        f"game {game}, event 6: It would be refused: Nobody can take 3 stones now.",
        "Replayed 1 games under version 2: 1 would change.",
    ]
    assert status == 1


def test_a_game_that_would_end_differently_is_named_with_its_places() -> None:
    game = stones(2, 2, 2, 2, 1)
    told, status = run("--rules", "2", "--key", "stones", "--json")
    report: Json = json.loads(told)
    [change] = report["changes"]
    assert (status, report["ok"], report["games"]) == (1, False, 1)
    assert (change["game"], change["seq"]) == (game, None)
    assert change["before"]["winners"] == [1]
    assert change["after"]["winners"] == [0]
    assert change["before"]["scores"] == change["after"]["scores"]
    assert change["sentence"] == "Its places [2, 1] would be [1, 2], its winners [1] would be [0]."


def test_a_game_that_would_be_the_same_is_not_named() -> None:
    game = stones(2, 1)
    make_move(game, caller("Ada"), command(), {"kind": "resign", "seat": 0}, fold_of(game).asked)
    told = "Replayed 1 games under version 2: 0 would change.\n"
    assert run("--rules", "2", "--key", "stones") == (told, 0)


def test_the_other_way_round() -> None:
    game = table(variant="plain", key="stones", rules_version=2)
    make_move(game, caller("Ada"), command(), {"kind": "take", "seat": 0, "stones": 2}, fold_of(game).asked)
    assert run("--rules", "1", "--key", "stones") == ("Replayed 1 games under version 1: 0 would change.\n", 0)


def test_games_that_were_played_under_these_rules_stay_as_they_are() -> None:
    play_out(table())
    assert run("--rules", "1") == ("Replayed 1 games under version 1: 0 would change.\n", 0)


def test_only_games_of_that_name_are_replayed() -> None:
    stones(3, 3, 3)
    assert run("--rules", "1") == ("Replayed 0 games under version 1: 0 would change.\n", 0)


def test_a_log_that_cannot_be_read_is_named() -> None:
    game = stones(3)
    change_event(game, 5, body="{}")
    told, status = run("--rules", "2", "--key", "stones")
    assert told.startswith(f"game {game}: Its log cannot be read; the audit says why.\n")
    assert status == 1


@pytest.mark.parametrize("arguments", [("--rules", "7"), ("--rules", "1", "--key", "chess")])
def test_rules_that_are_not_known(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="There is no") as caught:
        run(*arguments)
    assert caught.value.returncode == 2
