"""How many games somebody may have under way: a number for each kind, and none for the server."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.exceptions import ImproperlyConfigured

from brikks_site.config.limits import CAPS, caps
from engine.errors import Illegal
from engine.protocol import Json
from games.accounts.callers import SYSTEM_CALLER, Caller
from games.log.models import Game
from games.play.creation import create_game
from games.play.lifecycle import abort_game
from games.play.permissions import IDLE_AFTER
from games.play.setup import Setup
from games.refusals import TooMany
from tests.games.clock.threads import failures, team
from tests.games.clock.watch import Watch, wound
from tests.games.sample_tables import bots, caller, command, people


@pytest.fixture
def capped(settings: LazySettings) -> Any:
    """Set some caps; there are no others."""

    def cap(**kinds: int) -> None:
        settings.CAPS = {**dict.fromkeys(CAPS), **{kind.replace("_", "-"): most for kind, most in kinds.items()}}

    return cap


@pytest.fixture
def watch(db: None) -> Iterator[Watch]:
    with wound() as watch:
        yield watch


def make(by: Caller, *seats: Json) -> str:
    """A game with these seats."""
    return create_game(Setup("standard" if len(seats) > 1 else "solo", [1] * len(seats), seats), by, command()).game


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "seats"),
    [
        ("games", people(2)),
        ("bot_games", [*people(1), *bots("greedy")]),
        ("bots_only", bots("greedy", "greedy")),
    ],
)
def test_whoever_has_enough_games_under_way_is_told_how_many_may_be(capped: Any, kind: str, seats: list[Json]) -> None:
    capped(**{kind: 2})
    games = [make(caller("Ada"), *seats) for _ in range(2)]
    with pytest.raises(TooMany, match="at most 2 may") as refused:
        make(caller("Ada"), *seats)
    assert refused.value.code == f"game/too-many-{kind.replace('_', '-')}"
    make(caller("Bob"), *seats)
    abort_game(games[0], caller("Ada"), command())
    make(caller("Ada"), *seats)


@pytest.mark.django_db
def test_the_same_command_again_is_no_further_game(capped: Any) -> None:
    capped(games=1)
    setup, same = Setup("standard", [1, 1], people(2)), command()
    assert create_game(setup, caller("Ada"), same) == create_game(setup, caller("Ada"), same)


@pytest.mark.django_db
def test_games_that_are_not_with_bots_leave_room_for_those_that_are(capped: Any) -> None:
    capped(bot_games=1, bots_only=1)
    for _ in range(3):
        make(caller("Ada"), *people(2))
    make(caller("Ada"), *people(1), *bots("greedy"))


@pytest.mark.django_db
def test_the_server_makes_as_many_as_tournaments_need(capped: Any) -> None:
    capped(games=1, bot_games=1, bots_only=1)
    for _ in range(3):
        make(SYSTEM_CALLER, *bots("greedy", "greedy"))


@pytest.mark.django_db
def test_what_was_left_undone_long_ago_keeps_nobody_from_playing(capped: Any, watch: Watch) -> None:
    capped(games=1)
    make(caller("Ada"), *people(2))
    watch.set(IDLE_AFTER.total_seconds() + 1)
    make(caller("Ada"), *people(2))


@pytest.mark.django_db
def test_guests_begin_no_games_among_bots_only() -> None:
    with pytest.raises(Illegal, match="an account"):
        make(caller("Gil", is_guest=True), *bots("greedy", "greedy"))


@pytest.mark.django_db(transaction=True)
def test_whoever_asks_for_many_at_once_is_counted_one_by_one(capped: Any) -> None:
    capped(games=3)
    by = caller("Ada")
    with team(4) as threads:
        refused = failures(threads.at_once(*[lambda: [make(by, *people(2)) for _ in range(3)]] * 4))
    assert Game.objects.count() == 3
    assert {type(refusal) for refusal in refused} <= {TooMany}


def test_an_operator_says_other_caps() -> None:
    assert caps("") == CAPS
    assert caps("bot-games=7, games=off") == {**CAPS, "bot-games": 7, "games": None}
    assert set(caps("off").values()) == {None}
    for wrong in ("bots=3", "games", "games=-1", "games=many"):
        with pytest.raises(ImproperlyConfigured, match="BRIKKS_CAPS"):
            caps(wrong)
