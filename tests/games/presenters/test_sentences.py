"""Whoever plays is spoken to; everybody else is told of them by their name."""

import pytest
from django.utils.translation import override

from engine.protocol import Json
from games.presenters.brikks.presenter import BRIKKS_PRESENTER
from games.presenters.platform_events import event_in_words
from games.presenters.protocol import Scene
from games.presenters.registry import presenter_of
from tests.games.presenters.test_brikks import ALL_STEPS, NAMES, begin

LANGUAGES = ("en", "de", "fr", "es")
RULES_OWN = [
    ({"kind": "roll", "color": "red", "number": 3}, "You roll red 3."),
    ({"kind": "reroll", "color": "red", "number": 3}, "You roll again: red 3."),
    ({"kind": "keep"}, "You keep the roll."),
    ({"kind": "bomb"}, "You use a bomb."),
    ({"kind": "waive"}, "You draw no more mini blocks."),
    ({"kind": "keep", "actor": "system"}, "Your time is up: the roll stands."),
    ({"kind": "bomb", "actor": "system"}, "Your time is up, which costs a bomb."),
    ({"kind": "waive", "actor": "system"}, "Your time is up: no more mini blocks."),
    ({"kind": "drop", "reason": "timeout"}, "You have run out of time and are out."),
    ({"kind": "drop", "reason": "resign"}, "You give up."),
    ({"kind": "drop", "reason": "stop"}, "You end the game."),
    ({"kind": "drop", "reason": "stuck"}, "You have no place for the block and are out."),
]


@pytest.mark.parametrize(("event", "words"), RULES_OWN)
def test_events_in_the_words_of_whoever_has_done_them(event: Json, words: str) -> None:
    state = begin("standard", [1, 1])
    scene = Scene({"seat": 1, **event}, NAMES[:2], state, state, viewer=1)
    assert BRIKKS_PRESENTER.words(scene) == words
    assert "Bob" in BRIKKS_PRESENTER.words(scene._replace(viewer=0))
    assert BRIKKS_PRESENTER.words(scene._replace(viewer=0)) == BRIKKS_PRESENTER.words(scene._replace(viewer=None))


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_reads_their_own_name_in_any_language(language: str) -> None:
    kinds = set()
    with override(language):
        for before, action, seat, after in ALL_STEPS[::3]:
            scene = Scene({**action, "actor": "p-1"}, NAMES[: len(after.sheets)], before, after, viewer=seat)
            own, others = BRIKKS_PRESENTER.words(scene), BRIKKS_PRESENTER.words(scene._replace(viewer=None))
            assert NAMES[seat] not in own
            assert "%" not in own
            assert own.endswith(".")
            if NAMES[seat] in others:
                assert own != others
                kinds.add(action["kind"])
    assert kinds == {"start", "roll", "reroll", "keep", "place", "bomb", "drop", "mini", "waive"}


def test_a_mini_block_is_told_to_whoever_draws_it_to_whoever_gets_it_and_to_others() -> None:
    before, action, seat, after = next(step for step in ALL_STEPS if step[1]["kind"] == "mini")
    names = ("Ada", "Bob")
    drawing, getting = names[seat], names[1 - seat]
    told = [BRIKKS_PRESENTER.words(Scene(action, names, before, after, viewer)) for viewer in (seat, 1 - seat, None)]
    assert [words.partition(":")[0] for words in told] == [
        f"You draw a mini block on the sheet of {getting}",
        f"{drawing} draws a mini block on your sheet",
        f"{drawing} draws a mini block on the sheet of {getting}",
    ]
    assert len({words.partition(":")[2] for words in told}) == 1


def test_taking_a_seat_is_told_in_the_same_way() -> None:
    scene = Scene({"kind": "game/joined", "seat": 0}, NAMES[:2], None, None, viewer=0)
    board = presenter_of("nothing-known")
    assert event_in_words(board, scene) == "You take a seat."
    assert event_in_words(board, scene._replace(viewer=1)) == "Ada takes a seat."
    assert (
        event_in_words(board, scene._replace(event={"kind": "game/joined", "seat": None})) == "Somebody takes a seat."
    )


def test_a_game_without_a_board_speaks_to_its_players_too() -> None:
    scene = Scene({"kind": "take", "seat": 0, "stones": 2}, NAMES[:2], None, None, viewer=0)
    board = presenter_of("nothing-known")
    assert board.words(scene) == "You: take."
    assert board.words(scene._replace(viewer=1)) == "Ada: take."
