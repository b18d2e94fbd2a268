"""Groups of roles, and the notation in which the matrix says who may.

A line names roles and groups with spaces between them; a minus takes away: `people play -guest` is everybody with a
browser but guests, and the programs whose token may play. Tokens are the player's, so that what a program may do is
never more than what the player may.
"""

from typing import Final

from tests.web.api.roles import ANONYMOUS, PEOPLE, ROLES, TOKENS

PROGRAMS: Final = frozenset(TOKENS)
GROUPS: Final[dict[str, frozenset[str]]] = {
    "all": frozenset(ROLES),
    "people": frozenset(PEOPLE),
    "read": frozenset({"token-read", "token-all"}),
    "play": frozenset({"token-play", "token-all"}),
    "organise": frozenset({"token-organise", "token-all"}),
    "readers": frozenset(ROLES) - {"token-play", "token-organise"},
    "outsiders": PROGRAMS | {ANONYMOUS},
    "seated": frozenset({"player", "opponent"}),
    "runners": frozenset({"organiser", "owner"}),
    "club": frozenset({"player", "opponent", "member", "scorekeeper", "organiser", "owner"}),
}
"""`read`, `play` and `organise` are programs by what their token reaches; `readers` are all who may read what everybody
may; `outsiders` those who are not logged in to a page, which knows of no tokens; `seated` those who sit at the tables;
`runners` those who run the club, and `club` all of its members."""


def roles_in(line: str) -> frozenset[str]:
    """The roles that a line of the matrix names."""
    named: frozenset[str] = frozenset()
    for word in line.split():
        group = word.removeprefix("-")
        some = GROUPS[group] if group in GROUPS else frozenset({group})
        assert some <= GROUPS["all"], f"There is no role “{group}”."
        named = named - some if word.startswith("-") else named | some
    return named
