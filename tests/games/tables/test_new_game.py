"""Setting up a game in the browser."""

from typing import Any

import pytest
from django.test import Client
from rest_framework.settings import api_settings

from games.accounts.callers import caller_of
from games.accounts.models import Account
from games.log.models import Game
from games.play.deals import make_offer
from games.play.models import GameCard, PlayerGame
from tests.games.accounts.browsers import browser, person
from tests.games.sample_tables import CONTRIBUTION, fold_of
from tests.tournaments.sample_clubs import club
from tests.web.markup import page_of
from tournaments.clubs.services.admission import join_club

pytestmark = pytest.mark.django_db

ALONE = {"variant": "solo", "who_0": "me"}
WITH_A_BOT = {"variant": "standard", "who_0": "me", "who_1": "bot-greedy", "level_1": "3"}
BY_LINK = {"variant": "standard", "who_0": "me", "who_1": "anyone"}
AT_ONE_TABLE = {
    "variant": "standard",
    "who_0": "me",
    "who_1": "here",
    "name_1": "Bea",
    "who_2": "here",
    "name_2": "Cem",
}


def create(client: Client, **said: Any) -> Game:
    """The game that was created."""
    answer = client.post("/play/", said)
    assert answer.status_code == 302, answer.content.decode()
    game: str = answer["Location"].split("/")[2]
    return Game.objects.get(pk=game)


def test_the_form_is_filled_in_as_its_preset_says() -> None:
    for preset, variant in (
        ("solo", "solo"),
        ("bot", "standard"),
        ("duel", "duel"),
        ("", "standard"),
        ("x", "standard"),
    ):
        page = page_of(browser().get(f"/play/?preset={preset}"))
        [chosen] = [radio for radio in page.all("input") if radio.get("name") == "variant" and "checked" in radio]
        assert chosen["value"] == variant


def test_a_solo_game_begins_at_once() -> None:
    game = create(browser(person("Ada")), **ALONE, level_0="2", contribution=CONTRIBUTION, offer=make_offer().text)
    fold = fold_of(game.pk)
    assert (fold.status, fold.created["levels"], fold.contributions) == ("running", [2], (CONTRIBUTION,))
    assert fold.created["seats"] == [{"kind": "person"}]


def test_what_the_browser_adds_to_the_dice_may_be_missing_but_no_nonsense() -> None:
    client, offer = browser(person("Ada")), make_offer()
    assert fold_of(create(client, **ALONE, contribution="", offer=offer.text).pk).contributions == ("",)
    for said in ("xyz", "A" * 32):
        answer = client.post("/play/", {**ALONE, "contribution": said, "offer": make_offer().text})
        assert (answer.status_code, Game.objects.count()) == (400, 1)
        assert "A contribution is 32 hexadecimal digits" in page_of(answer).text


def test_rows_beyond_the_variant_do_not_count() -> None:
    client = browser(person("Ada"))
    assert len(fold_of(create(client, **{**WITH_A_BOT, "variant": "solo"}).pk).seated) == 1
    assert len(fold_of(create(client, **{**WITH_A_BOT, "variant": "duel", "who_2": "anyone"}).pk).seated) == 2


def test_bots_sit_down_and_the_game_begins() -> None:
    game = create(browser(person("Ada")), **WITH_A_BOT, seconds="60", timeout="forfeit")
    created = fold_of(game.pk).created
    assert game.status == "running"
    assert created["clock"] == {"seconds": 60, "timeout": "forfeit"}
    assert created["levels"] == [1, 3]


def test_a_game_by_link_waits_for_its_players() -> None:
    game = create(browser(person("Ada")), **BY_LINK, visibility="hidden")
    assert (game.status, GameCard.objects.get().free_seats) == ("open", 1)
    assert fold_of(game.pk).created["seats"] == [{"kind": "person"}, {"kind": "guest"}]


def test_several_people_on_one_device_begin_at_once() -> None:
    game = create(browser(person("Ada")), **AT_ONE_TABLE)
    assert game.status == "running"
    names = PlayerGame.objects.order_by("seat").values_list("account__display_name", flat=True)
    assert list(names) == ["Ada", "Bea", "Cem"]


def test_somebody_without_an_account_plays_as_a_guest() -> None:
    client = browser()
    game = create(client, **BY_LINK, display_name="Gil")
    assert Account.objects.get().is_guest
    assert fold_of(game.pk).created["seats"] == [{"kind": "guest"}, {"kind": "guest"}]
    assert "Gil" in page_of(client.get("/")).text


def test_sending_the_form_twice_makes_one_game() -> None:
    client, command = browser(person("Ada")), "ab" * 16
    first, again = (create(client, **AT_ONE_TABLE, command=command) for _ in range(2))
    assert first == again
    assert Game.objects.count() == 1
    assert Account.objects.filter(is_guest=True).count() == 2


@pytest.mark.parametrize(
    ("said", "field", "words"),
    [
        ({"variant": "chess"}, "variant", "chess"),
        ({**BY_LINK, "who_1": ""}, "who_1", "Somebody must sit here"),
        ({**BY_LINK, "who_1": "me"}, "who_1", "one seat only"),
        ({**AT_ONE_TABLE, "name_1": "admin"}, "name_1", "taken for a part of the site"),
        ({**AT_ONE_TABLE, "name_2": ""}, "name_2", "1 to 40 characters"),
        ({**WITH_A_BOT, "dice": "table"}, "who_1", "cannot see dice"),
        ({**BY_LINK, "rated": "on"}, "rated", "every seat is for a registered player"),
    ],
)
def test_what_does_not_fit_is_said_beside_its_field(said: dict[str, str], field: str, words: str) -> None:
    answer = browser(person("Ada")).post("/play/", said)
    assert answer.status_code == 400
    assert words in page_of(answer).text
    assert field in answer.context["form"].errors
    assert not Game.objects.exists()


def test_a_name_that_cannot_be_makes_no_guest() -> None:
    assert browser().post("/play/", {**BY_LINK, "display_name": "admin"}).status_code == 400
    assert not Account.objects.exists()


def test_rated_games_are_between_registered_players() -> None:
    game = create(browser(person("Ada")), variant="duel", who_0="me", who_1="registered", rated="on")
    assert fold_of(game.pk).created["rated"]
    assert (
        browser().post("/play/", {"variant": "duel", "who_0": "me", "who_1": "registered", "rated": "on"}).status_code
        == 400
    )


def offered(client: Client, preset: str = "solo") -> dict[str, str] | None:
    """The box in which a run is made one that counts, as the form shows it first."""
    page = page_of(client.get(f"/play/?preset={preset}"))
    return next((box for box in page.all("input") if box.get("name") == "rated_alone"), None)


def test_a_run_is_rated_as_a_rule_unless_somebody_does_not_want_that() -> None:
    ada = browser(person("Ada"))
    for preset in ("solo", "friends"):
        assert "checked" in (offered(ada, preset) or {})
    assert fold_of(create(ada, **ALONE, rated_alone="on").pk).created["rated"]
    assert not fold_of(create(ada, **ALONE).pk).created["rated"]
    assert not fold_of(create(ada, **ALONE, rated="on").pk).created["rated"]


@pytest.mark.parametrize("unrated", [{"dice": "table"}, {"who_0": "anyone"}, {"who_0": "bot-greedy"}])
def test_a_run_that_cannot_be_rated_is_not(unrated: dict[str, str]) -> None:
    game = create(browser(person("Ada")), **{**ALONE, "rated_alone": "on", **unrated})
    assert not fold_of(game.pk).created["rated"]


def test_the_runs_of_guests_are_not_rated() -> None:
    visitor = browser()
    assert offered(visitor) is None
    game = create(visitor, **ALONE, rated_alone="on")
    assert not fold_of(game.pk).created["rated"]
    assert offered(visitor) is None


def test_dice_on_the_table_leave_the_clock_out() -> None:
    game = create(browser(person("Ada")), **{**AT_ONE_TABLE, "dice": "table", "seconds": "60"})
    assert fold_of(game.pk).has_table_dice
    assert fold_of(game.pk).created["clock"] is None


def test_a_game_in_a_club_is_for_its_members() -> None:
    founded, ada = club(), person("Ada")
    said = {**ALONE, "club": founded.pk}
    assert browser(ada).post("/play/", said).status_code == 302
    assert GameCard.objects.get().club is None, "who is no member is not even asked"
    join_club(founded.pk, caller_of(ada), founded.invite)
    assert create(browser(ada), **said).card.club == founded.pk
    assert browser(ada).post("/play/", {**ALONE, "club": "c-nothing"}).status_code == 400


def test_one_click_plays_solo() -> None:
    client = browser()
    answer = client.post("/play/solo/", {"contribution": CONTRIBUTION, "offer": make_offer().text})
    guest, game = Account.objects.get(), Game.objects.get()
    assert answer["Location"] == f"/games/{game.pk}/"
    assert (guest.is_guest, game.status, fold_of(game.pk).contributions) == (True, "running", (CONTRIBUTION,))
    client.post("/play/solo/")
    assert (Account.objects.count(), Game.objects.count()) == (1, 2)


def test_one_click_plays_solo_again_at_the_same_level() -> None:
    client = browser(person("Ada"))
    games = [client.post("/play/solo/", said) for said in ({"level": "3", "rated": "no"}, {"level": "nonsense"})]
    agreed = [fold_of(game["Location"].split("/")[2]).created for game in games]
    assert [(one["levels"], one["rated"]) for one in agreed] == [([3], False), ([1], True)]


def filled_in(response: Any) -> dict[str, str]:
    """What the form offers: the chosen of every list and every button, and what is written."""
    form = response.context["form"]
    return {name: str(form[name].value()) for name in form.fields if form[name].value() is not None}


def test_a_game_with_bots_can_be_played_again_as_it_was() -> None:
    client = browser(person("Ada"))
    game = create(client, **WITH_A_BOT, seconds="60", visibility="private")
    said = filled_in(client.get(f"/play/?again={game.pk}"))
    expected = {**WITH_A_BOT, "seconds": "60", "visibility": "private"}
    assert {name: said[name] for name in expected} == expected


def test_those_on_one_device_play_again_on_it() -> None:
    client = browser()
    game = create(client, **AT_ONE_TABLE)
    said = filled_in(client.get(f"/play/?again={game.pk}"))
    assert {name: said[name] for name in AT_ONE_TABLE} == AT_ONE_TABLE


def test_who_has_not_played_a_game_gets_the_usual_form() -> None:
    game = create(browser(person("Ada")), **WITH_A_BOT)
    for again in (game.pk, "g-nothing", ""):
        assert filled_in(browser().get(f"/play/?again={again}"))["who_1"] == "anyone"


def test_a_double_click_plays_once() -> None:
    client = browser(person("Ada"))
    places = {client.post("/play/solo/", {"command": "cd" * 16})["Location"] for _ in range(2)}
    assert len(places) == Game.objects.count() == 1


def test_nobody_makes_guests_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "guests", "2/h")
    places = [browser().post("/play/solo/")["Location"] for _ in range(3)]
    assert places[2] == "/"
    assert Account.objects.count() == 2


def test_what_was_refused_can_be_tried_differently() -> None:
    client, command = browser(person("Ada")), "ab" * 16
    create(client, **ALONE, command=command)
    refused = client.post("/play/", {**BY_LINK, "command": command})
    assert refused.status_code == 400
    [another] = [field["value"] for field in page_of(refused).all("input") if field.get("name") == "command"]
    assert another != command
    create(client, **BY_LINK, command=another)
    assert Game.objects.count() == 2


def test_the_club_of_an_address_stays_one_value() -> None:
    links = page_of(browser(person("Ada")).get("/play/", {"club": "a&preset=duel"})).values("href")
    assert "/play/?preset=solo&club=a%26preset%3Dduel" in links
