"""The dice of games that are made on a page: fixed on the page before the browser adds anything to them."""

import json
import re
import secrets
from base64 import b64encode
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from engine import dice
from engine.canonical import canonical
from engine.verify import verify
from games.accounts.callers import viewer_of
from games.clock.site_time import now
from games.keys.sealing import SEED_BYTES, seal_seed
from games.log.models import Game
from games.play import deals
from games.play.deals import OFFER_LASTS, DiceOffer, make_offer, seed_of
from games.play.models import Deal
from games.records.export import export_record
from tests.games.accounts.browsers import browser, person
from tests.games.sample_tables import CONTRIBUTION, account, addition, fold_of, open_table, play_out
from tests.web.markup import page_of

pytestmark = pytest.mark.django_db

ALONE = {"variant": "solo", "who_0": "me", "level_0": "3"}
WITH_A_BOT = {"variant": "standard", "who_0": "me", "who_1": "bot-greedy"}


def offer_on(client: Client, path: str) -> DiceOffer:
    """What a page offers: its form names it, and what the browser adds comes after its commitment."""
    page = page_of(client.get(path))
    [text] = [field["value"] for field in page.all("input") if field.get("name") == "offer"]
    offer = deals.read_offer(text)
    assert offer
    field, *typed = [field for field in page.all("input") if field.get("name") == "contribution"]
    assert all("value" not in other for other in typed), "what is typed without scripts comes after it, and counts"
    assert (field["data-contribution"], field["value"]) == (offer.commitment, "")
    return offer


def game_at(answer: object) -> str:
    return str(answer["Location"]).split("/")[2]  # type: ignore[index]


@pytest.mark.parametrize("path", ["/", "/solo/", "/learn/done/", "/play/", "/play/?preset=bot"])
def test_every_page_with_a_new_game_has_fixed_its_dice_before_anything_is_added(path: str) -> None:
    client = browser(person("Ada"))
    offer = offer_on(client, path)
    assert not Deal.objects.exists()
    said = {"offer": offer.text, "contribution": CONTRIBUTION}
    form = WITH_A_BOT if "bot" in path else ALONE
    answer = client.post("/play/", {**form, **said}) if "play" in path else client.post("/play/solo/", said)
    fold = fold_of(game_at(answer))
    assert (fold.dice["commitment"], fold.contributions[0]) == (offer.commitment, CONTRIBUTION)
    assert fold.status == "running"


@pytest.mark.parametrize("path", ["/", "/solo/", "/learn/done/"])
def test_whoever_runs_no_scripts_is_told_what_that_means_where_dice_are_offered(path: str) -> None:
    said = browser(person("Ada")).get(path).content.decode()
    assert "If your browser adds nothing, as without scripts" in said


def test_whoever_sits_down_without_scripts_is_told_so_at_the_table() -> None:
    said = browser(person("Ada")).get(f"/games/{open_table()}/").content.decode()
    assert "If your browser adds nothing, as without scripts" in said


def test_who_plays_again_is_offered_other_dice() -> None:
    client = browser(account("Ada"))
    game = game_at(client.post("/play/solo/"))
    play_out(game)
    offer = offer_on(client, f"/games/{game}/")
    said = {"offer": offer.text, "contribution": CONTRIBUTION, "again": game, "level": "1"}
    assert fold_of(game_at(client.post("/play/solo/", said))).dice["commitment"] == offer.commitment
    refused = client.post("/play/solo/", said)
    assert refused["Location"] == f"/play/?again={game}", "what was to be played again is still filled in"


def test_the_page_of_a_new_game_shows_by_what_its_dice_are_fixed() -> None:
    client = browser()
    offer = offer_on(client, "/play/")
    assert offer.commitment not in page_of(client.get("/play/")).text
    text = page_of(client.post("/play/", {"variant": "solo", "offer": offer.text})).text
    assert offer.commitment in text, "a form that comes back has the same dice"


def test_nothing_is_added_to_dice_that_nobody_has_fixed_before() -> None:
    client = browser(person("Ada"))
    answer = client.post("/play/solo/", {"contribution": CONTRIBUTION}, follow=True)
    assert "names their fingerprint" in page_of(answer).text
    answer = client.post("/play/", {**ALONE, "contribution": CONTRIBUTION})
    assert (answer.status_code, "names their fingerprint" in page_of(answer).text) == (400, True)
    assert not Game.objects.exists()
    game = open_table()
    client.post(f"/games/{game}/join/", {"contribution": CONTRIBUTION})
    client.post(f"/games/{game}/join/", {"contribution": CONTRIBUTION, "commitment": "0" * 64})
    for offer in ("x", " ", make_offer().text):
        client.post(f"/games/{game}/join/", {"contribution": CONTRIBUTION, "offer": offer})
    assert fold_of(game).seated == (None, None), "what is no offer does not stand for a commitment"
    body = {"command_id": "c-1", "contribution": CONTRIBUTION}
    for more, status in (({}, 422), ({"commitment": "x"}, 400), ({"commitment": "0" * 64}, 409), (addition(game), 200)):
        said = client.post(f"/api/v1/games/{game}/join", {**body, **more}, content_type="application/json")
        assert said.status_code == status, said.content


def test_an_offer_that_is_too_old_or_not_ours_loses_nothing_that_was_typed() -> None:
    client, old, strange = browser(), make_offer(), make_offer()._replace(sealed="1:" + "A" * 80)
    typed = {**ALONE, "display_name": "Gil", "contribution": CONTRIBUTION}
    for offer, told in ((old, "too old"), (strange, "not offered here")):
        with time_machine.travel(now() + (OFFER_LASTS if offer is old else timedelta()) + timedelta(seconds=1)):
            answer = client.post("/play/", {**typed, "offer": offer.text})
            page = page_of(answer)
            assert (answer.status_code, told in page.text, "Gil" in answer.content.decode()) == (400, True, True)
            fields = {field["name"]: field["value"] for field in page.all("input") if field.get("type") == "hidden"}
            fresh = deals.read_offer(fields["offer"])
            assert fresh
            assert fresh.commitment not in (old.commitment, strange.commitment)
            assert fields["contribution"] == "", "what was sent is added to no other dice"
            assert not Game.objects.exists()
    answer = client.post("/play/solo/", {"offer": strange.text, "contribution": CONTRIBUTION}, follow=True)
    assert "not offered here" in page_of(answer).text


def test_a_form_that_is_sent_twice_makes_one_game_and_its_offer_no_second() -> None:
    client, offer = browser(person("Ada")), make_offer()
    said = {"offer": offer.text, "contribution": CONTRIBUTION, "command": "a" * 32}
    game = game_at(client.post("/play/solo/", said))
    assert game_at(client.post("/play/solo/", said)) == game
    answer = client.post("/play/solo/", {**said, "command": "b" * 32}, follow=True)
    assert "made with the dice of that page already" in page_of(answer).text
    assert Game.objects.count() == 1


def test_no_answer_tells_a_seed_that_is_offered_or_played(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[bytes] = []

    def made(size: int) -> bytes:
        drawn = secrets.SystemRandom().randbytes(size)
        seeds.extend([drawn] if size == SEED_BYTES else [])
        return drawn

    monkeypatch.setattr("games.play.deals.secrets.token_bytes", made)
    client = browser(account("Ada"))
    offer = offer_on(client, "/play/")
    game = game_at(client.post("/play/", {**ALONE, "offer": offer.text, "contribution": CONTRIBUTION}))
    assert seed_of(offer.deal) in seeds
    paths = ["/", "/solo/", "/learn/done/", "/play/", f"/games/{game}/", f"/games/{game}/replay/"]
    paths += [
        f"/games/{game}/verify/",
        *(f"/api/v1/games/{game}{each}" for each in ("", "/log", "/record", "/position")),
    ]
    for path in paths:
        told = client.get(path).content.decode()
        for seed in seeds:
            assert not re.search(f"{seed.hex()}|{re.escape(b64encode(seed).decode())}", told), path


def test_an_operator_who_exchanges_the_dice_after_the_contribution_is_caught_by_what_was_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = browser(account("Ada"))
    shown = offer_on(client, "/").commitment

    def choose(text: str) -> Deal:
        """What the site would do that cheats: another deal in the place of the one that was offered."""
        return Deal.objects.create(
            id="d-chosen",
            sealed_seed=seal_seed("d-chosen", bytes(32)),
            commitment=dice.commitment("d-chosen", bytes(32)),
        )

    monkeypatch.setattr("games.play.creation.take_offer", choose)
    monkeypatch.setattr("games.play.seats._check_commitment", lambda fold, commitment: None)
    game = game_at(client.post("/play/solo/", {"offer": make_offer().text, "contribution": CONTRIBUTION}))
    play_out(game)
    record = export_record(game, viewer_of(account("Ada")))
    checks = verify(record)
    assert (checks["chain"], checks["dice"], checks["rules"]) == ("ok", "ok", "ok")
    kept = verify(record, commitment=shown, contribution=CONTRIBUTION)
    assert "another commitment than the one that was shown" in kept["commitment"]
    assert kept["contribution"] == "ok"


def logged_of(client: Client, game: str) -> dict[str, object]:
    """What the page on which a game is verified gives the browser to compare."""
    [place] = [field for field in page_of(client.get(f"/games/{game}/verify/")).all("div") if "data-kept-dice" in field]
    told: dict[str, object] = json.loads(place["data-kept-dice"])
    return told


def test_an_operator_who_lists_a_number_beside_that_of_the_browser_is_caught_by_the_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client, offer = browser(account("Ada")), make_offer()
    taken = deals.take_offer

    def listing(text: str) -> Deal:
        """The dice that were offered, with a number that was chosen once the one of the browser was known."""
        deal = taken(text)
        deal.is_shared, deal.contributions = True, canonical([CONTRIBUTION, "f" * 32])
        deal.save()
        return deal

    monkeypatch.setattr("games.play.creation.take_offer", listing)
    game = game_at(client.post("/play/solo/", {"offer": offer.text, "contribution": CONTRIBUTION}))
    play_out(game)
    Deal.objects.update(closed_at=now())
    record = export_record(game, viewer_of(account("Ada")))
    checks = verify(record, commitment=offer.commitment, contribution=CONTRIBUTION)
    assert checks["commitment"] == "ok"
    assert "lists the contributions beforehand" in checks["contribution"]
    logged = logged_of(client, game)
    assert (logged["isListed"], logged["commitment"]) == (True, offer.commitment)


def test_the_page_compares_dice_on_a_table_too_since_others_may_have_been_shown() -> None:
    client = browser(account("Ada"))
    game = game_at(client.post("/play/", {**ALONE, "dice": "table"}))
    logged = logged_of(client, game)
    assert (logged["games"], logged["commitment"], logged["contributions"]) == ([game], "", [])
    honest = game_at(client.post("/play/solo/", {"offer": make_offer().text, "contribution": CONTRIBUTION}))
    assert logged_of(client, honest)["isListed"] is False


def test_the_form_for_somebody_on_the_same_device_says_that_it_is_for_them() -> None:
    client = browser(account("Ada"))
    game = game_at(client.post("/play/", {"variant": "standard", "who_0": "me", "who_1": "anyone"}))
    fields = [field for field in page_of(client.get(f"/games/{game}/")).all("input") if "data-contribution" in field]
    assert ["data-here" in field for field in fields] == [True]
