"""Disputes and rulings in a log that could not be there: found, and named with the event.

What is forged here stands in its log as the services would have written it, with a chain and rows that fit.
"""

import pytest
from django.conf import settings
from django.test import override_settings

from engine.protocol import Json
from games.accounts.callers import Caller, get_or_create_actor
from games.disputes.rights import with_seal
from games.disputes.services import answer_dispute, give_ruling, open_dispute, reverse_ruling
from games.log.disputes import OPENED_KIND
from games.log.entries import Entry
from games.log.event_store import events_since
from games.log.models import ErasableText
from games.log.unit_of_work import Draft
from games.play.commands import Command, carry_out
from tests.games.disputes.test_flags import ended, eve
from tests.games.integrity.audit.tampering import Named, remake
from tests.games.integrity.audit.tampering import named_in as all_named_in
from tests.games.sample_tables import caller, command, open_table, table

pytestmark = pytest.mark.django_db


def named_in(game: str) -> set[Named]:
    """Everything that the audit names in a game, but that words are missing: events that are forged here have none."""
    return {one for one in all_named_in(game) if one.code != "text/missing"}


def quarrel() -> tuple[str, dict[str, int]]:
    """A game with one event of each kind, and where they stand."""
    game = ended()
    opened = open_dispute(game, caller("Ada"), command(), 3, "Look!").seq
    answered = answer_dispute(game, caller("Bob"), command(), opened, "At what?").seq
    ruled = give_ruling(game, eve(), command(), "voided", (), "Because.", opened).seq
    reversed_at = reverse_ruling(game, eve(), command(), ruled, "Because not.").seq
    return game, {"opened": opened, "answered": answered, "ruled": ruled, "reversed": reversed_at}


@pytest.mark.parametrize(
    ("which", "data"),
    [
        ("opened", {}),
        ("opened", {"event": 99}),
        ("opened", {"event": "3"}),
        ("answered", {"dispute": 3}),
        ("answered", {}),
        ("ruled", {"dispute": 99}),
        ("reversed", {"ruling": 3}),
        ("reversed", {"ruling": True}),
    ],
)
def test_a_reference_to_nothing_is_found(which: str, data: Json) -> None:
    game, places = quarrel()
    assert named_in(game) == set()
    remake(game, places[which], data=data)
    assert Named("rules/dispute", game, places[which]) in named_in(game)


WORDS = "0" * 64
"""A hash whose words were erased."""
STAFF = {"reason": WORDS, "as": "staff"}


def forge(game: str, kind: str, data: Json, by: Caller | None = None, actor: str | None = None) -> int:
    """Append an event that no service would have written; not even its seal is wrong, unless an actor is named."""
    who = by or eve()

    def decide(draft: Draft) -> None:
        made = Entry(kind, None, data, actor or get_or_create_actor(game, who))
        is_told = kind.startswith("ruling/") and actor is None
        draft.add(with_seal(game, draft.fold.hash, made) if is_told else made)

    return carry_out(game, Command(command(), who, "forged", {}), decide).seq


def test_what_the_services_write_is_as_it_should_be() -> None:
    game = ended()
    forge(game, "ruling/voided", STAFF)
    forge(game, OPENED_KIND, {"event": 3, "statement": WORDS}, caller("Ada"))
    assert named_in(game) == set()


@pytest.mark.parametrize(
    ("kind", "data", "code"),
    [
        ("ruling/voided", {"as": "staff"}, "rules/words"),
        ("ruling/voided", {"reason": "The lights went out.", "as": "staff"}, "rules/words"),
        ("ruling/voided", {"reason": WORDS}, "rules/right"),
        ("ruling/voided", {"reason": WORDS, "as": "player"}, "rules/right"),
        ("ruling/voided", {**STAFF, "seats": [0]}, "rules/dispute"),
        ("ruling/voided", {**STAFF, "more": 1}, "rules/dispute"),
        ("ruling/forfeited", {**STAFF, "seats": []}, "rules/dispute"),
        ("ruling/forfeited", {**STAFF, "seats": [1, 0]}, "rules/dispute"),
        ("ruling/dismissed", STAFF, "rules/dispute"),
        ("ruling/overturned", STAFF, "rules/kind"),
        ("dispute/whatever", {"statement": WORDS}, "rules/kind"),
        ("dispute/opened", {"event": 3}, "rules/words"),
        ("dispute/opened", {"event": 3, "statement": "The dice were wrong."}, "rules/words"),
    ],
)
def test_what_a_log_would_not_say_is_found(kind: str, data: Json, code: str) -> None:
    game = ended()
    seq = forge(game, kind, data, caller("Ada") if kind == "dispute/opened" else None)
    assert Named(code, game, seq) in named_in(game)


@pytest.mark.parametrize("seats", [{}, {"seats": [9]}, {"seats": "0"}])
def test_a_forfeit_of_seats_that_are_not_there_is_found(seats: Json) -> None:
    game = ended()
    seq = give_ruling(game, eve(), command(), "forfeited", [0], "Because.").seq
    remake(game, seq, data={**STAFF, **seats})
    assert Named("rules/dispute", game, seq) in named_in(game)


def test_a_second_ruling_on_a_settled_dispute_is_found() -> None:
    game = ended()
    dispute = open_dispute(game, caller("Bob"), command(), 3, "Look!").seq
    give_ruling(game, eve(), command(), "dismissed", (), "No.", dispute)
    seq = forge(game, "ruling/forfeited", {**STAFF, "seats": [0], "dispute": dispute})
    assert named_in(game) == {Named("rules/dispute", game, seq)}


def test_reversing_what_counts_no_more_is_found() -> None:
    game = ended()
    ruling = give_ruling(game, eve(), command(), "voided", (), "Because.").seq
    reverse_ruling(game, eve(), command(), ruling, "Because not.")
    seq = forge(game, "ruling/reversed", {**STAFF, "ruling": ruling})
    assert named_in(game) == {Named("rules/dispute", game, seq)}


def test_a_ruling_in_a_game_that_is_not_over_is_found() -> None:
    game = table()
    seq = forge(game, "ruling/voided", STAFF)
    assert named_in(game) == {Named("rules/dispute", game, seq)}


def test_a_ruling_and_a_flag_in_a_game_that_was_never_begun_are_found() -> None:
    game = open_table()
    flag = forge(game, OPENED_KIND, {"event": 1, "statement": WORDS}, caller("Ada"))
    ruling = forge(game, "ruling/voided", STAFF)
    assert named_in(game) >= {Named("rules/dispute", game, flag), Named("rules/dispute", game, ruling)}


def test_a_ruling_that_nobody_has_given_here_is_found_whoever_it_names() -> None:
    games = [ended(), ended()]
    caller("Zed")
    of_stranger = forge(games[0], "ruling/voided", STAFF, caller("Zed"), get_or_create_actor(games[0], caller("Zed")))
    of_nobody = forge(games[1], "ruling/voided", STAFF, actor="p-0123456789abcdef")
    assert named_in(games[0]) == {Named("rules/seal", games[0], of_stranger)}
    assert named_in(games[1]) == {Named("rules/seal", games[1], of_nobody)}


def test_the_seal_of_a_ruling_holds_for_its_place_alone() -> None:
    game = ended()
    first = give_ruling(game, eve(), command(), "voided", (), "Because.").seq
    reverse_ruling(game, eve(), command(), first, "Because not.")
    [said] = [row.entry for row in events_since(game, first - 1, 1)]
    seq = forge(game, said.kind, said.data, actor=said.actor)
    assert named_in(game) == {Named("rules/seal", game, seq)}


def test_a_seal_of_an_earlier_key_is_known_as_long_as_that_key_is() -> None:
    game = ended()
    seq = give_ruling(game, eve(), command(), "voided", (), "Because.").seq
    with override_settings(SECRET_KEY="another one", SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]):
        assert Named("rules/seal", game, seq) not in named_in(game)
    with override_settings(SECRET_KEY="another one"):
        assert Named("rules/seal", game, seq) in named_in(game)


@pytest.mark.django_db
def test_words_that_are_gone_or_belong_elsewhere_are_named() -> None:
    game, other = ended(), ended()
    seq = open_dispute(game, caller("Ada"), command(), 3, "I have seen it.").seq
    assert all_named_in(game) == set()
    ErasableText.objects.filter(game=game).update(game=other)
    assert all_named_in(game) == {Named("text/missing", game, seq)}
    assert all_named_in(other) == {Named("text/place", other)}
