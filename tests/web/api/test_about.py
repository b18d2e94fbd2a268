"""GET /bots and GET /checkpoints: what there is to know about the site itself."""

import pytest

from engine.checkpoint import parse_note
from engine.registry import registered
from games.integrity.checkpoints import make_checkpoint
from tests.games.sample_tables import move, open_table
from tests.web.api.calls import get, refusal
from tests.web.api.roles import Cast

pytestmark = pytest.mark.django_db


def test_every_bot_of_every_game_is_named_and_described(cast: Cast) -> None:
    games = get(cast.client("anonymous"), "/bots").json()["games"]
    named = {(game["key"], game["rules_version"]): [bot["name"] for bot in game["bots"]] for game in games}
    assert named == {(game.key, game.rules_version): list(game.bots) for game in registered()}
    assert all(bot["about"] for game in games for bot in game["bots"])


@pytest.fixture
def notes(cast: Cast) -> list[int]:
    """Three checkpoints."""
    made = []
    for _ in range(3):
        open_table()
        made.append(make_checkpoint())
    return [number for number in made if number is not None]


def numbers(cast: Cast, **parameters: int) -> list[int]:
    shown = get(cast.client("anonymous"), "/checkpoints", **parameters).json()["checkpoints"]
    assert all(parse_note(each["note"]).number == each["number"] for each in shown)
    return [each["number"] for each in shown]


def test_the_latest_notes_are_shown_in_their_order(cast: Cast, notes: list[int]) -> None:
    assert numbers(cast) == notes
    assert numbers(cast, limit=2) == notes[-2:]


def test_whoever_copies_them_goes_on_where_they_were(cast: Cast, notes: list[int]) -> None:
    assert numbers(cast, after=0, limit=1) == notes[:1]
    assert numbers(cast, after=notes[0]) == notes[1:]
    assert numbers(cast, after=notes[-1]) == []
    move(cast.running)
    make_checkpoint()
    assert numbers(cast, after=notes[-1]) == [notes[-1] + 1]


def test_what_cannot_be_asked_is_refused(cast: Cast) -> None:
    assert refusal(get(cast.client("anonymous"), "/checkpoints", limit=501)) == (400, "request/number")
    assert refusal(get(cast.client("anonymous"), "/checkpoints", after=-1)) == (400, "request/number")
