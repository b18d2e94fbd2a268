"""A log with new entries that are not stored yet."""

from games.clocks.clock import now, write_time
from games.log.chaining import chain
from games.log.entries import Entry, Link
from games.log.fold import Fold, advance
from games.log.head import Head


class Draft:
    """What a command has added so far; each entry is played through the rules at once, or refused."""

    def __init__(self, head: Head, fold: Fold) -> None:
        self.head = head
        self.before = fold
        self.fold = fold
        self.links: list[Link] = []
        self.now = now()
        # A clock that was set back must not make the log run backwards.
        self.at = max(write_time(self.now), head.last_at)

    def add(self, entry: Entry) -> None:
        """Add one entry."""
        [link] = chain(self.head.game, self.fold.seq, self.fold.hash, [entry], self.at)
        self.fold = advance(self.fold, entry, link.hash)
        self.links.append(link)

    @property
    def kinds(self) -> set[str]:
        """The kinds of everything that was added."""
        return {link.entry.kind for link in self.links}
