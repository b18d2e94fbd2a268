"""What those who run a club may rule, and what not; and that nobody rules upon dice that they have played."""

from typing import Any

import pytest

from games.accounts.callers import SYSTEM_CALLER
from games.accounts.models import Account
from games.disputes.selectors import see_case
from games.disputes.services import give_ruling, open_dispute, reverse_ruling
from games.integrity.audit.full_audit import audit
from games.log.event_store import read_log
from games.play.creation import create_game
from games.play.deals import close_deal, freeze_deal, make_deal
from games.play.lifecycle import adjudicate, start_game
from games.play.seats import join_game
from games.play.setup import Setup
from games.refusals import Forbidden, NotFound
from tests.games.disputes.test_flags import STATEMENT, ended, eve
from tests.games.disputes.test_rulings import status_of
from tests.games.integrity.audit.tampering import Named, named_in
from tests.games.integrity.audit.test_disputes import WORDS, forge
from tests.games.refusals import refused
from tests.games.sample_tables import CONTRIBUTION, caller, command, fold_of, people
from tests.tournaments.desk.world import REASON
from tests.tournaments.sample_clubs import club, enrol, viewer

pytestmark = pytest.mark.django_db

ORGANISER = {"reason": WORDS, "as": "organiser"}


def in_club() -> str:
    """A game of Ada and Bob in a club, which is over."""
    founded = club()
    enrol(founded, "Ada")
    enrol(founded, "Bob")
    return ended(club=founded.pk)


def test_an_organiser_decides_nothing_about_somebody_who_only_took_a_free_seat() -> None:
    founded = club()
    enrol(founded, "Ada")
    game = ended(club=founded.pk)
    dispute = open_dispute(game, caller("Ada"), command(), 3, STATEMENT).seq
    with refused(Forbidden, "ruling/not-of-club"):
        give_ruling(game, caller("Otto"), command(), "forfeited", [1], REASON, dispute)
    assert not see_case(game, viewer("Otto")).may_rule
    enrol(founded, "Bob")
    assert see_case(game, viewer("Otto")).may_rule
    give_ruling(game, caller("Otto"), command(), "forfeited", [1], REASON, dispute)
    assert audit().findings == []


@pytest.mark.parametrize("is_reversal", [True, False])
def test_where_staff_have_ruled_an_organiser_rules_no_more(is_reversal: bool) -> None:
    game = in_club()
    dispute = open_dispute(game, caller("Bob"), command(), 3, STATEMENT).seq
    if is_reversal:
        first = give_ruling(game, caller("Otto"), command(), "forfeited", [0], REASON, dispute).seq
        reverse_ruling(game, eve(), command(), first, REASON)
    else:
        give_ruling(game, eve(), command(), "dismissed", (), REASON, dispute)
        dispute = open_dispute(game, caller("Bob"), command(), 3, STATEMENT).seq
    with refused(Forbidden, "ruling/with-staff"):
        give_ruling(game, caller("Otto"), command(), "forfeited", [0], REASON, dispute)
    assert not see_case(game, viewer("Otto")).may_rule
    give_ruling(game, eve(), command(), "voided", (), REASON, dispute)
    assert audit().findings == []


def test_an_organiser_rules_upon_what_somebody_who_plays_has_flagged() -> None:
    game = in_club()
    dispute = open_dispute(game, caller("Bob"), command(), 3, STATEMENT).seq
    give_ruling(game, caller("Otto"), command(), "voided", (), REASON, dispute)
    assert read_log(game)[-1].entry.data["as"] == "organiser"
    assert status_of(game) == ("voided", "voided")
    assert audit().findings == []


@pytest.mark.parametrize("opened_by", [None, "Otto", "Olga"])
def test_an_organiser_rules_nothing_unless_somebody_else_who_plays_has_asked(opened_by: str | None) -> None:
    game = in_club()
    dispute = open_dispute(game, caller(opened_by), command(), 3, STATEMENT).seq if opened_by else None
    before = fold_of(game).seq
    for how, seats in (("voided", ()), ("forfeited", [1]), ("dismissed", ())):
        with refused(Forbidden, "ruling/not-asked"):
            give_ruling(game, caller("Otto"), command(), how, seats, REASON, dispute)
    assert fold_of(game).seq == before
    give_ruling(game, eve(), command(), "voided", (), REASON, dispute)


def test_an_organiser_rules_nothing_unasked_beside_a_dispute() -> None:
    game = in_club()
    open_dispute(game, caller("Bob"), command(), 3, STATEMENT)
    with refused(Forbidden, "ruling/not-asked"):
        give_ruling(game, caller("Otto"), command(), "voided", (), REASON)


def test_what_staff_have_ruled_only_staff_reverse() -> None:
    game = in_club()
    dispute = open_dispute(game, caller("Bob"), command(), 3, STATEMENT).seq
    ruling = give_ruling(game, eve(), command(), "voided", (), REASON, dispute).seq
    with refused(Forbidden, "ruling/of-staff"):
        reverse_ruling(game, caller("Otto"), command(), ruling, REASON)
    back = reverse_ruling(game, eve(), command(), ruling, REASON).seq
    with refused(Forbidden, "ruling/of-staff"):
        reverse_ruling(game, caller("Otto"), command(), back, REASON)


def test_organisers_reverse_what_one_of_them_has_ruled() -> None:
    game = in_club()
    dispute = open_dispute(game, caller("Bob"), command(), 3, STATEMENT).seq
    ruling = give_ruling(game, caller("Otto"), command(), "voided", (), REASON, dispute).seq
    reverse_ruling(game, caller("Olga"), command(), ruling, REASON)
    assert status_of(game) == ("adjudicated", "open")


def runs_on_one_deal(*names: str, **setup: Any) -> list[str]:
    """Runs of some people on the same dice, which are closed."""
    deal = make_deal(is_shared=True).pk
    freeze_deal(deal)
    games = []
    for name in names:
        game = create_game(Setup("solo", [1], people(1), deal=deal, **setup), caller(name), command()).game
        join_game(game, caller(name), command(), CONTRIBUTION)
        start_game(game, caller(name), command())
        adjudicate(game, SYSTEM_CALLER, command(), "as-stands")
        games.append(game)
    close_deal(deal)
    return games


def test_whoever_has_a_run_on_the_same_dice_rules_upon_none_of_them_and_flags_none_as_an_organiser() -> None:
    eve()
    founded = club()
    for name in ("Ada", "Sam"):
        enrol(founded, name)
    [of_ada, *_] = runs_on_one_deal("Ada", "Otto", "Sam", club=founded.pk)
    Account.objects.filter(username="sam").update(is_staff=True)
    dispute = open_dispute(of_ada, caller("Ada"), command(), 1, STATEMENT).seq
    for name in ("Otto", "Sam"):
        for how, seats in (("forfeited", [0]), ("dismissed", ())):
            with refused(Forbidden, "game/own-game"):
                give_ruling(of_ada, caller(name), command(), how, seats, REASON, dispute)
    with refused(NotFound, "game/not-found"):
        open_dispute(of_ada, caller("Otto"), command(), 1, STATEMENT)
    ruling = give_ruling(of_ada, caller("Olga"), command(), "forfeited", [0], REASON, dispute).seq
    with refused(Forbidden, "game/own-game"):
        reverse_ruling(of_ada, caller("Otto"), command(), ruling, REASON)
    open_dispute(of_ada, caller("Olga"), command(), 1, STATEMENT)


@pytest.mark.parametrize("by", ["nobody", "Otto", "Olga"])
def test_a_ruling_of_an_organiser_whom_nobody_who_plays_has_asked_is_found(by: str) -> None:
    game = in_club()
    dispute = {} if by == "nobody" else {"dispute": open_dispute(game, caller(by), command(), 3, "Look!").seq}
    seq = forge(game, "ruling/voided", {**ORGANISER, **dispute}, caller("Otto"))
    # What is forged here has no words.
    assert named_in(game) == {Named("rules/dispute", game, seq), Named("text/missing", game, seq)}


def test_an_organiser_who_reverses_a_ruling_of_staff_is_found() -> None:
    game = in_club()
    ruling = give_ruling(game, eve(), command(), "voided", (), "Because.").seq
    seq = forge(game, "ruling/reversed", {**ORGANISER, "ruling": ruling}, caller("Otto"))
    # What is forged here has no words.
    assert named_in(game) == {Named("rules/dispute", game, seq), Named("text/missing", game, seq)}
