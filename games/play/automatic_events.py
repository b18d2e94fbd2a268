"""What follows from an event without anybody's choice: the start of a tournament's game, forced drop-outs, the
server's rolls, the end, the reveal."""

import secrets
from typing import Any

from engine import dice
from engine.protocol import Fields, Json
from engine.sealing import BLIND, BLIND_DIGITS
from games.log.entries import SYSTEM, Entry, entry_of
from games.log.fold import FINISHED_KIND, REVEALED, STARTED, Fold, is_finished_by_rules
from games.log.unit_of_work import Draft
from games.play.deals import seed_of
from games.statuses import OPEN, RUNNING


def add_automatic_events(draft: Draft) -> None:
    """Add everything that follows, until somebody has a choice or the game is over."""
    while (entry := _next_entry(draft.fold)) is not None:
        draft.add(entry)


def _next_entry(fold: Fold) -> Entry | None:
    if fold.status == OPEN:
        return _start(fold)
    if fold.status == RUNNING:
        return _ending(fold) or _forced(fold) or _roll(fold)
    return _reveal(fold)


def _start(fold: Fold) -> Entry | None:
    """The start of a tournament's game, for which nobody need ask once everybody has sat down."""
    is_due = fold.tournament is not None and None not in fold.seated
    return Entry(STARTED, None, {}) if is_due else None


def _ending(fold: Fold) -> Entry | None:
    return Entry(FINISHED_KIND, None, {}) if is_finished_by_rules(fold) else None


def _forced(fold: Fold) -> Entry | None:
    event = fold.rules.forced(fold.state)
    return None if event is None else blinded_entry(fold, event, SYSTEM)


def _roll(fold: Fold) -> Entry | None:
    rules = fold.rules
    if rules.dice is None or fold.has_table_dice:
        return None
    roll = rules.dice.due(fold.state)
    return None if roll is None else entry_of(throw_dice(fold, roll))


def _reveal(fold: Fold) -> Entry | None:
    """The seed of a game's own deal; a shared one is revealed when it is closed, and again by who plays it again."""
    is_closed_later = "contributions" in fold.dice and not fold.is_again
    if not fold.is_played or fold.is_revealed or "deal" not in fold.dice or is_closed_later:
        return None
    return Entry(REVEALED, None, {"seed": seed_of(fold.dice["deal"]).hex()})


def throw_dice(fold: Fold, fields: Fields) -> Json:
    """A roll or reroll with what the provable dice show."""
    game_dice, deal = fold.rules.dice, fold.dice["deal"]
    assert game_dice is not None
    again = game_dice.throws[fields["kind"]]
    number = fold.rolls if again else fold.rolls + 1
    face = dice.throw(seed_of(deal), deal, dice.entropy(fold.contributions), number, again, game_dice.faces)
    return {**fields, **game_dice.write(face)}


def blinded_entry(fold: Fold, event: Any, actor: str) -> Entry:
    """The entry of an event of the rules; an answer that others must not guess from its hash is blinded."""
    entry = entry_of(fold.rules.encode(event), actor)
    if len(fold.seated) > 1 and fold.rules.is_answer(event):
        entry.data[BLIND] = secrets.token_hex(BLIND_DIGITS // 2)
    return entry
