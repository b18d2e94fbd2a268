"""Games of the sample content as they are played: people choose as a bot would, through the services of people; and
a dispute about one of them, so that the desk has something to show.
"""

from hashlib import sha256
from typing import Any, Final

from engine.protocol import Dice, Json
from games.disputes.services import answer_dispute, open_dispute
from games.log.fold import Fold
from games.log.state_cache import load_fold
from games.log.unit_of_work import read_head
from games.play import bots
from games.play.creation import create_game
from games.play.lifecycle import start_game
from games.play.models import GameCard
from games.play.moves import enter_roll, make_move
from games.play.seats import join_game
from games.play.setup import Setup
from tournaments.demo.people import player
from tournaments.demo.tables import Table

POLICY: Final = "greedy"
"""The bot that people of the sample content play like."""
A_WHOLE_GAME: Final = 600.0
"""Seconds that bots may take at a stretch, for want of anybody else who waits."""


def seat_players(table: Table, club: str) -> str:
    """Begin a game and let its people sit down; the id of the game."""
    setup = Setup(table.variant, table.levels, table.kinds, club=club if table.in_club else None, **table.more)
    game = create_game(setup, player(table.host), f"demo-{table.name}").game
    for number, username in table.people.items():
        join_game(game, player(username), f"demo-join-{number}", _contribution(table, number), number)
    return game


def play_table(table: Table, game: str) -> None:
    """Start a game and play until it has come as far as it is meant to."""
    if not table.events:
        return
    start_game(game, player(table.host), "demo-start")
    while not (fold := _fold(game)).is_over and fold.seq < table.events:
        _step(table, game, fold)
    bots.play(game, A_WHOLE_GAME)


def _step(table: Table, game: str, fold: Fold) -> None:
    """Let whoever must act do so: the scorekeeper, a bot or one of the people."""
    dice = fold.rules.dice if fold.has_table_dice else None
    if dice and (roll := dice.due(fold.state)):
        _enter_table_roll(table, game, fold, dice, roll)
        return
    mover = fold.awaited[0]
    if fold.bot(mover) is not None:
        bots.play(game, A_WHOLE_GAME)
        return
    action = fold.rules.bots[POLICY](fold.rules.view(fold.state, mover), mover, f"demo|{table.name}|{fold.seq}")
    if dice and action["kind"] in dice.throws:
        _enter_table_roll(table, game, fold, dice, action)
    else:
        make_move(game, player(table.people[mover]), f"demo-{fold.seq}", action, fold.asked)


def _enter_table_roll(table: Table, game: str, fold: Fold, dice: Dice[Any], roll: Json) -> None:
    """Enter what the dice on the table show: the same at every filling."""
    face = int(sha256(f"{table.name}|{fold.seq}".encode()).hexdigest(), 16) % dice.faces
    enter_roll(game, player(table.host), f"demo-{fold.seq}", {**roll, **dice.write(face)}, fold.asked)


def _fold(game: str) -> Fold:
    return load_fold(read_head(game))


def _contribution(table: Table, number: int) -> str:
    return sha256(f"{table.name}|{number}".encode()).hexdigest()[:32]


FLAGGED_AT: Final = 12
"""The event of the game that is flagged."""
COMPLAINT: Final = "I was sure that I had kept the roll, and then it was thrown again. Please look at this."
ANSWER: Final = "Sascha was to decide, and asked for the reroll. We talked about it at the table."


def dispute_game() -> None:
    """Let one of two who have played a rated game ask for a look at it, and the other one answer, once."""
    rated = GameCard.objects.filter(variant="standard", is_rated=True, game__players__account__username="juno")
    game = rated.values_list("pk", flat=True).first()
    assert game is not None
    opened = open_dispute(game, player("juno"), "demo-flag", FLAGGED_AT, COMPLAINT)
    answer_dispute(game, player("sascha"), "demo-answer", opened.seq, ANSWER)
