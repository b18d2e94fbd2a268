"""The games that can be played, by key and rules version, so that old games replay under their own rules."""

from typing import Any, TypeAlias

from engine.errors import Malformed
from engine.protocol import Game

AnyGame: TypeAlias = Game[Any, Any]

_GAMES: dict[tuple[str, int], AnyGame] = {}


def register(game: AnyGame) -> None:
    """Make a game known; the same key and version cannot mean two games."""
    name = game.key, game.rules_version
    if _GAMES.setdefault(name, game) is not game:
        raise ValueError(f"{game.key} version {game.rules_version} is already registered")


def find(key: Any, rules_version: Any) -> AnyGame:
    """The game with this key under this version of its rules."""
    if not isinstance(key, str) or all(key != known for known, _ in _GAMES):
        raise Malformed("game/unknown", "There is no game “{game}” here.", game=key)
    if type(rules_version) is not int or (key, rules_version) not in _GAMES:
        template = "There is no version {version} of the rules of “{game}”."
        raise Malformed("game/unknown-rules", template, game=key, version=rules_version)
    return _GAMES[key, rules_version]


def registered() -> list[AnyGame]:
    """All known games, by key and version."""
    return [_GAMES[name] for name in sorted(_GAMES)]
