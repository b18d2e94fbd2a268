"""A game without a board of its own is played on the same page, by buttons."""

import json
from typing import Any

import pytest

from engine import registry
from games.log.models import Game
from games.play.creation import create_game
from games.play.lifecycle import start_game
from games.play.seats import join_by_invite
from games.play.setup import Setup
from tests.engine.toy import STONES_1
from tests.games.sample_tables import caller, command, fold_of, people
from tests.web.markup import page_of
from tests.web.ops.people import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def stones(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game is known for one test."""
    monkeypatch.setitem(registry._GAMES, (STONES_1.key, STONES_1.rules_version), STONES_1)


def heap() -> str:
    setup = Setup(variant="plain", levels=[1, 1], seats=people(2), key=STONES_1.key)
    game = create_game(setup, caller("Ada"), command()).game
    for name in ("Ada", "Bob"):
        join_by_invite(Game.objects.get(pk=game).invite, caller(name), command(), "")
    start_game(game, caller("Ada"), command())
    return game


def actions(response: Any) -> list[dict[str, Any]]:
    forms = [json.loads(form["data-action"]) for form in page_of(response).all("form") if "data-action" in form]
    return [action for action in forms if action["kind"] == "take"]


def test_it_is_played_to_its_end_by_buttons() -> None:
    game = heap()
    for _ in range(100):
        fold = fold_of(game)
        if fold.is_over:
            break
        client = client_of(("Ada", "Bob")[fold.awaited[0]])
        offered = actions(client.get(f"/games/{game}/"))
        assert offered == list(fold.rules.actions(fold.state, fold.awaited[0]))
        client.post(f"/games/{game}/act/", {"action": json.dumps(offered[0]), "answers": fold.asked})
    assert fold_of(game).is_over
    page = page_of(client_of("Ada").get(f"/games/{game}/"))
    assert "The game is over." in page.text


def test_its_frames_have_words() -> None:
    frames = client_of("Ada").get(f"/games/{heap()}/frames/").json()["frames"]
    assert all(frame["words"] for frame in frames)
    assert all(frame["sheets"] == {} for frame in frames)
