"""Whatever organisers and the desk decide about tables, in any order: every preview comes true, and taking all of it
back leads to what was played."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from engine.errors import Refused
from engine.protocol import Json
from games.disputes.services import give_ruling, reverse_ruling
from tests.games.clock.watch import Watch
from tests.games.sample_tables import caller, command
from tests.sizes import size
from tests.tournaments.desk.test_table_results import is_clean
from tests.tournaments.desk.world import REASON, auditor, duels, figures, follow, foretold, played
from tests.tournaments.events.rounds.world import row
from tournaments.desk.preview import Preview
from tournaments.desk.ruling_preview import foresee_reversal, foresee_ruling
from tournaments.desk.table_preview import foresee_decision
from tournaments.events.models import Place, Table
from tournaments.events.services.results import decide_override, decide_taking_back, override_result, take_back_result

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

KINDS: dict[str, tuple[dict[str, Any], int]] = {
    "duels and a bye": ({"rounds": 4}, 5),
    "tables of three and four": ({"variant": "standard", "seats": 4, "rounds": 4}, 7),
}
PEOPLE = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus")
ROUNDS = 3
"""How many are played; the latest is open."""
STEPS = 12


class Story:
    """Decisions about tables, each with what was foretold of it."""

    def __init__(self, tournament: str, is_duel: bool, chance: Random) -> None:
        self.tournament, self.is_duel, self.chance = tournament, is_duel, chance
        self.rulings: list[tuple[str, int]] = []
        """Those that count: the game, and the event."""

    def go_on(self) -> bool:
        """Whether something could be decided; then it has come out as foretold."""
        played = Table.objects.filter(round__tournament=self.tournament, round__number__lte=ROUNDS)
        table = self.chance.choice(list(played.select_related("round").order_by("pk")))
        decide: Callable[[Table], Preview] = self.chance.choice(
            [self.name, self.name, self.void, self.take_back, self.rule, self.reverse]
        )
        before = figures(self.tournament)
        try:
            preview = decide(table)
        except Refused:
            return False
        follow()
        assert figures(self.tournament) == foretold(before, preview), (decide, table.round.number, table.number)
        return True

    def name(self, table: Table) -> Preview:
        return self._override(table, self._seats(table), is_void=False)

    def void(self, table: Table) -> Preview:
        return self._override(table, [], is_void=True)

    def _override(self, table: Table, seats: Sequence[Json], is_void: bool) -> Preview:
        at, number = table.number, table.round.number
        preview = foresee_decision(decide_override(row(self.tournament), None, at, seats, number, is_void))
        override_result(self.tournament, caller("Olga"), command(), at, seats, REASON, number, is_void)
        return preview

    def _seats(self, table: Table) -> list[Json]:
        """Places, points that fit them, or both; some have forfeited."""
        entrants = Place.objects.filter(table=table).order_by("seat").values_list("entrant", flat=True)
        scores = [self.chance.randrange(40, 44) for _ in entrants]
        forfeits = {seat for seat in range(len(scores)) if self.chance.random() < 0.2}
        has_scores, has_places = self.chance.choice([(True, True), (False, True), (True, self.is_duel)])
        playing = [score for seat, score in enumerate(scores) if seat not in forfeits]
        return [
            {"entrant": entrant, "forfeited": True}
            if seat in forfeits
            else {
                "entrant": entrant,
                "score": scores[seat] if has_scores else None,
                "place": 1 + sum(other > scores[seat] for other in playing) if has_places else None,
            }
            for seat, entrant in enumerate(entrants)
        ]

    def take_back(self, table: Table) -> Preview:
        at, number = table.number, table.round.number
        preview = foresee_decision(decide_taking_back(row(self.tournament), None, at, number))
        take_back_result(self.tournament, caller("Olga"), command(), at, REASON, number)
        return preview

    def rule(self, table: Table) -> Preview:
        how, seats = self.chance.choice([("voided", []), ("forfeited", [0]), ("forfeited", [1])])
        game = str(table.game_id)
        preview = foresee_ruling(game, how, seats)
        self.rulings.append((game, give_ruling(game, auditor(), command(), how, seats, REASON).seq))
        return preview

    def reverse(self, table: Table) -> Preview:
        """What was ruled last, wherever that was."""
        game, ruling = self.rulings[-1] if self.rulings else (str(table.game_id), 1)
        preview = foresee_reversal(game, ruling)
        reverse_ruling(game, auditor(), command(), ruling, REASON)
        self.rulings.pop()
        return preview

    def end(self) -> None:
        """Take everything back that still counts."""
        for table in (
            Table.objects.filter(round__tournament=self.tournament).exclude(entered="").select_related("round")
        ):
            self.take_back(table)
        while self.rulings:
            self.reverse(Table())
        follow()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("chance", range(size(1, 10)))
def test_every_preview_comes_true_and_everything_can_be_taken_back(watch: Watch, kind: str, chance: int) -> None:
    changes, people = KINDS[kind]
    tournament = played(watch, duels(**changes), ROUNDS, *PEOPLE[:people])
    before, story = figures(tournament), Story(tournament, "variant" not in changes, Random(f"{kind} {chance}"))
    assert sum(story.go_on() for _ in range(STEPS)) > STEPS // 3
    assert is_clean(tournament)
    story.end()
    assert figures(tournament) == before
    assert is_clean(tournament)
