"""The tutorial: real positions, one aim each, with and without scripts, and nothing of it is stored."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from engine.brikks.events import decode
from engine.brikks.game import BRIKKS
from games.play.deals import make_offer
from games.presenters.brikks.lessons import LESSON_SEAT, LESSONS
from games.presenters.brikks.tutorial import LAST_LESSON, lesson_solutions
from tests.web.markup import page_of
from tests.web.ops.people import client_of

pytestmark = pytest.mark.django_db

STEPS = range(1, LAST_LESSON + 1)
WRONG = {2: "white-1:7:0", 3: "green-3:0:2", 4: "blue-3:4:0", 5: "black-3:0:4", 6: "black-4:0:2"}
"""What the rules allow in a step, but is not what it is about; in the first everything is."""
WORDS_A_SECOND = 3.5
SECONDS_A_MOVE = 6


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def island(response: Any, name: str) -> Any:
    """The data that a page hands to its scripts."""
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', response.content.decode(), re.S)
    assert found is not None
    return json.loads(found[1])


def named(action: dict[str, Any]) -> str:
    """An action as the form names it."""
    if action["kind"] == "bomb":
        return "bomb"
    return "{color}-{column}:{x}:{y}".format(**action)


def tried(client: Client, step: int, action: Any) -> Any:
    return client.post(f"/learn/{step}/", json.dumps({"action": action}), content_type="application/json")


def after(step: int) -> str:
    return "/learn/done/" if step == LAST_LESSON else f"/learn/{step + 1}/"


def messages(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def test_the_first_step_is_at_the_address_of_the_tutorial(client: Client) -> None:
    assert "Step 1 of 6" in page_of(client.get("/learn/")).text
    assert island(client.get("/learn/"), "choices") == island(client.get("/learn/1/"), "choices")


@pytest.mark.parametrize("step", STEPS)
def test_a_step_offers_what_the_rules_offer_in_its_position(client: Client, step: int) -> None:
    response = client.get(f"/learn/{step}/")
    choices, state = island(response, "choices"), LESSONS[step - 1].state
    legal = BRIKKS.actions(state, LESSON_SEAT)
    offered = [landing["action"] for landing in choices["landings"]]
    assert offered
    assert all(action in legal for action in offered)
    assert {landing["face"] for landing in choices["landings"]} == {face["id"] for face in choices["faces"]}
    assert island(response, "board-data")["sheets"]["0"]["ready"] == state.sheets[LESSON_SEAT].ready
    radios = {field["value"] for field in page_of(response).all("input") if field.get("name") == "landing"}
    bomb = {"bomb"} if choices["bomb"] else set()
    assert radios == {landing["id"] for landing in choices["landings"]} | bomb


@pytest.mark.parametrize("step", STEPS)
def test_a_step_is_a_page_like_every_other(client: Client, step: int) -> None:
    page = page_of(client.get(f"/learn/{step}/"))
    assert f"Step {step} of {LAST_LESSON}" in page.text
    assert len(page.all("h1")) == 1
    assert not page.skips_a_heading_level()
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    links = {link["rel"]: link["href"] for link in page.all("a") if link.get("rel") in ("prev", "next")}
    assert links == {"next": after(step), **({"prev": f"/learn/{step - 1}/"} if step > 1 else {})}
    assert page.values("aria-live") == ["polite"]


@pytest.mark.parametrize("step", STEPS)
def test_everything_that_reaches_the_aim_is_praised_and_drawn_as_the_rules_draw_it(client: Client, step: int) -> None:
    lesson = LESSONS[step - 1]
    found = lesson_solutions(step)
    assert found
    for action in found:
        answer = tried(client, step, action).json()
        assert answer["is_done"]
        assert answer["words"] == str(lesson.praise)
        sheet = BRIKKS.apply(lesson.state, decode(action)).sheets[LESSON_SEAT]
        shown = answer["sheets"]["0"]
        assert (shown["ready"], shown["crosses"], shown["bombs"]) == (sheet.ready, sheet.crosses, sheet.bombs)
        assert len(answer["falls"]) == (0 if action["kind"] == "bomb" else 1)


@pytest.mark.parametrize(("step", "landing"), WRONG.items())
def test_what_is_allowed_but_not_asked_for_gets_a_hint_and_another_try(client: Client, step: int, landing: str) -> None:
    [action] = [
        choice["action"]
        for choice in island(client.get(f"/learn/{step}/"), "choices")["landings"]
        if choice["id"] == landing
    ]
    assert tried(client, step, action).json() == {"is_done": False, "words": str(LESSONS[step - 1].hint)}
    back = client.post(f"/learn/{step}/", {"landing": landing}, follow=True)
    assert back.redirect_chain == [(f"/learn/{step}/", 302)]
    assert messages(back) == [str(LESSONS[step - 1].hint)]


@pytest.mark.parametrize("step", STEPS)
def test_without_scripts_a_form_leads_on_and_says_why(client: Client, step: int) -> None:
    response = client.post(f"/learn/{step}/", {"landing": named(lesson_solutions(step)[0])})
    assert (response.status_code, response["Location"]) == (302, after(step))
    if step < LAST_LESSON:
        assert messages(client.get(response["Location"])) == [str(LESSONS[step - 1].praise)]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"kind": "place", "seat": 0, "color": "red", "column": 3, "x": 4, "y": 7}, "move/floating"),
        ({"kind": "place", "seat": 0, "color": "pink", "column": 3, "x": 4, "y": 0}, "event/unknown-color"),
        ({"kind": "keep", "seat": 0}, None),
        ({"kind": "place", "seat": 3, "color": "red", "column": 3, "x": 4, "y": 0}, None),
        ("bomb", "choice/unreadable"),
        (None, "choice/unreadable"),
    ],
)
def test_what_the_rules_refuse_is_refused_in_words(client: Client, action: Any, code: str | None) -> None:
    answer = tried(client, 1, action)
    assert answer.status_code == 422
    assert answer.json()["detail"]
    assert code is None or answer.json()["code"] == code


@pytest.mark.parametrize("landing", ["", "red-3:4:7", "drop", "anything"])
def test_so_it_is_in_a_form_which_can_be_sent_again(client: Client, landing: str) -> None:
    back = client.post("/learn/1/", {"landing": landing}, follow=True)
    assert back.redirect_chain == [("/learn/1/", 302)]
    assert len(messages(back)) == 1


def test_a_body_that_is_no_json_is_refused(client: Client) -> None:
    answer = client.post("/learn/1/", "{", content_type="application/json")
    assert answer.status_code == 422
    assert answer.json()["code"].startswith("json/")


@pytest.mark.parametrize("path", ["/learn/0/", "/learn/7/"])
def test_there_is_no_other_step(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404
    assert client.post(path, {"landing": "bomb"}).status_code == 404


def test_the_end_counts_a_sheet_and_leads_to_a_game(client: Client) -> None:
    page = page_of(client.get("/learn/done/"))
    assert "20 for its rows, 10 extra points, 7 for the bombs that are left and 2 for the energy" in page.text
    assert "39 points" in page.text
    assert "/play/solo/" in [form["action"] for form in page.all("form")]
    assert "/rules/" in page.values("href")


def test_nothing_is_asked_of_the_database_for_somebody_who_has_only_just_come(client: Client) -> None:
    make_offer()  # the first one makes the key of deals, and asks whether another one was lost
    with CaptureQueriesContext(connection) as queries:
        for step in STEPS:
            client.get(f"/learn/{step}/")
            tried(client, step, lesson_solutions(step)[0])
            client.post(f"/learn/{step}/", {"landing": named(lesson_solutions(step)[0])})
        client.get("/learn/done/")
    assert [query["sql"] for query in queries.captured_queries] == []
    assert "sessionid" not in client.cookies


def test_whoever_is_logged_in_sees_their_name_and_confirms_whatever_they_have_chosen() -> None:
    response = client_of("Ada").get("/learn/")
    assert "Ada" in page_of(response).text
    assert island(response, "board-data")["preferences"]["confirm"] is True


def test_forged_tries_are_refused() -> None:
    assert Client(enforce_csrf_checks=True).post("/learn/1/", {"landing": "red-3:4:0"}).status_code == 403


def test_it_takes_about_ninety_seconds() -> None:
    """By the words that are read, and a moment for each move."""
    words = sum(len(f"{lesson.title} {lesson.told} {lesson.praise}".split()) for lesson in LESSONS)
    assert 60 <= words / WORDS_A_SECOND + SECONDS_A_MOVE * LAST_LESSON <= 120
