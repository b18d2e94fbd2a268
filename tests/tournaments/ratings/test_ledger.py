"""The ledger of a player, as far as a viewer may know of each match."""

import pytest

from games.play.models import Deal
from tests.games.sample_tables import account
from tests.tournaments.profiles.results import count_in, day, ended_game, rated
from tests.tournaments.sample_clubs import club, viewer
from tournaments.ratings.selectors import LedgerLine, ledger_of, lines_of
from tournaments.ratings.serializers import change_as_json

pytestmark = pytest.mark.django_db


def line_of(game: str, looking: str | None) -> LedgerLine:
    """What somebody sees of what a game, the only one, did to Ada's rating."""
    count_in("standard", [(day(1), game, {"Ada": 1, "Bob": 2})])
    [line] = lines_of(list(ledger_of(rated("Ada"), "standard")), account("Ada"), viewer(looking))
    return line


def test_a_public_game_is_named_with_opponents_to_everybody() -> None:
    game = ended_game(day(1), {"Ada": 1, "Bob": 2})
    line = line_of(game, None)
    assert (line.game, [one["name"] for one in line.opponents]) == (game, ["Bob"])
    assert (line.place, line.field, line.before.shown) == (1, 2, 1500)
    assert line.change == line.after.shown - 1500 > 0


@pytest.mark.parametrize("kept", [{"is_private": True}, {"is_minor": True}])
@pytest.mark.parametrize(
    ("looking", "name"), [("Ada", "Bob"), ("Cleo", "Bob"), ("Dan", "A private player"), (None, "A private player")]
)
def test_who_is_not_open_is_named_only_to_who_knows_them(kept: dict[str, bool], looking: str | None, name: str) -> None:
    account("Bob", **kept)
    game = ended_game(day(1), {"Ada": 1, "Bob": 2})
    ended_game(day(2), {"Cleo": 1, "Bob": 2}, visibility="private")
    line = line_of(game, looking)
    told = [(one["name"], one["handle"]) for one in change_as_json(line)["opponents"]]
    assert (line.game, told) == (game, [(name, None)])


@pytest.mark.parametrize(("looking", "is_seen"), [("Ada", True), ("Bob", True), ("Dan", False), (None, False)])
def test_a_private_game_is_named_only_to_who_played_it(looking: str | None, is_seen: bool) -> None:
    game = ended_game(day(1), {"Ada": 1, "Bob": 2}, visibility="private")
    line = line_of(game, looking)
    assert (line.game == game) is is_seen
    assert bool(line.opponents) is is_seen
    midnight = day(1).replace(hour=0, minute=0, second=0, microsecond=0)
    assert line.at == (day(1) if is_seen else midnight), "the moment would tell in whose ledger it stands as well"
    assert line.after.shown > 1500, "by how much the rating has changed is no secret"


def test_those_who_run_the_club_and_auditors_see_its_private_games() -> None:
    made = club()
    account("Max", is_staff=True)
    game = ended_game(day(1), {"Ada": 1, "Bob": 2}, visibility="private", club=made.pk)
    count_in("standard", [(day(1), game, {"Ada": 1, "Bob": 2})])
    entries = list(ledger_of(rated("Ada")))
    seen = {name: lines_of(entries, account("Ada"), viewer(name))[0].game for name in ("Olga", "Otto", "Mia", "Max")}
    assert seen == {"Olga": game, "Otto": game, "Mia": None, "Max": game}


def test_a_match_on_a_shared_deal_leads_to_ones_own_rated_run() -> None:
    deal = Deal.objects.create(id="d-1", sealed_seed="", commitment="", is_shared=True, closed_at=day(2))
    runs = {
        name: ended_game(day(1), {name: 1}, variant="solo", deal_id=deal.pk, tournament="t-1")
        for name in ("Ada", "Bob")
    }
    ended_game(day(3), {"Ada": 1}, variant="solo", deal_id=deal.pk, is_rated=False)
    count_in("duplicate", [(day(2), deal.pk, {"Ada": 1, "Bob": 2})])
    for name in ("Ada", "Bob"):
        [line] = lines_of(list(ledger_of(rated(name))), account(name), viewer(None))
        assert (line.variant, line.game, line.opponents) == ("duplicate", runs[name], [])


def test_only_the_generation_that_is_shown_is_read() -> None:
    count_in("duel", [(day(1), "g-old", {"Ada": 2, "Bob": 1})], generation=1)
    count_in("duel", [(day(1), "g-new", {"Ada": 1, "Bob": 2})], generation=2)
    assert [entry.match for entry in ledger_of(rated("Ada"))] == ["g-new"]
    assert not ledger_of(None).exists()


def test_the_newest_comes_first_and_a_pool_can_be_asked_for() -> None:
    count_in("duel", [(day(1), "g-1", {"Ada": 1, "Bob": 2}), (day(3), "g-3", {"Ada": 1, "Bob": 2})])
    count_in("standard", [(day(2), "g-2", {"Ada": 1, "Bob": 2})])
    assert [entry.match for entry in ledger_of(rated("Ada"))] == ["g-3", "g-2", "g-1"]
    assert [entry.match for entry in ledger_of(rated("Ada"), "duel")] == ["g-3", "g-1"]
