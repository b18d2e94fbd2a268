"""The first owner of a site: the account that a link makes which only the machine's operator gets to see."""

from urllib.parse import urljoin

from django.urls import reverse

from games.accounts.callers import Viewer
from games.accounts.models import Account
from games.accounts.name_visibility import known_by_name
from games.accounts.names import clean_display_name, clean_username
from games.accounts.passwords import OWNER, find_link, make_link, require_strong_password, spend_link
from games.log.sql import write_transaction
from games.refusals import Conflict, Forbidden


def has_owner() -> bool:
    """Whether somebody owns the site already."""
    return Account.objects.filter(is_superuser=True).exists()


def owners(viewer: Viewer) -> list[str]:
    """The names of those who own the site, as far as a viewer may know them."""
    found = list(Account.objects.filter(is_superuser=True, is_active=True).order_by("pk"))
    known = known_by_name(found, viewer)
    return [owner.display_name for owner in found if owner.pk in known]


def first_owner_link(base_url: str) -> str | None:
    """A link that makes the first owner's account, in the place of earlier ones; None if there is an owner."""
    with write_transaction():
        if has_owner():
            return None
        return link_address(base_url, make_link(OWNER))


def link_address(base_url: str, secret: str) -> str:
    """Where a one-time link leads, as a whole address."""
    return urljoin(base_url, reverse("one-time-link", args=[secret]))


def make_owner(secret: str, username: str, display_name: str, password: str, language: str = "") -> Account:
    """Make the owner's account; the link is used up."""
    account = Account(
        username=clean_username(username),
        display_name=clean_display_name(display_name),
        language=language,
        is_staff=True,
        is_superuser=True,
    )
    require_strong_password(password, account)
    account.set_password(password)
    with write_transaction():
        link = find_link(secret)
        if link.purpose != OWNER:
            raise Forbidden("link/not-for-this", "This link makes no owner.")
        spend_link(link)
        if has_owner():
            raise Conflict("owner/there", "This site has an owner already.")
        if Account.objects.filter(username__iexact=account.username).exists():
            raise Conflict("name/taken", "This username is taken.")
        account.save()
    return account
