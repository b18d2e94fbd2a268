"""The page of settings."""

from typing import Any

import pytest
from django.utils import translation

from games.accounts.models import Account
from games.accounts.moderation import block
from games.time_zone_choices import zones_by_region
from tests.games.accounts.browsers import browser, call, person
from tests.web.filling_in import fill_in
from tests.web.markup import page_of

pytestmark = pytest.mark.django_db

SAID = {"display_name": "Ada", "language": "", "time_zone": "", "motion": "", "confirms_moves": "on"}


def change(account: Account, **said: Any) -> Account:
    answer = browser(account).post("/settings/", {**SAID, **said})
    assert answer.status_code == 302, answer.content.decode()
    account.refresh_from_db()
    return account


def test_it_shows_what_is_set_and_nothing_is_chosen_at_first() -> None:
    page = page_of(browser(person("Ada")).get("/settings/"))
    checked = {field["name"] for field in page.all("input") if "checked" in field}
    assert checked == {"confirms_moves"}
    assert "Nobody. On the profile of a player" in page.text


def test_everything_can_be_changed() -> None:
    ada = change(
        person("Ada"),
        display_name="Countess",
        language="de",
        time_zone="Europe/Berlin",
        has_sound="on",
        motion="reduced",
        is_private="on",
    )
    assert (ada.display_name, ada.language, ada.time_zone) == ("Countess", "de", "Europe/Berlin")
    assert (ada.confirms_moves, ada.has_sound, ada.motion, ada.is_private) == (True, True, "reduced", True)
    assert change(ada, confirms_moves="").confirms_moves is False


@pytest.mark.parametrize(
    "wrong", [{"display_name": " "}, {"display_name": "x" * 41}, {"language": "xx"}, {"time_zone": "Mars/Olympus"}]
)
def test_what_cannot_be_is_told_beside_it_and_changes_nothing(wrong: dict[str, str]) -> None:
    ada = person("Ada")
    answer = browser(ada).post("/settings/", {**SAID, "has_sound": "on", **wrong})
    assert answer.status_code == 200
    assert 'class="errors"' in answer.content.decode()
    ada.refresh_from_db()
    assert (ada.display_name, ada.has_sound) == ("Ada", False)


def test_a_refusal_of_the_service_is_told_too() -> None:
    answer = browser(person("Ada")).post("/settings/", {**SAID, "display_name": "admin"})
    assert answer.status_code == 200
    assert "taken for a part of the site" in answer.content.decode()


def test_who_is_under_16_becomes_private_and_cannot_take_it_back() -> None:
    ada = change(person("Ada"), is_minor="on")
    assert (ada.is_minor, ada.is_private) == (True, True)
    assert change(ada, is_private="on").is_minor is True
    [field] = [each for each in page_of(browser(ada).get("/settings/")).all("input") if each.get("name") == "is_minor"]
    assert "disabled" in field


def test_zones_are_offered_by_city_in_the_reader_s_language() -> None:
    with translation.override("de"):
        regions = zones_by_region()
    cities = {zone: city for _, zones in regions for zone, city in zones}
    assert cities["Europe/Vienna"] == "Wien"
    assert "Europe/Berlin" in cities
    assert "US/Pacific" not in cities
    assert len(cities) > 400


def test_a_zone_that_was_set_by_an_older_name_stays() -> None:
    ada = person("Ada", time_zone="US/Pacific")
    assert change(ada, time_zone="US/Pacific").time_zone == "US/Pacific"


def test_whoever_is_kept_away_can_be_let_back() -> None:
    ada, eve = person("Ada"), person("Eve")
    block(ada, eve)
    client = browser(ada)
    assert "Eve" in page_of(client.get("/settings/")).text
    assert client.post("/settings/unblock/", {"handle": "eve"}, follow=True).status_code == 200
    assert not ada.blocks.exists()


def test_the_interface_knows_the_same_settings() -> None:
    client = browser(person("Ada"))
    answer = call(client, "PATCH", "me", {"confirms_moves": False, "has_sound": True, "motion": "reduced"}).json()
    assert (answer["confirms_moves"], answer["has_sound"], answer["motion"]) == (False, True, "reduced")
    refused = call(client, "PATCH", "me", {"motion": "wild"})
    assert (refused.status_code, refused.json()["code"]) == (400, "account/motion")


def test_the_time_zone_of_the_browser_is_used_where_none_is_set() -> None:
    ada, eve = person("Ada"), person("Eve")
    block(ada, eve)
    ada.blocks.update(created_at="2026-11-16T23:30:00Z")
    client = browser(ada)
    assert "since 16 November 2026" in page_of(client.get("/settings/")).text
    client.cookies["time-zone"] = "Europe/Berlin"
    assert "since 17 November 2026" in page_of(client.get("/settings/")).text
    client.cookies["time-zone"] = "../../etc/passwd"
    assert "since 16 November 2026" in page_of(client.get("/settings/")).text


@pytest.mark.parametrize("handle", ["eve", "nobody", "\0", ""])
def test_nobody_is_let_back_who_was_not_kept_away(handle: str) -> None:
    person("Eve")
    answer = browser(person("Ada")).post("/settings/unblock/", {"handle": handle}, follow=True)
    assert "You keep nobody of this name away." in page_of(answer).text
    assert "Nothing keeps you apart" not in page_of(answer).text


def test_a_page_that_was_open_for_long_undoes_nothing() -> None:
    ada = person("Ada")
    client = browser(ada)
    old, new = client.get("/settings/"), client.get("/settings/")
    private = {"is_private": "on", "confirms_moves": None, "motion": "reduced", "time_zone": "Europe/Paris"}
    for page, typed in ((new, private), (old, {"display_name": "Countess", "has_sound": "on"})):
        assert fill_in(client, "/settings/", page, "display_name", **typed).status_code == 302
    ada.refresh_from_db()
    assert (ada.display_name, ada.has_sound, ada.is_private, ada.confirms_moves) == ("Countess", True, True, False)
    assert (ada.motion, ada.time_zone) == ("reduced", "Europe/Paris")
