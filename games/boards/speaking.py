"""What somebody does, told of them to others, and told to themselves.

Both are sentences of their own, since a language changes more than the name: no sentence is made by putting a word for
"you" in the place of a name.
"""

from typing import NamedTuple

from django.utils.functional import Promise


class Deed(NamedTuple):
    """One thing that somebody can do, in words."""

    told: Promise
    """To everybody else, by a name."""
    own: Promise
    """To whoever has done it."""

    def to(self, is_own: bool) -> str:
        """As it is told, in the language of whoever reads it."""
        return str(self.own if is_own else self.told)
