"""Who asks for something, and under which id a game's log knows them."""

import secrets
from typing import Final, NamedTuple

from django.db import connection, transaction

from games.accounts.models import Account, Actor
from games.log.entries import SYSTEM, bot_actor
from games.refusals import Forbidden


class Caller(NamedTuple):
    """An account, a bot on its seat, or the server itself; never taken from what a request says.

    Without any of them it is nobody, who may do nothing.
    """

    account: int | None = None
    is_guest: bool = False
    is_staff: bool = False
    bot_seat: int | None = None
    is_system: bool = False
    is_program: bool = False
    """Whether it is a program that holds a token of the account."""

    @property
    def identity(self) -> str:
        """Who it is, in a word that means the same every time."""
        if self.is_system:
            return SYSTEM
        if self.bot_seat is not None:
            return f"bot {self.bot_seat}"
        return "nobody" if self.account is None else f"account {self.account}"


SYSTEM_CALLER: Final = Caller(is_system=True)


def caller_of(account: Account, is_program: bool = False) -> Caller:
    """An account that asks for something, itself or by a program."""
    return Caller(account.pk, account.is_guest, account.is_staff, is_program=is_program)


def actor_of(game_id: str, caller: Caller) -> str | None:
    """The id under which a game's log knows the caller, None if it does not."""
    if caller.is_system:
        return SYSTEM
    if caller.bot_seat is not None:
        return bot_actor(caller.bot_seat)
    if caller.account is None:
        return None
    return _known_actor(game_id, caller.account)


REMEMBERED: Final = 4096
"""How many ids a process remembers before it starts afresh."""
_actor_names: dict[tuple[str, str, int], str] = {}


def _known_actor(game_id: str, account: int) -> str | None:
    """An id that was given; it never changes, so it is asked for once."""
    key = (str(connection.settings_dict["NAME"]), game_id, account)
    if key in _actor_names:
        return _actor_names[key]
    name = Actor.objects.filter(game=game_id, account=account).values_list("name", flat=True).first()
    if name is not None:
        # Only then: the transaction that has given it may still be undone.
        transaction.on_commit(lambda: _remember(key, name))
    return name


def _remember(key: tuple[str, str, int], name: str) -> None:
    if len(_actor_names) >= REMEMBERED:
        _actor_names.clear()
    _actor_names[key] = name


def forget_actors() -> None:
    """Forget the ids that were asked for, as when the accounts behind them are erased."""
    _actor_names.clear()


def get_or_create_actor(game_id: str, caller: Caller) -> str:
    """The same, giving the caller an id if there is none yet."""
    if caller.is_system:
        return SYSTEM
    if caller.account is None:
        raise no_account()
    fresh = f"p-{secrets.token_hex(8)}"
    actor, _ = Actor.objects.get_or_create(game_id=game_id, account_id=caller.account, defaults={"name": fresh})
    return actor.name


def no_account() -> Forbidden:
    """Somebody asks for what only people with an account can do, guests included."""
    return Forbidden("game/no-account", "Only people can do that, and they need an account.")


class Viewer(NamedTuple):
    """Somebody who looks: an account or nobody, perhaps an auditor, perhaps with a game's link in hand."""

    account: int | None = None
    is_auditor: bool = False
    invite: str | None = None


ANYBODY: Final = Viewer()


def viewer_of(account: Account, invite: str | None = None) -> Viewer:
    """An account that looks at something."""
    return Viewer(account.pk, account.is_staff, invite)
