"""Everybody is told of a game in words of their own, whoever was told of it before them by the same process."""

import json

import pytest
from django.utils.translation import override

from games.accounts.callers import ANYBODY, Viewer, viewer_of
from games.live.watched_logs import GameLog
from games.log.models import Game
from games.log.unit_of_work import read_head
from games.play.replay import see_frames, see_replay
from games.play.seats import join_by_invite, leave_seat
from tests.games.play.test_sealed_answers import hosted_table, viewers
from tests.games.sample_tables import (
    CONTRIBUTION,
    PEOPLE,
    account,
    caller,
    command,
    open_table,
    play_out,
    play_until,
    table,
)

pytestmark = pytest.mark.django_db


def told(game: str, viewer: Viewer, after: int = 0) -> list[str]:
    return [frame["words"] for frame in see_frames(game, viewer, after)["frames"]]


def test_each_player_is_spoken_to_and_the_others_are_named() -> None:
    play_out(game := hosted_table(3))
    for who, viewer in viewers(3).items():
        words = " ".join(told(game, viewer))
        own = PEOPLE[who] if isinstance(who, int) else None
        assert ("You place " in words) is (own is not None)
        assert ("You take a seat." in words) is (own is not None)
        assert [name for name in PEOPLE[:3] if name in words] == [name for name in PEOPLE[:3] if name != own]


def test_the_words_of_one_viewer_reach_no_other_however_they_take_turns() -> None:
    game = hosted_table(2)
    everybody = viewers(2)
    alone = {}
    seq = see_frames(game, ANYBODY)["head"]["seq"]
    play_until(game, lambda fold: fold.rolls > 4)
    for who, viewer in everybody.items():
        alone[who] = told(game, viewer, seq)
    for who, viewer in reversed(everybody.items()):
        assert told(game, viewer, seq) == alone[who]
    assert alone["host"] == alone["staff"] == alone["anybody"]
    assert alone[0] != alone[1] != alone["anybody"]


def test_nobody_is_told_anything_in_the_language_of_somebody_else() -> None:
    play_out(game := table("standard", 2))
    ada = viewer_of(account("Ada"))
    for language, words in {"de": "Du setzt ", "fr": "Vous placez ", "en": "You place ", "es": "Colocas "}.items():
        with override(language):
            assert any(each.startswith(words) for each in told(game, ada))
            assert not any(words in each for each in told(game, ANYBODY))


def test_a_replay_speaks_to_those_who_played_and_names_them_to_whoever_gets_its_link() -> None:
    play_out(game := table("standard", 2))
    ada, bob, anybody = (see_replay(game, viewer)["frames"] for viewer in (*_of("Ada", "Bob"), ANYBODY))
    rolled = [at for at, frame in enumerate(anybody) if frame["words"].startswith("Ada rolls ")]
    assert rolled
    for at in rolled:
        block = anybody[at]["words"].removeprefix("Ada rolls ")
        assert (ada[at]["words"], bob[at]["words"]) == (f"You roll {block}", f"Ada rolls {block}")


def test_what_a_process_keeps_for_all_who_listen_has_no_words() -> None:
    play_out(game := table("standard", 2))
    log = GameLog(read_head(game))
    log.catch_up()
    for seat in (0, 1, None):
        texts = [json.loads(log.text(seq, seat)) for seq in range(1, log.seq + 1)]
        assert all(set(text) == {"seq", "hash", "event", "opened"} for text in texts)
        assert not any("words" in event for text in texts for event in (text["event"], *text["opened"]))


def test_a_seat_that_was_left_again_is_not_told_under_the_name_of_whoever_sits_there_now() -> None:
    game = open_table("standard", 2)
    invite = Game.objects.get(pk=game).invite
    join_by_invite(invite, caller("Cleo"), command(), CONTRIBUTION, 1)
    leave_seat(game, caller("Cleo"), command(), 1)
    assert told(game, ANYBODY)[1:] == ["Somebody takes a seat.", "A seat is free again."]
    join_by_invite(invite, caller("Bob"), command(), CONTRIBUTION, 1)
    assert told(game, viewer_of(account("Bob")))[1:] == [
        "Somebody takes a seat.",
        "A seat is free again.",
        "You take a seat.",
    ]
    assert told(game, viewer_of(account("Cleo")))[-1] == "Bob takes a seat."


def _of(*names: str) -> list[Viewer]:
    return [viewer_of(account(name)) for name in names]
