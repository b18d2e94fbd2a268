"""The result of a table as an organiser enters it: what is typed is what is stored, after a look at what it changes."""

import csv
from typing import Any

import pytest
from django.test import Client

from tests.games.accounts.browsers import browser
from tests.games.clock.watch import Watch
from tests.games.sample_tables import account
from tests.tournaments.desk.world import resign
from tests.tournaments.events.rounds.world import announced, game_of, pass_time, settings, settle_down, told
from tests.tournaments.sample_clubs import club
from tests.web.filling_in import fill_in, standing_in
from tests.web.markup import page_of
from tournaments.events.models import Place, Table, Tournament

pytestmark = pytest.mark.django_db
WHY = "The sheet was read wrongly."


@pytest.fixture
def otto(watch: Watch) -> Client:
    """The browser of an organiser."""
    club(time_zone="Europe/Berlin")
    return browser(account("Otto"))


def begun(watch: Watch, *people: str, **changes: Any) -> str:
    """A tournament whose first round is open; the address at which the result of its first table is entered."""
    tournament = announced(settings(**changes), *people)
    pass_time(watch, 2 * 3600)
    return f"/tournaments/{tournament}/console/rounds/1/tables/1/"


def tournament_at(address: str) -> str:
    return address.split("/")[2]


def look(client: Client, address: str, **typed: Any) -> Any:
    """Fill in the form."""
    return fill_in(client, address, client.get(address), "command", **typed)


def enter(client: Client, address: str, **typed: Any) -> Any:
    """Fill in the form, look at what it changes, and go on."""
    shown = look(client, address, **typed)
    assert shown.status_code == 200, page_of(shown).text
    assert "What this would change" in page_of(shown).text
    entered = fill_in(client, address, shown, "foreseen", step="enter")
    assert entered["Location"] == f"/tournaments/{tournament_at(address)}/rounds/1/"
    return entered


def take_back(client: Client, address: str) -> None:
    back = f"{address}back/"
    assert client.get(address).content.decode().count(f'href="{back}"') == 1
    answer = fill_in(client, back, client.get(back), "foreseen", reason="It was read well.")
    assert answer["Location"] == f"/tournaments/{tournament_at(address)}/rounds/1/"


def stored() -> tuple[bool, str, list[tuple[Any, ...]]]:
    """How the first table came out: whether for nobody, how that was entered, and its seats."""
    table = Table.objects.get(round__number=1, number=1)
    seats = Place.objects.filter(table=table).order_by("seat").values_list("place", "score", "has_forfeited")
    return table.is_void, table.entered, list(seats)


def test_a_duel_is_entered_changed_and_taken_back(otto: Client, watch: Watch) -> None:
    address = begun(watch, "Ada", "Bob", "Cleo", "Dan", variant="duel")
    assert "A duel is won by who lasts longer" in page_of(otto.get(address)).text
    assert standing_in(otto.get(address), "command").get("winner") is None, "nobody is chosen beforehand"
    refused = look(otto, address, score_0="61", score_1="40")
    assert (refused.status_code, Table.objects.get(number=1).is_done) == (400, False)
    assert "Say who has won" in page_of(refused).text
    enter(otto, address, winner="1", score_0="61", score_1="40")
    assert stored() == (False, "paper", [(2, 61, False), (1, 40, False)])
    # Only the points are corrected: the winner stays whom it was.
    enter(otto, address, score_0="62", reason=WHY)
    assert stored() == (False, "override", [(2, 62, False), (1, 40, False)])
    enter(otto, address, winner="tie", reason=WHY)
    shown = page_of(otto.get(f"/tournaments/{tournament_at(address)}/rounds/1/")).text
    assert ("62 tied" in shown, "40 tied" in shown) == (True, True)
    enter(otto, address, winner="tie", score_0="", score_1="", reason=WHY)
    assert stored() == (False, "override", [(1, None, False), (1, None, False)])
    take_back(otto, address)
    assert stored() == (False, "paper", [(2, 61, False), (1, 40, False)])
    take_back(otto, address)
    assert stored() == (False, "", [(None, None, False), (None, None, False)])
    assert otto.get(f"{address}back/").status_code == 409


def test_what_is_read_out_above_a_page_is_a_list_in_it(otto: Client, watch: Watch) -> None:
    """The box is what is read out as soon as it is there: a list that says so itself is no list any more."""
    address = begun(watch, "Ada", "Bob", "Cleo", "Dan", variant="duel")
    refused, entered = look(otto, address), enter(otto, address, winner="1")
    for answer, role in ((refused, "alert"), (otto.get(entered["Location"]), "status")):
        page = page_of(answer)
        assert role in page.values("role")
        assert not [each for each in page.all("ul") if "role" in each]


def test_a_hidden_field_that_makes_no_sense_is_named(otto: Client, watch: Watch) -> None:
    address = begun(watch, "Ada", "Bob", "Cleo", "Dan", variant="duel")
    refused = look(otto, address, winner="1", expected="abc")
    assert (refused.status_code, Table.objects.get(number=1).is_done) == (400, False)
    assert "expected: Enter a whole number." in page_of(refused).text


def test_a_result_that_is_sent_twice_is_entered_once(otto: Client, watch: Watch) -> None:
    address = begun(watch, "Ada", "Bob", "Cleo", "Dan", variant="duel")
    shown = look(otto, address, winner="1", score_0="61", score_1="40")
    answers = [fill_in(otto, address, shown, "foreseen", step="enter") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert stored() == (False, "paper", [(2, 61, False), (1, 40, False)])
    assert len(told(tournament_at(address), "result/recorded")) == 1
    other = fill_in(otto, address, shown, "foreseen", step="enter", winner="0")
    assert (other.status_code, stored()[2][0]) == (400, (2, 61, False)), "the same form with something else"
    assert "This form was sent before, with something else in it." in page_of(other).text
    again = fill_in(otto, address, other, "command", counts="result", reason=WHY)
    fill_in(otto, address, again, "foreseen", step="enter")
    assert stored() == (False, "override", [(1, 61, False), (2, 40, False)]), "it is not in the way of what follows"


def test_what_is_typed_on_a_table_that_counted_for_nobody_is_stored(otto: Client, watch: Watch) -> None:
    address = begun(watch, "Ada", "Bob", "Cleo", "Dan")
    enter(otto, address, score_0="40", score_1="51")
    enter(otto, address, counts="nobody", reason=WHY)
    assert stored()[:2] == (True, "override")
    assert "counts" not in standing_in(otto.get(address), "command"), "nothing stands ticked"
    refused = look(otto, address, score_0="40", score_1="51", reason=WHY)
    assert (refused.status_code, stored()[0]) == (400, True)
    refused = look(otto, address, counts="nobody", score_0="40", score_1="51", reason=WHY)
    assert "A table that counts for nobody has no places and no points" in page_of(refused).text
    assert (refused.status_code, stored()[0]) == (400, True)
    enter(otto, address, counts="result", score_0="40", score_1="51", reason=WHY)
    assert stored() == (False, "override", [(2, 40, False), (1, 51, False)])


def test_places_of_four_are_entered_with_and_without_points(otto: Client, watch: Watch) -> None:
    address = begun(watch, *("Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Ida"), seats=4)
    enter(otto, address, place_0="2", place_1="1", place_2="2", forfeited_3="on")
    assert stored()[2] == [(2, None, False), (1, None, False), (2, None, False), (4, None, True)]
    enter(otto, address, score_0="30", score_1="50", score_2="30", forfeited_3="True", reason=WHY)
    assert stored()[2] == [(2, 30, False), (1, 50, False), (2, 30, False), (4, None, True)]
    # By now the places follow from the points, and do not stand in the way of others.
    enter(otto, address, score_0="60", forfeited_3="False", score_3="70", reason=WHY)
    assert stored()[2] == [(2, 60, False), (3, 50, False), (4, 30, False), (1, 70, False)]
    refused = look(otto, address, place_0="1", place_1="2", place_2="3", place_3="4", reason=WHY)
    assert "The places and the points contradict each other" in page_of(refused).text


def test_points_that_are_typed_for_those_who_had_not_come_are_not_undone(otto: Client, watch: Watch) -> None:
    address = begun(watch, "Ada", "Bob", rounds=1)
    pass_time(watch, 2 * 3600)
    assert stored() == (False, "", [(1, None, True), (1, None, True)]), "nobody has come"
    standing = standing_in(otto.get(address), "command")
    assert not {"forfeited_0", "forfeited_1"} & standing.keys(), "nothing stands ticked"
    typed = {"score_0": "40", "score_1": "61", "reason": WHY}
    refused = look(otto, address, **typed)
    assert (refused.status_code, stored()[2][0]) == (400, (1, None, True))
    assert page_of(refused).text.count("They have forfeited until now. Say whether they still do.") == 2
    assert standing_in(refused, "command").items() >= {name: [value] for name, value in typed.items()}.items()
    assert look(otto, address, counts="nobody", reason=WHY).status_code == 200, "then it need not be said"
    shown = look(otto, address, **typed, forfeited_0="False", forfeited_1="False")
    assert "Until now: it was not played." in page_of(shown).text
    fill_in(otto, address, shown, "foreseen", step="enter")
    assert stored() == (False, "override", [(2, 40, False), (1, 61, False)])


def test_the_preview_says_what_comes_out_and_asks_again_if_something_else_would(otto: Client, watch: Watch) -> None:
    address = begun(watch, "Ada", "Bob", "Cleo", "Dan", variant="duel")
    first = look(otto, address, winner="0")
    text = page_of(first).text
    assert "Until now: no result. Then: as it was entered from paper." in text
    assert "No game was played to its end on the site at this table" in text
    assert not Table.objects.get(number=1).is_done, "a look changes nothing"
    second = look(otto, address, winner="1")
    fill_in(otto, address, first, "foreseen", step="enter")
    late = fill_in(otto, address, second, "foreseen", step="enter", counts="result", reason=WHY)
    assert (late.status_code, stored()[2]) == (409, [(1, None, False), (2, None, False)])
    assert "Something else would change now" in page_of(late).text
    changed = fill_in(otto, address, late, "foreseen", step="change")
    assert standing_in(changed, "command")["winner"] == ["1"], "what was typed is still there"


def test_a_form_that_was_opened_before_another_result_says_so(otto: Client, watch: Watch) -> None:
    address = begun(watch, "Ada", "Bob", "Cleo", "Dan", variant="duel")
    enter(otto, address, winner="0", score_0="61", score_1="40")
    opened = otto.get(address)
    enter(otto, address, winner="1", reason=WHY)
    refused = fill_in(otto, address, opened, "command", score_0="62")
    assert refused.status_code == 400, "without a reason"
    late = fill_in(otto, address, refused, "command", reason=WHY)
    assert (late.status_code, "Something else would change now" in page_of(late).text) == (409, True)
    assert stored()[2] == [(2, 61, False), (1, 40, False)]
    fill_in(otto, address, late, "foreseen", step="enter")
    assert stored()[2] == [(1, 62, False), (2, 40, False)], "who has seen it decides"


def test_a_walkover_says_who_has_won_and_leads_to_no_replay(otto: Client, watch: Watch) -> None:
    address = begun(watch, "Ada", "Bob", rounds=2, variant="duel")
    enter(otto, address, forfeited_1="on")
    assert stored()[2] == [(1, None, False), (2, None, True)]
    tournament = tournament_at(address)
    page = page_of(otto.get(f"/tournaments/{tournament}/rounds/1/"))
    assert "won by walkover" in page.text
    assert "None" not in page.text
    assert "Replay" not in page.text
    game = Table.objects.get(round__number=1).game_id
    assert game, "the game was called off before anybody sat down"
    assert not any(game in link for link in page.values("href"))
    crosstable = page_of(otto.get(f"/tournaments/{tournament}/crosstable/"))
    assert not any(game in link for link in crosstable.values("href"))


def overridden_in(client: Client, tournament: str) -> list[int]:
    """In how many rounds an organiser has decided, by the standings: for programs and in the download."""
    told = client.get(f"/api/v1/tournaments/{tournament}/standings").json()["standings"]
    _, *rows = csv.reader(client.get(f"/tournaments/{tournament}/standings.csv").content.decode().splitlines())
    assert [row["overridden"] for row in told] == [int(row[-1]) for row in rows]
    return [row["overridden"] for row in told]


def test_a_result_that_was_decided_is_marked_wherever_results_are_listed(otto: Client, watch: Watch) -> None:
    address = begun(watch, "Ada", "Bob", "Cleo", "Dan", variant="duel")
    tournament = tournament_at(address)
    pages = [f"/tournaments/{tournament}/{what}" for what in ("rounds/1/", "crosstable/", "crosstable.csv")]
    standings = [f"/tournaments/{tournament}/", f"/embed/tournaments/{tournament}/standings/"]
    words = "*: With a result that an organiser has decided."
    enter(otto, address, winner="0")
    seated = Place.objects.filter(table__number=1).order_by("seat")
    first, second = seated.values_list("entrant__account__display_name", flat=True)
    assert not any("Decided" in otto.get(page).content.decode() for page in pages)
    assert not any(words in page_of(otto.get(page)).text for page in standings)
    assert overridden_in(otto, tournament) == [0, 0, 0, 0]
    enter(otto, address, winner="1", reason=WHY)
    assert all("Decided" in otto.get(page).content.decode() for page in pages)
    assert all(words in page_of(otto.get(page)).text for page in standings)
    assert sorted(overridden_in(otto, tournament)) == [0, 0, 1, 1]
    text, rows = page_of(otto.get(pages[1])).text, otto.get(pages[2]).content.decode().splitlines()
    assert (text.count(" 1* "), text.count(" 0* ")) == (1, 1), "each cell bears the mark"
    assert [row.rpartition(": ")[2] for row in rows if row.endswith("*")] == ["1*", "0*"]
    [table, _] = otto.get(f"/api/v1/tournaments/{tournament}/rounds/1").json()["tables"]
    assert table["entered"] == "override"
    log = page_of(otto.get(f"/tournaments/{tournament}/log/")).text
    before, now = f"{first} has won against {second}", f"{second} has won against {first}"
    assert f"noted the result of table 1 in round 1: {before}" in log
    assert f"gave table 1 in round 1 another result: {now}; before: {before} {WHY}" in log
    take_back(otto, address)
    log = page_of(otto.get(f"/tournaments/{tournament}/log/")).text
    assert f"took back the entered result of table 1 in round 1: {before}; before: {now}" in log
    assert [said["reason"] is None for said in told(tournament, "result/taken-back")] == [False]


def test_a_game_whose_table_was_decided_is_marked_wherever_it_is_shown(otto: Client, watch: Watch) -> None:
    address = begun(watch, "Ada", "Bob", variant="duel")
    game, ada = game_of(tournament_at(address), "Ada"), browser(account("Ada"))
    resign(game, "Ada")
    settle_down()
    pages = ["/", "/games/?show=finished", "/players/ada/", f"/games/{game}/", f"/games/{game}/replay/"]
    assert not any("Decided" in page_of(ada.get(page)).text for page in pages)
    assert ada.get(f"/api/v1/games/{game}").json()["is_overridden"] is False
    desk, aura = f"/desk/{game}/", browser(account("Aura", is_staff=True))
    assert "Decided" not in page_of(aura.get(desk)).text
    loser = [*Place.objects.filter(table__game=game).order_by("seat")].index(Place.objects.get(place=2))
    enter(otto, address, winner=str(loser), **{f"forfeited_{loser}": "False"}, reason=WHY)
    assert [page for page in pages if "Decided" not in page_of(ada.get(page)).text] == []
    assert ada.get(f"/api/v1/games/{game}").json()["is_overridden"] is True
    assert "Decided" in page_of(aura.get(desk)).text
    assert "1 ahead, 0 level, 0 behind" in page_of(ada.get("/players/bob/")).text
    Tournament.objects.update(is_public=False)
    text = page_of(browser().get(f"/games/{game}/")).text
    assert "Decided An organiser has put another result in the place of what was played." in text
    assert "Bricks for all" not in text
    take_back(otto, address)
    assert not any("Decided" in page_of(ada.get(page)).text for page in pages)
