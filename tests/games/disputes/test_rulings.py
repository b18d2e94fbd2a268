"""Ruling upon a game: who may, what the result is then, and taking it back."""

from typing import Any

import pytest

from engine.errors import Malformed
from games.accounts.callers import SYSTEM_CALLER, Caller
from games.accounts.erasure import erase_account
from games.accounts.models import Account
from games.disputes.services import answer_dispute, give_ruling, open_dispute, reverse_ruling
from games.integrity.audit.full_audit import audit
from games.log.disputes import read_case
from games.log.event_store import read_log
from games.log.models import ErasableText
from games.play.creation import create_game
from games.play.deals import close_deal, freeze_deal, make_deal
from games.play.lifecycle import adjudicate, start_game
from games.play.models import Dispute, GameCard, SeatResult, UncountedResult
from games.play.projections import rebuild_projections
from games.play.seats import join_game
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.disputes.test_flags import STATEMENT, ended, eve
from tests.games.refusals import refused
from tests.games.reserved import kept_setup, sit_down
from tests.games.sample_tables import CONTRIBUTION, account, caller, command, fold_of, open_table, table

pytestmark = pytest.mark.django_db

REASON = "The lights went out."


def flagged() -> tuple[str, int]:
    """A game that is over and that Bob has flagged."""
    game = ended()
    return game, open_dispute(game, caller("Bob"), command(), 3, STATEMENT).seq


def status_of(game: str) -> tuple[str, str]:
    """How a game counts, and where its dispute is."""
    return GameCard.objects.get(pk=game).status, Dispute.objects.get(game=game).status


def test_a_dismissed_dispute_changes_nothing_but_is_settled() -> None:
    game, dispute = flagged()
    before = list(SeatResult.objects.filter(game=game).values_list())
    ruling = give_ruling(game, eve(), command(), "dismissed", (), REASON, dispute)
    row = read_log(game)[-1]
    assert (row.seq, row.entry.kind, row.entry.seat) == (ruling.seq, "ruling/dismissed", None)
    said = {"dispute": dispute, "reason": ErasableText.objects.get(text=REASON).sha256, "as": "staff"}
    assert {name: value for name, value in row.entry.data.items() if name != "seal"} == said
    assert row.entry.actor not in (*fold_of(game).seated, "system")
    assert status_of(game) == ("adjudicated", "dismissed")
    assert [row[1:] for row in SeatResult.objects.filter(game=game).values_list()] == [row[1:] for row in before]
    assert audit().findings == []


def test_a_voided_game_counts_for_nobody_until_that_is_reversed() -> None:
    game, dispute = flagged()
    ruling = give_ruling(game, eve(), command(), "voided", (), REASON, dispute).seq
    assert status_of(game) == ("voided", "voided")
    assert set(SeatResult.objects.filter(game=game).values_list("place", flat=True)) == {None}
    assert UncountedResult.objects.filter(game=game).exists()
    reversal = reverse_ruling(game, eve(), command(), ruling, "It was the other game.").seq
    assert status_of(game) == ("adjudicated", "open")
    assert Dispute.objects.get(game=game).ruled_at is None
    reverse_ruling(game, eve(), command(), reversal, "No, this one.")
    assert status_of(game) == ("voided", "voided")
    assert audit().findings == []


def test_a_forfeited_seat_comes_last() -> None:
    game, dispute = flagged()
    give_ruling(game, eve(), command(), "forfeited", [0, 0], REASON, dispute)
    assert read_log(game)[-1].entry.data["seats"] == [0]
    results = SeatResult.objects.filter(game=game).order_by("seat")
    assert list(results.values_list("place", "has_won", "has_forfeited")) == [(2, False, True), (1, True, False)]
    assert status_of(game) == ("adjudicated", "forfeited")


def test_a_ruling_needs_no_dispute_but_must_change_something() -> None:
    game = ended()
    give_ruling(game, eve(), command(), "forfeited", [1], REASON)
    with refused(Conflict, "ruling/no-change"):
        give_ruling(game, eve(), command(), "forfeited", [1], REASON)
    give_ruling(game, eve(), command(), "forfeited", [0, 1], REASON)
    give_ruling(game, eve(), command(), "voided", (), REASON)
    with refused(Conflict, "ruling/no-change"):
        give_ruling(game, eve(), command(), "voided", (), REASON)
    with refused(Malformed, "ruling/no-dispute"):
        give_ruling(game, eve(), command(), "dismissed", (), REASON)
    assert audit().findings == []


def test_two_disputes_are_settled_each_and_what_voids_it_twice_is_reversed_twice() -> None:
    game, of_bob = flagged()
    of_ada = open_dispute(game, caller("Ada"), command(), 4, STATEMENT).seq
    first = give_ruling(game, eve(), command(), "voided", (), REASON, of_bob).seq
    assert [flag.status for flag in read_case(game).flags] == ["voided", "open"]
    second = give_ruling(game, eve(), command(), "voided", (), REASON, of_ada).seq
    reverse_ruling(game, eve(), command(), first, REASON)
    assert GameCard.objects.get(pk=game).status == "voided"
    reverse_ruling(game, eve(), command(), second, REASON)
    assert GameCard.objects.get(pk=game).status == "adjudicated"


def test_nobody_rules_twice_upon_one_dispute() -> None:
    game, dispute = flagged()
    give_ruling(game, eve(), command(), "dismissed", (), REASON, dispute)
    for how in ("dismissed", "voided"):
        with refused(Conflict, "dispute/settled"):
            give_ruling(game, eve(), command(), how, (), REASON, dispute)


def test_the_same_command_again_rules_once() -> None:
    game, dispute = flagged()
    name, seq = command(), fold_of(game).seq
    first = give_ruling(game, eve(), name, "voided", (), REASON, dispute, seq)
    assert give_ruling(game, eve(), name, "voided", (), REASON, dispute, seq) == first
    assert len(read_case(game).rulings) == 1
    with refused(Conflict, "command/reused"):
        give_ruling(game, eve(), name, "dismissed", (), REASON, dispute, seq)


def test_nobody_rules_by_what_they_saw_before_something_happened() -> None:
    game, dispute = flagged()
    seen = fold_of(game).seq
    answer_dispute(game, caller("Ada"), command(), dispute, "Not at all.")
    with refused(Conflict, "ruling/stale"):
        give_ruling(game, eve(), command(), "voided", (), REASON, dispute, seen)
    ruled = give_ruling(game, eve(), command(), "voided", (), REASON, dispute, seen + 1).seq
    with refused(Conflict, "ruling/stale"):
        reverse_ruling(game, eve(), command(), ruled, REASON, seen)


def test_a_running_game_is_looked_into_but_not_decided() -> None:
    eve()
    game = table()
    dispute = open_dispute(game, caller("Ada"), command(), 3, STATEMENT).seq
    for how, seats in (("voided", ()), ("forfeited", [0])):
        with refused(Conflict, "ruling/running"):
            give_ruling(game, eve(), command(), how, seats, REASON, dispute)
    before = fold_of(game)
    give_ruling(game, eve(), command(), "dismissed", (), REASON, dispute)
    assert fold_of(game)._replace(seq=before.seq, hash=before.hash) == before
    waiting = open_table()
    with refused(Conflict, "dispute/not-played"):
        give_ruling(waiting, eve(), command(), "voided", (), REASON)


@pytest.mark.parametrize("by", ["nobody", "Ada", "Dan", "bot", "system"])
def test_players_strangers_bots_and_the_server_rule_nothing(by: str) -> None:
    apart = {"nobody": Caller(), "bot": Caller(bot_seat=0), "system": SYSTEM_CALLER}
    who = apart.get(by) or caller(by)
    game, dispute = flagged()
    ruling = give_ruling(game, eve(), command(), "dismissed", (), REASON, dispute).seq
    code = "game/own-game" if by == "Ada" else "ruling/not-auditor"
    name = "bot-0-1" if by == "bot" else command()
    with refused(Forbidden, code):
        give_ruling(game, who, name, "voided", (), REASON)
    with refused(Forbidden, code):
        reverse_ruling(game, who, name, ruling, REASON)


def test_staff_rule_nothing_in_games_of_their_own_not_even_on_a_kept_seat() -> None:
    account("Bob", is_staff=True)
    game, dispute = flagged()
    with refused(Forbidden, "game/own-game"):
        give_ruling(game, caller("Bob"), command(), "voided", (), REASON, dispute)
    kept = create_game(kept_setup("Ada", "Bob"), SYSTEM_CALLER, command()).game
    sit_down(kept, "Ada")
    with refused(Forbidden, "game/own-game"):
        give_ruling(kept, caller("Bob"), command(), "voided", (), REASON)


@pytest.mark.parametrize("visibility", ["private", "hidden"])
def test_strangers_are_not_told_of_games_they_may_not_know_of_but_staff_rule(visibility: str) -> None:
    game, dan = ended(visibility=visibility), caller("Dan")
    with refused(NotFound, "game/not-found"):
        give_ruling(game, dan, command(), "voided", (), REASON)
    give_ruling(game, eve(), command(), "voided", (), REASON)


def test_on_a_shared_deal_nobody_rules_before_it_is_closed() -> None:
    deal = make_deal(is_shared=True).pk
    freeze_deal(deal)
    game = open_table("solo", 1, deal=deal)
    join_game(game, caller("Ada"), command(), CONTRIBUTION)
    start_game(game, caller("Ada"), command())
    dispute = open_dispute(game, caller("Ada"), command(), 1, STATEMENT).seq
    adjudicate(game, SYSTEM_CALLER, command(), "as-stands")
    eve()
    for how in ("voided", "dismissed"):
        with refused(NotFound, "game/not-found"):
            give_ruling(game, eve(), command(), how, (), REASON, dispute)
    close_deal(deal)
    give_ruling(game, eve(), command(), "voided", (), REASON, dispute)


@pytest.mark.parametrize(
    ("how", "seats", "code"),
    [
        ("forfeited", (), "ruling/seats"),
        ("forfeited", [2], "ruling/seats"),
        ("forfeited", [-1], "ruling/seats"),
        ("forfeited", [True], "ruling/seats"),
        ("forfeited", "0", "ruling/seats"),
        ("forfeited", None, "ruling/seats"),
        ("voided", [0], "ruling/seats"),
        ("dismissed", [0], "ruling/seats"),
        ("reversed", (), "ruling/how"),
        (None, (), "ruling/how"),
        (["voided"], (), "ruling/how"),
    ],
)
def test_a_ruling_that_there_is_not(how: Any, seats: Any, code: str) -> None:
    game, dispute = flagged()
    with refused(Malformed, code):
        give_ruling(game, eve(), command(), how, seats, REASON, dispute)


@pytest.mark.parametrize(("reason", "code"), [("", "ruling/reason"), ("\t", "ruling/reason"), (None, "text/no-text")])
def test_a_ruling_and_its_reversal_need_a_reason(reason: Any, code: str) -> None:
    game, dispute = flagged()
    ruling = give_ruling(game, eve(), command(), "dismissed", (), REASON, dispute).seq
    with refused(Malformed, code):
        give_ruling(game, eve(), command(), "voided", (), reason)
    with refused(Malformed, code):
        reverse_ruling(game, eve(), command(), ruling, reason)


def test_only_a_ruling_that_counts_is_reversed() -> None:
    game, dispute = flagged()
    for seq in (dispute, 1, 99, None, True):
        with refused(NotFound, "ruling/not-found"):
            reverse_ruling(game, eve(), command(), seq, REASON)  # type: ignore[arg-type]
    ruling = give_ruling(game, eve(), command(), "voided", (), REASON, dispute).seq
    reverse_ruling(game, eve(), command(), ruling, REASON)
    with refused(Conflict, "ruling/reversed"):
        reverse_ruling(game, eve(), command(), ruling, REASON)


def test_who_is_erased_takes_their_words_along_and_the_log_stays_as_it_is() -> None:
    account("Owner", is_superuser=True)
    game, dispute = flagged()
    answer_dispute(game, caller("Ada"), command(), dispute, "Not at all.")
    give_ruling(game, eve(), command(), "voided", (), REASON, dispute)
    before = read_log(game)
    for name, left in (("Bob", {"Not at all.", REASON}), ("Eve", {"Not at all."}), ("Ada", set())):
        erase_account(account(name))
        assert set(ErasableText.objects.values_list("text", flat=True)) == left
    assert read_log(game) == before
    assert status_of(game) == ("voided", "voided")
    assert audit().findings == []


def test_rows_of_disputes_are_made_anew_from_the_log_and_keep_their_place() -> None:
    game, dispute = flagged()
    other = open_dispute(game, caller("Ada"), command(), 5, STATEMENT).seq
    kept = Dispute.objects.values().get(game=game, seq=dispute)
    give_ruling(game, eve(), command(), "voided", (), REASON, other)
    assert Dispute.objects.values().get(game=game, seq=dispute) == kept
    rows = list(Dispute.objects.order_by("seq").values())
    Dispute.objects.filter(seq=dispute).update(status="dismissed", at=1)
    Dispute.objects.filter(seq=other).delete()
    Dispute(**{**kept, "id": None, "seq": 1}).save()
    assert {finding.code for finding in audit().findings} == {
        *("dispute/status", "dispute/at", "dispute/missing", "dispute/extra")
    }
    rebuild_projections(game)
    again = list(Dispute.objects.order_by("seq").values())
    assert [{**row, "id": None} for row in again] == [{**row, "id": None} for row in rows]
    assert audit().findings == []


def test_whoever_is_no_longer_on_the_staff_when_the_game_is_locked_rules_nothing() -> None:
    game, by = ended(), eve()
    Account.objects.filter(username="eve").update(is_staff=False)
    with refused(Forbidden, "ruling/not-auditor"):
        give_ruling(game, by, command(), "voided", (), REASON)


def test_a_reversal_is_not_reversed_once_its_dispute_was_ruled_upon_anew() -> None:
    game, dispute = flagged()
    first = give_ruling(game, eve(), command(), "forfeited", [0], REASON, dispute).seq
    back = reverse_ruling(game, eve(), command(), first, REASON).seq
    anew = give_ruling(game, eve(), command(), "dismissed", (), REASON, dispute).seq
    with refused(Conflict, "ruling/settled-again"):
        reverse_ruling(game, eve(), command(), back, REASON)
    reverse_ruling(game, eve(), command(), anew, REASON)
    reverse_ruling(game, eve(), command(), back, REASON)
    assert status_of(game) == ("adjudicated", "forfeited")
    assert audit().findings == []
