"""The desk at which disputes are decided: from a flag to a ruling, and what everybody sees of it."""

import re

import pytest
from django.test import Client
from rest_framework.settings import api_settings

from games.accounts.callers import SYSTEM_CALLER, viewer_of
from games.disputes.services import answer_dispute, give_ruling, open_dispute
from games.play.creation import create_game
from games.play.deals import freeze_deal, make_deal
from games.play.lifecycle import adjudicate, start_game
from games.play.models import Dispute, GameCard, PlayerGame
from games.play.seats import join_game
from games.play.setup import Setup
from tests.games.accounts.browsers import browser
from tests.games.sample_tables import CONTRIBUTION, account, caller, command, fold_of, move, people, table
from tests.tournaments.desk.test_organisers import runs_on_one_deal
from tests.tournaments.sample_clubs import club, enrol
from tests.web.markup import Page, page_of
from tournaments.clubs.models import Club
from tournaments.desk.selectors import count_waiting

pytestmark = pytest.mark.django_db

STATEMENT = "That block was never mine."
ANSWER = "It was yours all along."
REASON = "The lights went out."


@pytest.fixture
def bricklayers() -> Club:
    """A club, and Eve on the staff."""
    account("Eve", is_staff=True)
    founded = club()
    for name in ("Ada", "Bob"):
        enrol(founded, name)
    return founded


def game_in(founded: Club, is_over: bool = True) -> str:
    """A game of Ada and Bob in a club."""
    game = table(club=founded.pk, visibility="private")
    if is_over:
        adjudicate(game, SYSTEM_CALLER, command(), "as-stands")
    return game


def flagged(game: str, name: str = "Bob", at: int = 3) -> int:
    """A dispute about a game."""
    return open_dispute(game, caller(name), command(), at, STATEMENT).seq


def text_at(client: Client, path: str, status: int = 200) -> str:
    """What a page says."""
    answer = client.get(path)
    assert answer.status_code == status
    return page_of(answer).text


def said(game: str, dispute: int | None, **more: object) -> dict[str, object]:
    """What the form for a ruling says."""
    last = GameCard.objects.get(pk=game).game.seq
    return {"how": "voided", "reason": REASON, "dispute": dispute or "", "expected": last, "command": "0" * 32, **more}


def hidden(page: Page, name: str) -> str:
    """What a hidden field of a page holds."""
    [field] = [one for one in page.all("input") if one.get("name") == name]
    return str(field["value"])


def test_from_flag_to_ruling(bricklayers: Club) -> None:
    game = game_in(bricklayers)
    bob, otto, ada = (browser(account(name)) for name in ("Bob", "Otto", "Ada"))
    assert f"/games/{game}/flag/?at=3" in page_of(bob.get(f"/games/{game}/replay/?at=3")).values("href")
    assert f"/games/{game}/flag/" in page_of(bob.get(f"/games/{game}/")).values("href")
    assert "Event 3 of" in text_at(bob, f"/games/{game}/flag/?at=3")
    answer = bob.post(f"/games/{game}/flag/", {"statement": STATEMENT, "command": "1" * 32, "at": 3})
    assert answer.headers["Location"] == f"/games/{game}/replay/?at=3#reviews"
    seq = Dispute.objects.get(at=3).seq
    ada.post(f"/games/{game}/disputes/{seq}/answer/", {"statement": ANSWER})

    desk = page_of(otto.get("/desk/"))
    assert f"/desk/{game}/{seq}/" in desk.values("href")
    case = text_at(otto, f"/desk/{game}/{seq}/")
    for words in (STATEMENT, ANSWER, "Event 3, which was flagged", "Chain", "Dice", "Rules", "Clocks", "Audit"):
        assert words in case
    assert "All checks that can be made passed; " in case
    assert "flagged by Bob" in case

    looked_at = otto.post(f"/desk/{game}/rule/", said(game, seq))
    assert looked_at.status_code == 200
    assert "What this would change" in page_of(looked_at).text
    assert GameCard.objects.get(pk=game).status == "adjudicated"
    for _ in range(2):
        given = otto.post(f"/desk/{game}/rule/", said(game, seq, step="give", expected=seq + 1))
        assert given.headers["Location"] == f"/desk/{game}/{seq}/"
    assert GameCard.objects.get(pk=game).status == "voided"
    for client in (ada, bob, otto):
        shown = text_at(client, f"/games/{game}/")
        assert "Voided by Otto: the game counts for nobody." in shown
        assert REASON in shown
    assert "There is a ruling on this already." in text_at(otto, f"/desk/{game}/{seq}/")


def test_the_queue_is_for_staff_and_organisers_each_with_theirs(bricklayers: Club) -> None:
    theirs, elsewhere = game_in(bricklayers), table()
    flagged(theirs), flagged(elsewhere)
    shown = {name: page_of(browser(account(name)).get("/desk/")).values("href") for name in ("Eve", "Otto", "Olga")}
    of_club, other = (f"/desk/{game}/{Dispute.objects.get(game=game).seq}/" for game in (theirs, elsewhere))
    assert {name for name, links in shown.items() if of_club in links} == {"Eve", "Otto", "Olga"}
    assert {name for name, links in shown.items() if other in links} == {"Eve"}
    for name in ("Ada", "Mia", "Sven", "Dan"):
        assert browser(account(name)).get("/desk/").status_code == 403
        assert browser(account(name)).get(of_club).status_code in (403, 404)
    assert Client().get("/desk/").headers["Location"].startswith("/accounts/login/")


def test_the_badge_counts_what_its_reader_can_decide(bricklayers: Club) -> None:
    flagged(game_in(bricklayers)), flagged(game_in(bricklayers))
    badges = {name: count_waiting(viewer_of(account(name))) for name in ("Eve", "Otto", "Ada", "Dan")}
    assert badges == {"Eve": 2, "Otto": 2, "Ada": None, "Dan": None}
    bricklayers.memberships.filter(account=account("Ada")).update(role="organiser")
    assert count_waiting(viewer_of(account("Ada"))) == 0, "she plays in both"


def test_what_waits_longest_comes_first_and_what_is_settled_elsewhere(bricklayers: Club) -> None:
    games = [game_in(bricklayers) for _ in range(3)]
    seqs = [flagged(game) for game in games]
    give_ruling(games[1], caller("Eve"), command(), "dismissed", (), REASON, seqs[1])
    otto = browser(account("Otto"))
    links = [f"/desk/{game}/{seq}/" for game, seq in zip(games, seqs, strict=True)]

    def queue(query: str) -> list[str]:
        return [link for link in page_of(otto.get(f"/desk/{query}")).values("href") if re.match(r"/desk/g", link)]

    assert queue("") == queue("?show=nonsense") == [links[0], links[2]]
    assert queue("?show=settled") == [links[1]]
    assert queue("?show=all") == [links[0], links[2], links[1]]
    assert queue(f"?club={bricklayers.pk}") == [links[0], links[2]]
    assert queue("?club=c-other") == queue("?club=%00") == []


def test_a_desk_without_disputes_says_so(bricklayers: Club) -> None:
    assert "Nothing waits for you." in text_at(browser(account("Otto")), "/desk/")


def test_statements_are_for_those_who_have_to_do_with_the_game(bricklayers: Club) -> None:
    game = table()
    seq = flagged(game)
    answer_dispute(game, caller("Ada"), command(), seq, ANSWER)
    adjudicate(game, SYSTEM_CALLER, command(), "as-stands")
    give_ruling(game, caller("Eve"), command(), "dismissed", (), REASON, seq)
    for path in (f"/games/{game}/", f"/games/{game}/replay/"):
        for client, may in ((browser(account("Ada")), True), (browser(account("Eve")), True), (Client(), False)):
            shown = text_at(client, path)
            assert (STATEMENT in shown, ANSWER in shown) == (may, may)
            assert "Bob has flagged event 3." in shown
            assert REASON in shown
        assert STATEMENT not in text_at(browser(account("Otto")), path)


def test_who_plays_there_decides_nothing(bricklayers: Club) -> None:
    PlayerGame.objects.all().delete()
    setup = Setup(variant="standard", levels=[1, 1], seats=people(2), club=bricklayers.pk)
    game = create_game(setup, caller("Otto"), command()).game
    for name in ("Otto", "Mia"):
        join_game(game, caller(name), command(), CONTRIBUTION)
    start_game(game, caller("Otto"), command())
    adjudicate(game, SYSTEM_CALLER, command(), "as-stands")
    seq = flagged(game, "Mia")
    otto = browser(account("Otto"))
    assert "somebody else decides" in text_at(otto, "/desk/")
    for path in (f"/desk/{game}/", f"/desk/{game}/{seq}/"):
        assert otto.get(path).status_code == 403
    assert otto.post(f"/desk/{game}/rule/", said(game, seq, step="give")).status_code == 403
    assert browser(account("Olga")).get(f"/desk/{game}/{seq}/").status_code == 200


def test_a_ruling_by_what_was_seen_before_is_refused_with_the_form_as_it_was(bricklayers: Club) -> None:
    game = game_in(bricklayers)
    seq, otto = flagged(game), browser(account("Otto"))
    answer_dispute(game, caller("Ada"), command(), seq, ANSWER)
    answer = otto.post(f"/desk/{game}/rule/", said(game, seq, step="give", expected=seq))
    page = page_of(answer)
    assert answer.status_code == 400
    assert "Something has happened in this game since" in page.text
    assert REASON in page.text
    assert str(seq + 1) in page.values("value")
    assert GameCard.objects.get(pk=game).status == "adjudicated"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"reason": ""}, "This field is required."),
        ({"how": ""}, "This field is required."),
        ({"how": "forfeited"}, "Name the seats that forfeit the game"),
        ({"seats": "0"}, "Name the seats that forfeit the game"),
        ({"how": "reversed"}, "Select a valid choice."),
    ],
)
def test_a_ruling_that_is_none_is_said_beside_the_form(bricklayers: Club, more: dict[str, str], words: str) -> None:
    game = game_in(bricklayers)
    seq = flagged(game)
    answer = browser(account("Otto")).post(f"/desk/{game}/rule/", said(game, seq, **more))
    assert answer.status_code == 400
    assert words in page_of(answer).text


def test_one_can_change_what_one_was_about_to_rule(bricklayers: Club) -> None:
    game = game_in(bricklayers)
    seq = flagged(game)
    answer = browser(account("Otto")).post(
        f"/desk/{game}/rule/", said(game, seq, how="forfeited", seats=1, step="change")
    )
    assert answer.status_code == 200
    assert REASON in page_of(answer).text


def test_a_ruling_without_a_dispute_and_its_reversal(bricklayers: Club) -> None:
    game, eve = game_in(bricklayers), browser(account("Eve", is_staff=True))
    assert "Nobody has ruled upon this game." in text_at(eve, f"/desk/{game}/")
    answer = eve.post(f"/desk/{game}/rule/", said(game, None, how="forfeited", seats=1, step="give"))
    assert answer.headers["Location"] == f"/desk/{game}/"
    last = GameCard.objects.get(pk=game).game.seq
    assert "forfeited by Bob" in text_at(eve, f"/games/{game}/")
    assert "What this would change" in text_at(eve, f"/desk/{game}/reverse/{last}/")
    reversal = {"reason": "A mistake.", "expected": last, "command": "2" * 32}
    for _ in range(2):
        answer = eve.post(f"/desk/{game}/reverse/{last}/", reversal)
        assert answer.headers["Location"] == f"/desk/{game}/"
    assert "Eve has reversed the ruling" in text_at(eve, f"/games/{game}/")
    assert eve.post(f"/desk/{game}/reverse/{last}/", {**reversal, "command": "3" * 32}).status_code == 400
    assert eve.get(f"/desk/{game}/reverse/1/").status_code == 404
    assert eve.get(f"/desk/{game}/1/").status_code == 404
    assert browser(account("Mia")).get(f"/desk/{game}/reverse/{last}/").status_code == 404


def test_a_running_game_is_only_dismissed(bricklayers: Club) -> None:
    game = game_in(bricklayers, is_over=False)
    seq = flagged(game)
    page = page_of(browser(account("Otto")).get(f"/desk/{game}/{seq}/"))
    assert "dismissed" in page.values("value")
    assert "voided" not in page.values("value")


def test_flags_on_an_open_shared_deal_wait_until_others_may_know(bricklayers: Club) -> None:
    deal = make_deal(is_shared=True).pk
    freeze_deal(deal)
    game = create_game(Setup("solo", [1], people(1), deal=deal, club=bricklayers.pk), caller("Mia"), command()).game
    join_game(game, caller("Mia"), command(), CONTRIBUTION)
    start_game(game, caller("Mia"), command())
    seq = flagged(game, "Mia", 1)
    for name in ("Otto", "Eve"):
        assert game not in browser(account(name)).get("/desk/?show=all").content.decode()
        assert browser(account(name)).get(f"/desk/{game}/{seq}/").status_code == 404
    assert "Mia has flagged event 1." in text_at(browser(account("Mia")), f"/games/{game}/")


def test_flagging_is_for_those_who_play_or_run_the_club(bricklayers: Club) -> None:
    game = table()
    for name in ("Dan", "Eve", "Otto"):
        assert browser(account(name)).get(f"/games/{game}/flag/").status_code == 403
        assert browser(account(name)).post(f"/games/{game}/flag/", {"statement": STATEMENT}).status_code == 403
    of_club = game_in(bricklayers)
    assert browser(account("Dan")).get(f"/games/{of_club}/flag/").status_code == 404
    assert browser(account("Otto")).get(f"/games/{of_club}/flag/").status_code == 200
    ada = browser(account("Ada"))
    assert ada.post(f"/games/{game}/flag/", {"statement": " ", "at": 1}).status_code == 400
    assert ada.post(f"/games/{game}/flag/", {"statement": STATEMENT, "at": 999}).status_code == 400
    ada.post(f"/games/{game}/flag/", {"statement": STATEMENT, "at": 1})
    assert ada.post(f"/games/{game}/flag/", {"statement": STATEMENT, "at": 1}).status_code == 409
    assert "still being looked into" in text_at(ada, f"/games/{game}/flag/")


def test_what_is_flagged_is_the_event_that_the_form_has_shown_however_often_it_is_sent() -> None:
    game, ada = table(), browser(account("Ada"))
    page = page_of(ada.get(f"/games/{game}/flag/"))
    shown = fold_of(game).seq
    assert f"Event {shown} of {shown}" in page.text
    form = {"statement": STATEMENT, "command": "4" * 32, "at": hidden(page, "at")}
    move(game)
    for _ in range(2):
        answer = ada.post(f"/games/{game}/flag/", form)
        assert answer.headers["Location"] == f"/games/{game}/replay/?at={shown}#reviews"
    assert Dispute.objects.get(game=game).at == shown


def test_a_ruling_upon_a_preview_that_holds_no_more_is_refused_with_a_new_one(bricklayers: Club) -> None:
    game = game_in(bricklayers)
    seq, otto = flagged(game), browser(account("Otto"))
    looked_at = page_of(otto.post(f"/desk/{game}/rule/", said(game, seq)))
    stale = otto.post(f"/desk/{game}/rule/", said(game, seq, step="give", foreseen="0" * 32))
    page = page_of(stale)
    assert stale.status_code == 409
    assert "Something else would change now than when you looked" in page.text
    assert "What this would change" in page.text
    assert hidden(page, "foreseen") == hidden(looked_at, "foreseen") != "0" * 32
    assert GameCard.objects.get(pk=game).status == "adjudicated"
    form = said(game, seq, step="give", foreseen=hidden(page, "foreseen"))
    for _ in range(2):
        assert otto.post(f"/desk/{game}/rule/", form).headers["Location"] == f"/desk/{game}/{seq}/"
    assert GameCard.objects.get(pk=game).status == "voided"


def test_a_reversal_upon_a_preview_that_holds_no_more_is_refused_with_a_new_one(bricklayers: Club) -> None:
    game, eve = game_in(bricklayers), browser(account("Eve"))
    ruling = give_ruling(game, caller("Eve"), command(), "voided", (), REASON).seq
    path, said_then = f"/desk/{game}/reverse/{ruling}/", {"reason": "A mistake.", "command": "2" * 32}
    page = page_of(eve.get(path))
    stale = eve.post(path, {**said_then, "expected": ruling, "foreseen": "0" * 32})
    assert stale.status_code == 400
    assert "Something else would change now than when you looked" in page_of(stale).text
    anew = {name: hidden(page_of(stale), name) for name in ("expected", "foreseen")}
    assert anew == {"expected": str(ruling), "foreseen": hidden(page, "foreseen")}
    for _ in range(2):
        assert eve.post(path, {**said_then, **anew}).headers["Location"] == f"/desk/{game}/"


def test_an_organiser_has_no_form_where_nobody_who_plays_has_asked(bricklayers: Club) -> None:
    game, otto = game_in(bricklayers), browser(account("Otto"))
    own = flagged(game, "Otto")
    for path in (f"/desk/{game}/", f"/desk/{game}/{own}/"):
        page = page_of(otto.get(path))
        assert "Those who run a club rule only upon what somebody else who plays in the game has flagged." in page.text
        assert "reason" not in page.values("name")
    for dispute in (None, own):
        assert otto.post(f"/desk/{game}/rule/", said(game, dispute, step="give")).status_code == 403
        assert otto.post(f"/desk/{game}/rule/", said(game, dispute)).status_code == 403
    assert GameCard.objects.get(pk=game).status == "adjudicated"


def test_an_organiser_is_not_offered_to_reverse_what_staff_have_ruled(bricklayers: Club) -> None:
    game = game_in(bricklayers)
    seq = flagged(game)
    ruling = give_ruling(game, caller("Eve"), command(), "voided", (), REASON, seq).seq
    path = f"/desk/{game}/reverse/{ruling}/"
    otto, eve = browser(account("Otto")), browser(account("Eve"))
    shown = [page_of(client.get(f"/desk/{game}/{seq}/")).values("href") for client in (otto, eve)]
    assert [path in links for links in shown] == [False, True]
    assert otto.get(path).status_code == 403
    assert otto.post(path, {"reason": "No.", "expected": ruling}).status_code == 403
    assert GameCard.objects.get(pk=game).status == "voided"


def test_the_desk_of_a_run_is_closed_to_whoever_has_played_the_same_dice(bricklayers: Club) -> None:
    enrol(bricklayers, "Bob")
    [game, *_] = runs_on_one_deal("Ada", "Otto", club=bricklayers.pk)
    seq, otto = flagged(game, "Ada", 1), browser(account("Otto"))
    assert "somebody else decides" in text_at(otto, "/desk/")
    for path in (f"/desk/{game}/", f"/desk/{game}/{seq}/", f"/games/{game}/flag/"):
        assert otto.get(path).status_code == 403
    assert otto.post(f"/desk/{game}/rule/", said(game, seq, step="give")).status_code == 403
    assert f"/desk/{game}/{seq}/" in page_of(browser(account("Olga")).get("/desk/")).values("href")


def test_looking_ahead_is_limited_as_checking_a_game_is(bricklayers: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_in(bricklayers)
    seq, otto, eve = flagged(game), browser(account("Otto")), browser(account("Eve"))
    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "verify", "1/h")
    answers = [otto.post(f"/desk/{game}/rule/", said(game, seq)).status_code for _ in range(2)]
    assert answers == [200, 429]
    olga = browser(account("Olga"))
    asked = f"/api/v1/games/{game}/rulings/preview?how=dismissed&dispute={seq}"
    assert [olga.get(asked).status_code for _ in range(2)] == [200, 429]
    ruling = give_ruling(game, caller("Eve"), command(), "voided", (), REASON).seq
    answers = [eve.get(f"/desk/{game}/reverse/{ruling}/").status_code for _ in range(2)]
    assert answers == [200, 429]
