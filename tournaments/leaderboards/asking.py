"""Which source answers: Redis where there is one and it is up to date, the tables otherwise."""

from collections.abc import Callable
from typing import Final, TypeVar

from django.conf import settings

from games.refusals import busy
from tournaments.leaderboards.boards import BehindError, Board, Source, board_of
from tournaments.leaderboards.redis import SortedSet, key_of, reach
from tournaments.leaderboards.sql import Tables

A = TypeVar("A")
ASK_AGAIN_AFTER: Final = 5
"""Seconds after which it is asked again that a board be brought up to date."""
TRIES: Final = 5
"""How often the tables are asked while results come in."""


def ask(pool: str, period: str, question: Callable[[Board, Source], A]) -> A:
    """The answer to a question about a board; one that Redis cannot answer is asked again of the tables.

    A question takes several looks. An answer during which the board has changed is thrown away: its rows, places and
    numbers need not belong together. One that notices it by itself raises `BehindError`.
    """
    board = board_of(pool, period)
    if settings.REDIS_URL:
        try:
            return question(board, SortedSet(board))
        except BehindError as behind:
            if behind.is_there:
                _ring(board)
    for _ in range(TRIES):
        answer, shown = _from_tables(board, question), board_of(pool, period)
        if answer is not None and shown == board:
            return answer[0]
        board = shown
    raise busy()


def _from_tables(board: Board, question: Callable[[Board, Source], A]) -> tuple[A] | None:
    """What the tables answer; None if it was noticed meanwhile that the board has changed."""
    try:
        return (question(board, Tables(board)),)
    except BehindError:
        return None


def _ring(board: Board) -> None:
    """Have a worker bring a board up to date, once however many look at it meanwhile.

    One on which nobody stands is left alone: every day there ever was is a board, and anybody can ask for it.
    """
    from tournaments.tasks import refresh_leaderboard

    if Tables(board).is_empty():
        return
    asked = f"{key_of(board.pool, board.period)}:asked"
    try:
        is_first = reach(lambda client: client.set(asked, "1", nx=True, ex=ASK_AGAIN_AFTER))
    except BehindError:
        return
    if is_first:
        refresh_leaderboard.delay_on_commit(board.pool, board.period)
