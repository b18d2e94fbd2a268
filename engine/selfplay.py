"""Whole games played by bots with provable dice: for tests, measurements and sample content."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from engine import dice
from engine.protocol import Bot, Json
from engine.records import FORMAT
from engine.registry import AnyGame


def play(
    game: AnyGame,
    header: Json,
    bots: Sequence[Bot[Any]],
    seed: bytes,
    deal: str = "selfplay",
    contributions: Sequence[str] = (),
) -> Json:
    """The record of a game between bots, one per seat; the same seed gives the same game."""
    contributions = list(contributions) or [""] * len(bots)
    chance = bots_seed(seed)
    thrower = Thrower(game, seed, deal, contributions)
    state, events = game.start(header), []
    while game.awaiting(state).seats:
        fields = thrower.fill(_next_action(game, state, bots, chance))
        state = game.apply(state, game.decode(fields))
        events.append(fields)
    record = {"format": FORMAT, "game": game.key, "rules_version": game.rules_version, **header, "events": events}
    if game.dice:
        record["dice"] = {
            "scheme": dice.SCHEME,
            "deal": deal,
            "commitment": dice.commitment(deal, seed),
            "contributions": contributions,
            "seed": seed.hex(),
        }
    return record


def bots_seed(seed: bytes) -> str:
    """The seed that the bots of a game get, which tells nothing about that of its dice."""
    return sha256(b"bots|" + seed).hexdigest()


class Thrower:
    """Throws the dice of one deal, counting the rolls."""

    def __init__(self, game: AnyGame, seed: bytes, deal: str, contributions: Sequence[str]) -> None:
        self._dice = game.dice
        self._seed = seed
        self._deal = deal
        self._mixed = dice.entropy(contributions)
        self._rolls = 0

    def fill(self, fields: Json) -> Json:
        """The action with what the dice show, if it is one in which they are thrown."""
        again = self._dice.throws.get(fields["kind"]) if self._dice else None
        if self._dice is None or again is None:
            return fields
        self._rolls += not again
        face = dice.throw(self._seed, self._deal, self._mixed, self._rolls, again, self._dice.faces)
        return {**fields, **self._dice.write(face)}


def _next_action(game: AnyGame, state: Any, bots: Sequence[Bot[Any]], seed: str) -> Json:
    """What happens next: what nobody has a choice about, a roll, or what a bot chooses."""
    forced = game.forced(state)
    if forced is not None:
        return game.encode(forced)
    roll = game.dice.due(state) if game.dice else None
    if roll is not None:
        return roll
    seat = game.awaiting(state).seats[0]
    return bots[seat](game.view(state, seat), seat, seed)
