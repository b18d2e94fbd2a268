"""What a stream says: exactly once everything, nothing too early, and the same after every interruption."""

import json
from functools import cache

import pytest

from engine.protocol import Json
from engine.sealing import ANSWERED, BLIND, visible
from games.log.event_store import StoredEvent
from games.play.event_messages import Moment, Story, continue_story, event_message
from games.play.visibility import event_json
from tests.games.live.logs import SETUPS, random_log
from tests.sizes import size

GAMES = [pytest.param(seed, id=f"{SETUPS[seed % len(SETUPS)]}-{seed}") for seed in range(size(25, 500))]


@cache
def told_story(seed: int) -> tuple[list[StoredEvent], int, list[Story], list[Moment]]:
    """A random log, its seats, and for each event the story so far and what the event changes."""
    rows, seats = random_log(seed)
    stories: list[Story] = []
    moments = []
    for row in rows:
        story, moment = continue_story(stories[-1] if stories else None, row)
        stories.append(story)
        moments.append(moment)
    return rows, seats, stories, moments


def viewers(seats: int) -> list[int | None]:
    return [*range(seats), None]


def hear(events: list[Json], said: Json) -> None:
    """Add a message to what somebody knows of a log: an opened event takes the place of the sealed one."""
    assert said["seq"] == said["event"]["seq"] == len(events) + 1
    assert said["hash"] == said["event"]["hash"]
    events.append(said["event"])
    for opened in said["opened"]:
        assert events[opened["seq"] - 1]["kind"] == ANSWERED, "only what was sealed is opened, and only once"
        events[opened["seq"] - 1] = opened


@pytest.mark.parametrize("seed", GAMES)
def test_after_every_message_a_viewer_knows_what_may_be_seen_then_and_no_more(seed: int) -> None:
    rows, seats, stories, moments = told_story(seed)
    events = [event_json(row) for row in rows]
    for seat in viewers(seats):
        known: list[Json] = []
        for story, moment in zip(stories, moments, strict=True):
            hear(known, event_message(moment, seat))
            fold, so_far = story.fold, events[: len(known)]
            assert known == (so_far if fold.is_over else visible(fold.rules, fold.state, so_far, seat))


@pytest.mark.parametrize("seed", GAMES)
def test_a_stream_after_an_event_says_what_an_uninterrupted_one_would_have_said(seed: int) -> None:
    rows, seats, _, moments = told_story(seed)
    for seat in viewers(seats):
        whole = [event_message(moment, seat) for moment in moments]
        for after in range(0, len(rows), 7):
            story: Story | None = None
            resumed = []
            for row in rows:
                story, moment = continue_story(story, row)
                if row.seq > after:
                    resumed.append(event_message(moment, seat))
            assert whole[:after] + resumed == whole


@pytest.mark.parametrize("seed", GAMES)
def test_nothing_of_an_answer_is_said_to_others_before_its_round_closes(seed: int) -> None:
    _, seats, stories, moments = told_story(seed)
    for seat in viewers(seats):
        said = ""
        for story, moment in zip(stories, moments, strict=True):
            said += json.dumps(event_message(moment, seat))
            for author, answer in story.sealed.items():
                assert (answer[BLIND] in said) == (author == seat)


@pytest.mark.parametrize("seed", GAMES)
def test_in_the_end_everybody_has_been_told_everything_once(seed: int) -> None:
    rows, seats, _, moments = told_story(seed)
    for seat in viewers(seats):
        messages = [event_message(moment, seat) for moment in moments]
        said = [event for one in messages for event in (one["event"], *one["opened"]) if event["kind"] != ANSWERED]
        assert sorted(said, key=lambda event: int(event["seq"])) == [event_json(row) for row in rows]


@pytest.mark.parametrize("seed", GAMES)
def test_who_is_not_concerned_is_told_what_everybody_is(seed: int) -> None:
    _, seats, _, moments = told_story(seed)
    for moment in moments:
        for seat in range(seats):
            assert (event_message(moment, seat) == event_message(moment, None)) == (seat not in moment.concerned)


def test_the_random_games_have_sealed_answers_and_some_end_in_the_middle_of_a_round() -> None:
    played = [told_story(seed) for seed in range(len(GAMES))]
    assert sum(moment.is_sealed for _, _, _, moments in played for moment in moments) > 10 * len(GAMES)
    ends = [moments[-1] for _, _, _, moments in played]
    assert any(moment.opened for moment in ends)
    assert any(not moment.opened for moment in ends)
