"""Games that follow others at a tournament's table which has begun without somebody: with the same dice, to which
nobody can have added anything after the fact."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from engine import dice
from engine.errors import Refused
from engine.log import is_id
from engine.protocol import Json
from games.log.fold import ABORTED_KIND, Fold
from games.log.folding import load_fold
from games.log.head import read_head
from games.log.reading import read_log
from games.models import Event


def wrong_follower(created: Json) -> str | None:
    """What is wrong with what a game says of the one that it follows, in a sentence; None if nothing is."""
    said = created.get("follows")
    if said is None:
        return None if "follows" not in created else "It says that it follows a game, but not which."
    if "tournament" not in created or not _is_reference(said):
        return "It does not say which game of its tournament it follows."
    return None


def _is_reference(said: Any) -> bool:
    if not isinstance(said, dict) or said.keys() != {"game", "seq", "hash", "without"}:
        return False
    is_place = type(said["seq"]) is int and said["seq"] > 0 and dice.is_hash(said["hash"])
    return is_place and is_id(said["game"]) and isinstance(said["without"], list) and all(map(is_id, said["without"]))


def is_followed(deal: str) -> bool:
    """Whether of the games that are played with the same dice each but the last was called off for the next one."""
    made = Event.objects.filter(game__deal=deal, seq=1).order_by("pk").values_list("game", flat=True)
    games = [str(game) for game in made]
    try:
        return all(_follows(before, after) for before, after in pairwise(games))
    except (Refused, LookupError, TypeError, AttributeError):
        return False


def _follows(before: str, after: str) -> bool:
    """Whether one game was called off so that the other could follow it, with the same contributions."""
    old, new = load_fold(read_head(before)), load_fold(read_head(after))
    said = new.created.get("follows") or {}
    last, ended = read_log(before)[-2:]
    goes_on = ended.entry.kind == ABORTED_KIND and ended.entry.data.get("goes_on") == after
    is_its_end = (said.get("game"), said.get("seq"), said.get("hash")) == (before, last.seq, last.hash)
    return goes_on and is_its_end and old.asked == 1 and is_part(_added(new), _added(old))


def _added(fold: Fold) -> list[str]:
    """What those who have come have added, by their seats."""
    return [added for added, actor in zip(fold.contributions, fold.seated, strict=True) if actor is not None]


def is_part(some: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether some values stand in a list, in the same order."""
    left = iter(whole)
    return all(value in left for value in some)
