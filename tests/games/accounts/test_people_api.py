"""Other people through the interface: profiles, blocks, reports, links to new passwords."""

from base64 import urlsafe_b64encode

import pytest

from games.accounts.models import Account, Report
from games.accounts.reports import report_account
from tests.games.accounts.browsers import PASSWORD, browser, call, log_in, person, who
from tests.games.sample_tables import table

pytestmark = pytest.mark.django_db


def test_profiles_are_for_everybody_and_private_ones_for_nobody() -> None:
    person("Ada")
    person("Bob", is_private=True)
    assert call(browser(), "GET", "players/ada").json()["display_name"] == "Ada"
    hidden, missing = call(browser(), "GET", "players/bob"), call(browser(), "GET", "players/nemo")
    assert hidden.status_code == missing.status_code == 404
    assert hidden.json()["code"] == missing.json()["code"]
    assert call(browser(person("Stan", is_staff=True)), "GET", "players/bob").status_code == 200


def test_no_number_of_an_account_is_told() -> None:
    ada = person("Ada", pk=918273)
    table()
    for client in (browser(), browser(ada)):
        for path in ("players/ada", "me"):
            assert "918273" not in call(client, "GET", path).content.decode()


def test_people_keep_each_other_away() -> None:
    ada = person("Ada")
    person("Bob")
    client = browser(ada)
    for _ in range(2):
        assert call(client, "PUT", "players/bob/block").status_code == 204
    assert [row["handle"] for row in call(client, "GET", "me/blocks").json()] == ["bob"]
    Account.objects.filter(username="bob").update(is_private=True)
    for _ in range(2):
        assert call(client, "DELETE", "players/bob/block").status_code == 204
    assert call(client, "GET", "me/blocks").json() == []
    assert call(client, "PUT", "players/ada/block").status_code == 400
    assert call(client, "PUT", "players/nemo/block").status_code == 404


def test_reports_reach_staff_and_nobody_else() -> None:
    ada, stan = browser(person("Ada")), browser(person("Stan", is_staff=True))
    person("Bob")
    made = call(ada, "POST", "players/bob/reports", {"text": "He shouted."})
    assert made.status_code == 201
    assert call(ada, "GET", "reports").status_code == 403
    assert call(ada, "POST", f"reports/{made.json()['id']}/handled").status_code == 403
    [listed] = call(stan, "GET", "reports?waiting=1").json()["results"]
    assert (listed["reporter"], listed["reported"], listed["text"]) == ("ada", "bob", "He shouted.")
    assert call(stan, "POST", f"reports/{listed['id']}/handled").json()["handled_by"] == "stan"
    assert call(stan, "GET", "reports?waiting=1").json()["results"] == []
    assert len(call(stan, "GET", "reports?waiting=0").json()["results"]) == 1
    assert call(stan, "GET", "reports?waiting=true").json()["code"] == "request/number"
    assert call(stan, "POST", "reports/999/handled").status_code == 404


def test_the_same_report_again_is_stored_once() -> None:
    ada, stan, game = browser(person("Ada")), browser(person("Stan", is_staff=True)), table()
    said: list[dict[str, str]] = [{"text": "He shouted.", "game": game}, {"text": "He shouted."}]
    first, again = ([call(ada, "POST", "players/bob/reports", body) for body in said] for _ in range(2))
    assert {answer.status_code for answer in (*first, *again)} == {201}
    assert [answer.json() for answer in first] == [answer.json() for answer in again]
    assert Report.objects.count() == 2
    call(ada, "POST", "players/bob/reports", {"text": "He shouted again.", "game": game})
    call(stan, "POST", f"reports/{first[0].json()['id']}/handled")
    call(ada, "POST", "players/bob/reports", said[0])
    assert Report.objects.count() == 4


def test_reports_come_in_pages() -> None:
    ada, bob, stan = person("Ada"), person("Bob"), browser(person("Stan", is_staff=True))
    for number in range(5):
        report_account(ada, bob, f"Number {number}.")
    first = call(stan, "GET", "reports?limit=3").json()
    second = call(stan, "GET", f"reports?limit=3&cursor={first['next']}").json()
    told = [row["text"] for page in (first, second) for row in page["results"]]
    assert told == [f"Number {number}." for number in (4, 3, 2, 1, 0)]
    assert second["next"] is None


@pytest.mark.parametrize("said", ["2030-01-01T00:00:00.000000Z|x", "2030-01-01T00:00:00.000000Z|", "x", ""])
def test_a_cursor_that_was_made_up_is_refused(said: str) -> None:
    stan = browser(person("Stan", is_staff=True))
    cursor = urlsafe_b64encode(said.encode()).decode()
    assert call(stan, "GET", f"reports?cursor={cursor}").status_code == (400 if cursor else 200)


@pytest.mark.parametrize(
    "body", [{}, {"text": ""}, {"text": 7}, {"text": "x", "game": "g-1"}, {"text": "x", "game": 7}]
)
def test_a_report_that_says_nothing_is_refused(body: object) -> None:
    person("Bob")
    answer = call(browser(person("Ada")), "POST", "players/bob/reports", body)
    assert answer.status_code in (400, 404)
    assert not Report.objects.exists()


def test_staff_hand_out_links_to_new_passwords() -> None:
    ada = person("Ada")
    mine = browser(ada)
    answer = call(browser(person("Stan", is_staff=True)), "POST", "players/ada/password-link", {})
    assert answer.status_code == 201
    link = answer.json()["link"]
    assert link.startswith("http://testserver/link/")
    visitor = browser()
    assert visitor.get(link).status_code == 200
    said = {"password1": "another horse battery", "password2": "another horse battery"}
    assert visitor.post(link, said)["Location"] == "/accounts/login/"
    assert who(mine) is None, "all sessions have ended"
    assert who(visitor) is None, "a link is no login"
    log_in(visitor, "ada", PASSWORD)
    assert who(visitor) is None
    log_in(visitor, "ada", "another horse battery")
    assert who(visitor) == "ada"
    assert browser().get(link).status_code == 404


@pytest.mark.parametrize("host", ["testserver:1337", "localhost:1337", "127.0.0.1:80"])
def test_a_link_to_a_new_password_leads_to_the_site_itself_whatever_port_is_sent(host: str) -> None:
    person("Ada")
    answer = call(browser(person("Stan", is_staff=True)), "POST", "players/ada/password-link", {}, host=host)
    assert answer.json()["link"].startswith("http://testserver/link/")


def test_players_hand_out_none() -> None:
    person("Bob")
    answer = call(browser(person("Ada")), "POST", "players/bob/password-link", {})
    assert (answer.status_code, answer.json()["code"]) == (403, "link/not-for-them")
