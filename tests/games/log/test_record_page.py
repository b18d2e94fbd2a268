"""`docs/record.md` explains every event that the platform adds."""

import re

from games.log import fold
from games.log.disputes import KINDS
from tests.engine.example import PAGE

OF_GAMES = (
    *(fold.CREATED, fold.JOINED, fold.LEFT, fold.STARTED, fold.FINISHED_KIND, fold.ADJUDICATED_KIND),
    *(fold.ABORTED_KIND, fold.REVEALED),
)


def test_every_kind_has_a_line_in_the_table() -> None:
    lines = [line for line in PAGE.splitlines() if line.startswith("| `")]
    explained = {kind for line in lines for kind in re.findall(r"`(\w+/\w+)`", line.split("|")[1])}
    assert explained == {*OF_GAMES, *KINDS}


def test_playing_again_is_explained_where_it_stands() -> None:
    [created] = [line for line in PAGE.splitlines() if line.startswith("| `game/created`")]
    assert "`again`" in created
