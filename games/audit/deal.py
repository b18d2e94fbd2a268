"""The dice of a game: the deal as it is stored, and every throw recomputed from its seed."""

from functools import lru_cache
from itertools import accumulate
from typing import Any, cast

from engine import dice
from engine.canonical import canonical_or_none
from games.audit.chain import Log
from games.audit.findings import InGame
from games.audit.replay import Replay
from games.audit.stored import DealRow, Stored
from games.keys.sealing import SeedUnreadable, open_seed
from games.log.fold import Fold


def check_dice(found: InGame, stored: Stored, log: Log, replay: Replay) -> None:
    """Hold the throws of a game against its deal, and the deal against what the log says of it."""
    fold = replay.fold
    assert fold is not None
    scheme = fold.dice.get("scheme")
    known = (None,) if fold.rules.dice is None else (dice.SCHEME, dice.TABLE)
    if scheme not in known:
        found.add("dice/scheme", f"This game cannot be played with dice of the scheme “{scheme}”.", 1)
    if stored.row.deal != fold.dice.get("deal"):
        found.add("head/deal", f"The row names the deal {stored.row.deal}, the log {fold.dice.get('deal')}.", 1)
    if scheme != dice.SCHEME or fold.rules.dice is None:
        return
    seed = _seed(found, fold, stored.deal, replay.revealed)
    if seed is not None:
        _check_throws(found, fold, seed, log, replay.throws)


def _seed(found: InGame, fold: Fold, deal: DealRow | None, revealed: str | None) -> bytes | None:
    """The seed by which the game was played, None if there is none that fits the commitment."""
    deal_id, committed = fold.dice["deal"], fold.dice["commitment"]
    seed = _check_deal(found, fold, deal) if deal else None
    if deal is None:
        found.add("deal/missing", f"There is no deal {deal_id}.", 1)
    if revealed is None:
        return seed
    seed = bytes.fromhex(revealed)
    if dice.commitment(deal_id, seed) != committed:
        found.add("dice/revealed", "The revealed seed is not the one that was committed to.", fold.seq)
        return None
    return seed


def _check_deal(found: InGame, fold: Fold, deal: DealRow) -> bytes | None:
    """Hold the row of a deal against the log; its seed if it is the one that was committed to."""
    committed = fold.dice["commitment"]
    if deal.commitment != committed:
        found.add("deal/commitment", f"The commitment of deal {deal.id} is not the one in the log.", 1)
    frozen = fold.dice.get("contributions")
    if bool(deal.is_shared) != (frozen is not None):
        found.add("deal/shared", f"Deal {deal.id} is shared by its row or by the log, but not by both.", 1)
    elif frozen is not None and canonical_or_none(frozen) != deal.contributions:
        found.add("deal/contributions", f"The contributions of deal {deal.id} are not those in the log.", 1)
    try:
        seed = _open(deal.id, deal.sealed_seed)
    except SeedUnreadable as error:
        found.add("deal/seed", str(error))
        return None
    if dice.commitment(deal.id, seed) == committed:
        return seed
    found.add("deal/seed", f"The sealed seed of deal {deal.id} is not the one that was committed to.")
    return None


@lru_cache(maxsize=64)
def _open(deal: str, sealed: str) -> bytes:
    """A seed from what is stored of it; the games of a shared deal come one after the other."""
    return open_seed(deal, sealed)


def _check_throws(found: InGame, fold: Fold, seed: bytes, log: Log, throws: list[int]) -> None:
    """Throw all dice of a game once more; only if they show something else are they gone through one by one."""
    game_dice, rules = fold.rules.dice, cast(Any, fold.rules)
    assert game_dice is not None
    face_of = dice.thrower(seed, fold.dice["deal"], dice.entropy(fold.contributions), game_dice.faces)
    kinds, seats = [log.kinds[place] for place in throws], [log.seats[place] for place in throws]
    showing = {(kind, seat): _showing(rules, kind, seat) for kind, seat in {*zip(kinds, seats, strict=True)}}
    agains = [game_dice.throws[kind] for kind in kinds]
    faces = [*map(face_of, accumulate([1 - again for again in agains]), agains)]
    shown = [showing[kind, seat][face] for kind, seat, face in zip(kinds, seats, faces, strict=True)]
    if shown == [log.events[place] for place in throws]:
        return
    for place, face, event in zip(throws, faces, shown, strict=True):
        if log.events[place] != event:
            words = " ".join(str(value) for value in game_dice.write(face).values())
            found.add("dice/throw", f"The dice show {words}, the log something else.", log.seqs[place])


@lru_cache(maxsize=1024)
def _showing(rules: Any, kind: str, seat: int) -> list[Any]:
    """By its face each event in which the dice of a game can show one."""
    return [rules.decode({"kind": kind, "seat": seat, **rules.dice.write(face)}) for face in range(rules.dice.faces)]
