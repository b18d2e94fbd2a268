"""By what names those who take part are spoken of: people by their own as far as whoever reads may know it, else as
private players, and bots by theirs, with a number if need be."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple, Protocol, TypeVar

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.accounts.callers import Viewer
from games.accounts.models import Account
from games.accounts.name_visibility import known_among_private, private_player_name
from games.play.cards import BOT_NAMES, UNNAMED
from tournaments.clubs.models import ClubPerson
from tournaments.events.models import Entrant

ACCOUNT = "account"
PERSON = "person"
BOT = "bot"
ERASED = "erased"
PRIVATE = UNNAMED
KINDS = (ACCOUNT, PERSON, BOT, ERASED, PRIVATE)
Key = TypeVar("Key", str, int, str | int)


class PlayerName(NamedTuple):
    """Somebody who takes part, in words."""

    name: str
    kind: str
    """An account, a person of the club without one, a bot, nobody any more, or somebody whose name is kept back."""
    handle: str | None = None
    """The account's, which leads to a profile; None for everybody else, and for those who keep theirs to themselves."""


class Participant(Protocol):
    """A row of somebody who takes part in something: an account, a person of the club without one, or a bot."""

    pk: Any
    account: Account | None
    person: ClubPerson | None
    bot: str


class _Player(NamedTuple):
    """What is stored of somebody who takes part: of their account, if they have one, of the person, or of the bot."""

    account: int | None
    name: str | None
    handle: str | None
    is_private: bool | None
    is_minor: bool | None
    person: str | None
    bot: str

    @property
    def is_kept(self) -> bool:
        """Whether not everybody may read the name."""
        return bool(self.is_private or self.is_minor)


def names_of(players: Iterable[Participant], viewer: Viewer) -> dict[str | int, PlayerName]:
    """The names of some who take part, by the keys of their rows; accounts and persons are to be fetched with them."""
    return _names({player.pk: _player(player) for player in players}, viewer)


def names_in(entrants: QuerySet[Entrant], viewer: Viewer) -> dict[str, PlayerName]:
    """The same for all that a query finds, without making rows of them: a field may have thousands."""
    of_account = [f"account__{column}" for column in ("display_name", "username", "is_private", "is_minor")]
    found = entrants.values_list("pk", "account", *of_account, "person__name", "bot")
    return _names({key: _Player(*said) for key, *said in found.iterator()}, viewer)


def _player(player: Participant) -> _Player:
    account, name = player.account, player.person.name if player.person is not None else None
    if account is None:
        return _Player(None, None, None, None, None, name, player.bot)
    of_account = (account.display_name, account.username, account.is_private, account.is_minor)
    return _Player(account.pk, *of_account, name, player.bot)


def _names(players: dict[Key, _Player], viewer: Viewer) -> dict[Key, PlayerName]:
    """Everybody by name as the viewer may know them; who is a private player has the same number for everybody."""
    kept = {player.account for player in players.values() if player.account is not None and player.is_kept}
    known = known_among_private(kept, viewer)
    numbers = _numbers(len(kept))
    return _number_bots({key: _name_of(player, known, numbers) for key, player in players.items()})


def _numbers(many: int) -> Iterator[int | None]:
    """By what private players are told apart: nothing for one alone, else numbers in the order of the list."""
    return iter(range(1, many + 1)) if many > 1 else iter([None])


def _name_of(player: _Player, known: Collection[int], numbers: Iterator[int | None]) -> PlayerName:
    if player.account is not None:
        number = next(numbers) if player.is_kept else None
        if player.is_kept and player.account not in known:
            return PlayerName(private_player_name(number), PRIVATE)
        return PlayerName(player.name or "", ACCOUNT, None if player.is_kept else player.handle)
    if player.person is not None:
        return PlayerName(player.person, PERSON)
    if player.bot:
        return PlayerName(str(BOT_NAMES.get(player.bot, player.bot)), BOT)
    return PlayerName(_("Somebody who has left"), ERASED)


def _number_bots(named: dict[Key, PlayerName]) -> dict[Key, PlayerName]:
    """The same names, with a number for each of several bots of one name."""
    many = Counter(name.name for name in named.values() if name.kind == BOT)
    met: Counter[str] = Counter()
    for key, name in named.items():
        if name.kind == BOT and many[name.name] > 1:
            met[name.name] += 1
            named[key] = name._replace(name=f"{name.name} {met[name.name]}")
    return named
