"""Whose a mail address is: of whoever has shown it by a link that was sent there, and of nobody else.

Anybody may write down anybody's address. If one logged in by it before that, whoever has signed up with an address
could tell from whether that works, and from how long it takes, whether somebody else has it as well.
"""

from allauth.account.models import EmailAddress

from games.models import Account


def owner_of(address: str) -> Account | None:
    """Who has shown that an address is theirs; that is one at most."""
    found = EmailAddress.objects.filter(email=address.lower(), verified=True).select_related("user").first()
    return None if found is None else found.user
