"""Who asks about accounts: always whoever is logged in, whoever holds the device at some table."""

from rest_framework.request import Request

from games.models import Account


def account_in(request: Request) -> Account:
    """The account of a request that only people with one get through."""
    account = request.user
    assert isinstance(account, Account), "Only who has an account gets so far."
    return account


def viewer_in(request: Request) -> Account | None:
    """Who looks, None for somebody without an account."""
    return request.user if isinstance(request.user, Account) else None
