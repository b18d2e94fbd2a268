"""Telling a log from one of its events on: whoever watches a game asks for what is new, again and again.

The last stories of the games that are watched are kept in this process, so that only what is new is read and worked
out. They are a cache, never the truth: a story whose hash does not fit the log is told anew from the beginning.
"""

import threading
from collections import OrderedDict
from typing import TypeAlias

from games.live.messages import Moment, Story, continue_story
from games.log.chaining import Row, rows_since
from games.log.head import Head

KEPT_GAMES = 128
"""Of how many games a process remembers stories."""
KEPT_OF_EACH = 8
"""How many moments of each: not everybody who watches has seen the last one yet."""

Step: TypeAlias = tuple[Story, Moment]
"""A story with one more event, and what that event has changed."""


class Stories:
    """The stories that were told last, by game."""

    def __init__(self, games: int = KEPT_GAMES, of_each: int = KEPT_OF_EACH) -> None:
        self._games = games
        self._of_each = of_each
        self._told: OrderedDict[str, dict[int, Story]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, game: str, seq: int) -> Story | None:
        """The story of a game that goes furthest, but no further than an event; None if none is known."""
        with self._lock:
            told = self._told.get(game, {})
            known = [at for at in told if at <= seq]
            return told[max(known)] if known else None

    def put(self, game: str, story: Story) -> None:
        """Remember a story, and forget the oldest one of its game and the game that was not told of for longest."""
        with self._lock:
            told = self._told.setdefault(game, {})
            told[story.fold.seq] = story
            if len(told) > self._of_each:
                del told[min(told)]
            self._told.move_to_end(game)
            if len(self._told) > self._games:
                self._told.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._told.clear()


stories = Stories()


def follow(head: Head, after: int = 0) -> tuple[Story | None, list[Step]]:
    """The story up to an event, None before the first one, and every step from there to the end of the log."""
    story, rows = _begun(head, min(after, head.seq))
    before, steps = story, list[Step]()
    for row in rows:
        if row.seq > head.seq:
            break
        story, moment = continue_story(story, row)
        if row.seq <= after:
            before = story
        else:
            steps.append((story, moment))
    if story is not None:
        stories.put(head.game, story)
    return before, steps


def _begun(head: Head, seq: int) -> tuple[Story | None, list[Row]]:
    """The story that is known up to an event, if it fits the log, and what comes after it."""
    story = stories.get(head.game, seq)
    if story is not None:
        rows = rows_since(head.game, story.fold.seq)
        if story.fold.hash == (rows[0].previous if rows else head.hash):
            return story, rows
    return None, rows_since(head.game, 0)
