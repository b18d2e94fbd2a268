"""Who asks for one of their own pages."""

from django.http import HttpRequest

from games.models import Account
from games.pages.visitors import account_of


def own_account(request: HttpRequest) -> Account:
    """Whoever is logged in; Django sends everybody else to log in before these pages are reached."""
    account = account_of(request)
    assert account is not None
    return account
