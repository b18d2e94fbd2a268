"""The chess games as they are stored: PGN text, which python-chess reads, checks and makes move by move."""

from collections.abc import Sequence
from functools import cache
from io import StringIO
from typing import Final

import chess
import chess.pgn

from benchmarks.games import Moves, chess_games

PGN: Final = "read_game of python-chess (PGN)"


@cache
def chess_texts(number: int) -> list[str]:
    """The same chess games, each as PGN."""
    return [_text(moves) for moves in chess_games(number)]


def _text(moves: Moves) -> str:
    board = chess.Board()
    for move in moves:
        board.push_uci(move)
    return str(chess.pgn.Game.from_board(board))


def read_chess(texts: Sequence[str]) -> None:
    """Read games from their texts."""
    for text in texts:
        game = chess.pgn.read_game(StringIO(text))
        if game is None or game.errors:
            raise ValueError("A chess game cannot be read.")
