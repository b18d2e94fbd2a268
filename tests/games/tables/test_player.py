"""What others see of somebody."""

import pytest
from rest_framework.settings import api_settings

from games.accounts.models import Report
from games.accounts.moderation import has_blocked
from tests.games.accounts.browsers import browser, person
from tests.games.sample_tables import account, table
from tests.web.markup import page_of

pytestmark = pytest.mark.django_db


def test_anybody_sees_name_and_public_games() -> None:
    game = table()
    page = page_of(browser().get("/players/ada/"))
    assert "Ada" in page.text
    assert f"/games/{game}/" in page.values("href")
    assert "0 finished games" in page.text
    assert not page.all("textarea")


def test_a_profile_shows_a_few_games_and_the_way_to_all_of_them() -> None:
    games = {f"/games/{table()}/" for _ in range(7)}
    page = page_of(browser().get("/players/ada/"))
    assert len(games & set(page.values("href"))) == 6
    [address] = [link for link in page.values("href") if "games=all" in link]
    whole = page_of(browser().get(address))
    assert games <= set(whole.values("href"))
    assert "Ratings" not in whole.text
    assert "/players/ada/" in whole.values("href")


def test_games_that_are_not_public_are_not_listed() -> None:
    game = table(visibility="private")
    for viewer in (None, account("Bob")):
        assert f"/games/{game}/" not in page_of(browser(viewer).get("/players/ada/")).values("href")


def test_a_private_profile_is_not_there_for_strangers() -> None:
    person("Pia", is_private=True)
    hidden, none = browser().get("/players/pia/"), browser().get("/players/none/")
    assert (hidden.status_code, none.status_code) == (404, 404)
    assert page_of(hidden).text.replace("pia", "none") == page_of(none).text
    assert browser(person("Eve")).get("/players/pia/").status_code == 404


def test_the_owner_of_a_private_profile_sees_it_and_the_way_to_the_settings() -> None:
    page = page_of(browser(person("Pia", is_private=True)).get("/players/pia/"))
    assert {"/settings/", "/settings/data/"} <= set(page.values("href"))
    assert not page.all("textarea")


def test_somebody_can_be_kept_away() -> None:
    ada, eve = person("Ada"), person("Eve")
    client = browser(ada)
    answer = client.post("/players/eve/block/", follow=True)
    assert "You keep this player away." in page_of(answer).text
    assert has_blocked(ada, eve)
    told = page_of(client.post("/players/ada/block/", follow=True)).text
    assert "Nobody can keep themselves away." in told


def test_somebody_can_be_reported() -> None:
    client = browser(person("Ada"))
    person("Eve")
    answer = client.post("/players/eve/report/", {"text": "She shouts."}, follow=True)
    assert "Those who look after the site will look into it." in page_of(answer).text
    assert Report.objects.get().text == "She shouts."


@pytest.mark.parametrize("text", ["", " \n ", "x" * 5001])
def test_a_report_says_something(text: str) -> None:
    person("Eve")
    answer = browser(person("Ada")).post("/players/eve/report/", {"text": text})
    assert answer.status_code == 200
    assert 'class="errors"' in answer.content.decode()
    assert not Report.objects.exists()


def test_whoever_is_not_logged_in_is_asked_to() -> None:
    person("Eve")
    for what in ("block", "report"):
        answer = browser().post(f"/players/eve/{what}/")
        assert answer.status_code == 302
        assert answer.headers["Location"].startswith("/accounts/login/")


def test_nobody_reports_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    client = browser(person("Ada"))
    person("Eve")
    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "reports", "1/d")
    answers = [client.post("/players/eve/report/", {"text": "She shouts."}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 200]
    assert "Too many requests" in page_of(answers[1]).text
    assert Report.objects.count() == 1
