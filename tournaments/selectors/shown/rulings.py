"""The rulings behind results: who has ruled upon the game of a table, and why."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.log import read_body
from engine.protocol import Json
from games.accounts.callers import Viewer
from games.accounts.models import Actor
from games.accounts.name_visibility import known_by_name, private_player_name
from games.log.disputes import FORFEITED_KIND, REVERSED_KIND, VOIDED_KIND
from games.log.models import ErasableText, Event
from tournaments.selectors.tournaments import SeenTournament

CHANGING: Final = (VOIDED_KIND, FORFEITED_KIND, REVERSED_KIND)
"""The rulings after which a game may have another result."""
_COLUMNS: Final = ("game", "seq", "kind", "body")


class Ruled(NamedTuple):
    """A ruling upon the game of a table."""

    game: str
    seq: int
    how: str
    name: str | None
    """Of whoever gave it; None for somebody whose account is gone."""
    reason: str | None
    """The words that they gave for it, unless they were erased."""


def rulings_behind(seen: SeenTournament, results: Iterable[Json]) -> dict[str, Ruled]:
    """By the hashes of the games' events that results name, the ruling that each follows; none for whoever may not see
    the games."""
    if seen.settings.games != "public" and not seen.runs_it:
        return {}
    named = {said["game_hash"]: (said["game"], said["game_seq"]) for said in results if "game_hash" in said}
    rulings = _rulings({game for game, _ in named.values()}, seen.viewer)
    return {
        link: found[-1]
        for link, (game, seq) in named.items()
        if (found := [one for one in rulings if one.game == game and one.seq <= seq])
    }


def _rulings(games: set[str], viewer: Viewer) -> list[Ruled]:
    """The rulings upon some games, in their order."""
    events = Event.objects.filter(game__in=games, kind__in=CHANGING).order_by("game", "seq")
    found = [(game, seq, kind, read_body(body)) for game, seq, kind, body in events.values_list(*_COLUMNS)]
    names = _names([game for game, *_ in found], viewer)
    texts = _texts([body["data"].get("reason", "") for *_, body in found])
    return [
        Ruled(game, seq, kind, names.get((game, body["actor"])), texts.get(body["data"].get("reason", "")))
        for game, seq, kind, body in found
    ]


def _names(games: Iterable[str], viewer: Viewer) -> dict[tuple[str, str], str]:
    actors = list(Actor.objects.filter(game__in=games).select_related("account"))
    known = known_by_name([actor.account for actor in actors], viewer)
    return {
        (one.game_id, one.name): one.account.display_name if one.account_id in known else private_player_name()
        for one in actors
    }


def _texts(hashes: Iterable[str]) -> dict[str, str]:
    return dict(ErasableText.objects.filter(sha256__in=hashes).values_list("sha256", "text"))
