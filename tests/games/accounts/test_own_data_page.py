"""The page of one's own data."""

import json

import pytest

from games.accounts.guests import make_guest
from games.accounts.models import Account
from tests.games.accounts.browsers import PASSWORD, browser, person, who
from tests.web.markup import page_of

pytestmark = pytest.mark.django_db

SURE = {"password": PASSWORD, "is_sure": "on"}


def test_everything_can_be_taken_along() -> None:
    answer = browser(person("Ada", email="ada@example.org")).get("/settings/data/download/")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="brikks-ada.json"'
    assert "no-store" in answer.headers["Cache-Control"]
    told = json.loads(answer.content)
    assert told["account"]["email"] == "ada@example.org"
    assert told["account"]["confirms_moves"] is True


def test_an_account_is_erased_with_its_password() -> None:
    client = browser(person("Ada"))
    answer = client.post("/settings/data/erase/", SURE, follow=True)
    assert "Your account is erased." in page_of(answer).text
    assert not Account.objects.filter(username="ada").exists()
    assert who(client) is None


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({**SURE, "password": "wrong"}, "This is not your password."),
        ({"password": PASSWORD}, "This field is required."),
        ({"is_sure": "on"}, "This field is required."),
    ],
)
def test_who_is_not_sure_or_not_the_owner_erases_nothing(said: dict[str, str], told: str) -> None:
    client = browser(person("Ada"))
    answer = client.post("/settings/data/erase/", said)
    assert answer.status_code == 200
    assert told in answer.content.decode()
    assert Account.objects.filter(username="ada", is_active=True).exists()
    assert who(client) == "ada"


def test_passwords_cannot_be_tried_for_ever() -> None:
    client = browser(person("Ada"))
    told = [client.post("/settings/data/erase/", {**SURE, "password": "wrong"}).content.decode() for _ in range(15)]
    assert "Too many attempts" in told[-1]
    assert Account.objects.filter(username="ada").exists()


def test_the_only_owner_of_the_site_is_told_to_find_another() -> None:
    answer = browser(person("Ada", is_superuser=True)).post("/settings/data/erase/", SURE)
    assert "The only owner of the site cannot leave" in page_of(answer).text


def test_a_guest_needs_no_password() -> None:
    guest = make_guest("Gwen")
    client = browser(guest)
    assert "Your password" not in page_of(client.get("/settings/data/")).text
    assert client.post("/settings/data/erase/", {"is_sure": "on"}).status_code == 302
    assert not Account.objects.filter(pk=guest.pk).exists()


def test_the_page_is_never_a_way_to_erase_by_looking() -> None:
    client = browser(person("Ada"))
    assert client.get("/settings/data/erase/").status_code == 405
    assert client.get("/settings/data/").status_code == 200
    assert Account.objects.filter(username="ada").exists()
