"""What a worker does about accounts every few minutes."""

from games.accounts.erasing import erase_ended
from games.accounts.links import delete_ended_links
from games.accounts.sessions import SessionStore
from games.accounts.traces import scrub_storage


def tidy() -> None:
    """Erase whoever is to be erased, and delete links and sessions that have ended, from the disk too."""
    erase_ended()
    delete_ended_links()
    SessionStore.clear_expired()
    scrub_storage()
