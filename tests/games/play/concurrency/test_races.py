"""Races for seats, attempts, starts and the end: whoever is first wins, nobody else changes anything."""

from functools import partial

import pytest

from games.accounts.models import Actor
from games.log.models import Event, Game
from games.play import projections
from games.play.creation import create_game
from games.play.deals import close_deal, contribute, freeze_deal, make_deal, reveal_deal
from games.play.lifecycle import abort_game, adjudicate, start_game
from games.play.models import Attempt, Contribution, Deal, PlayerGame
from games.play.moves import make_move
from games.play.seats import join_by_invite, leave_seat
from games.play.setup import Setup
from tests.games.play.concurrency.crowd import at_once, codes
from tests.games.sample_tables import PEOPLE, account, caller, command, fold_of, open_table, people, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def invite_of(game: str) -> str:
    return Game.objects.get(pk=game).invite


def test_of_many_who_want_the_last_seat_one_gets_it() -> None:
    game = open_table()
    join_by_invite(invite_of(game), caller("Ada"), command(), "")
    invite = invite_of(game)
    crowd = [caller(name) for name in ("Bob", "Cleo", "Dan", "Eve")]
    results = at_once(*(partial(join_by_invite, invite, somebody, command(), "") for somebody in crowd))
    assert codes(results) == ["seat/not-free"] * 3
    assert None not in fold_of(game).seated
    assert PlayerGame.objects.filter(game=game).count() == 2


def test_whoever_joins_twice_at_once_has_one_seat_and_one_name() -> None:
    game = open_table()
    invite, bob = invite_of(game), caller("Bob")
    results = at_once(*(partial(join_by_invite, invite, bob, command(), "", seat) for seat in (0, 1)))
    assert codes(results) == ["seat/second"]
    assert Actor.objects.filter(game=game, account=bob.account).count() == 1
    assert [actor is None for actor in fold_of(game).seated].count(True) == 1


def ready_deal() -> str:
    deal = make_deal(is_shared=True).pk
    freeze_deal(deal)
    return deal


def test_a_shared_deal_is_played_once_even_by_who_joins_many_games_at_once() -> None:
    for _ in range(3):
        deal = ready_deal()
        invites = [invite_of(open_table("solo", 1, deal=deal)) for _ in range(4)]
        bob = caller("Bob")
        results = at_once(*(partial(join_by_invite, invite, bob, command(), "") for invite in invites))
        assert codes(results) == ["deal/played"] * 3
        assert Attempt.objects.filter(deal=deal).count() == 1
        assert Event.objects.filter(game__deal=deal, kind="game/joined").count() == 1


def test_leaving_one_game_of_a_deal_and_joining_another_at_once_leaves_one_attempt_at_most() -> None:
    deal = ready_deal()
    one, two = (open_table("solo", 1, deal=deal) for _ in range(2))
    bob = caller("Bob")
    join_by_invite(invite_of(one), bob, command(), "")
    invite = invite_of(two)
    results = at_once(partial(leave_seat, one, bob, command(), 0), partial(join_by_invite, invite, bob, command(), ""))
    assert codes(results) in ([], ["deal/played"])
    seated = [game for game in (one, two) if fold_of(game).seated[0] is not None]
    assert [attempt.game_id for attempt in Attempt.objects.filter(deal=deal)] == seated


def test_starting_and_calling_off_at_once_one_of_them_happens() -> None:
    for _ in range(3):
        game, ada = open_table("solo", 1), caller("Ada")
        join_by_invite(invite_of(game), ada, command(), "")
        results = at_once(partial(start_game, game, ada, command()), partial(abort_game, game, ada, command()))
        assert codes(results) == ["game/not-open"]
        assert fold_of(game).status in ("running", "aborted")


def test_joining_and_starting_at_once_never_leaves_a_started_game_with_another_seating() -> None:
    game, ada = open_table("solo", 1), caller("Ada")
    invite = invite_of(game)
    join_by_invite(invite, ada, command(), "")
    results = at_once(
        partial(start_game, game, ada, command()),
        partial(leave_seat, game, ada, command(), 0),
        partial(join_by_invite, invite, ada, command(), "f" * 32),
    )
    kinds = list(Event.objects.filter(game=game).order_by("seq").values_list("kind", flat=True))
    assert kinds.count("game/started") <= 1
    if "game/started" in kinds:
        assert fold_of(game).seated[0] is not None
        assert {"game/joined", "game/left"}.isdisjoint(kinds[kinds.index("game/started") :])
    assert set(codes(results)) <= {"game/not-open", "game/seat-empty", "seat/not-yours"}


def test_adjudicating_and_resigning_at_once_ends_a_game_once() -> None:
    for _ in range(3):
        game = table("duel", 2)
        results = at_once(
            partial(adjudicate, game, caller("Eve", is_staff=True), command(), "as-stands"),
            partial(make_move, game, caller("Bob"), command(), {"kind": "drop", "seat": 1, "reason": "resign"}, None),
        )
        assert codes(results) == ["game/over"]
        kinds = list(Event.objects.filter(game=game).values_list("kind", flat=True))
        assert kinds.count("dice/revealed") == 1
        assert kinds.count("game/finished") + kinds.count("game/adjudicated") == 1


def test_closing_a_deal_and_beginning_a_game_on_it_at_once_one_of_them_happens() -> None:
    for _ in range(3):
        deal, ada = ready_deal(), caller("Ada")
        setup = Setup("solo", [1], people(1), deal=deal)
        results = at_once(partial(close_deal, deal), partial(create_game, setup, ada, command()))
        assert codes(results) in (["deal/closed"], ["deal/running"])
        is_closed = Deal.objects.get(pk=deal).closed_at is not None
        assert is_closed != Game.objects.filter(deal=deal).exists()


def test_contributing_and_freezing_at_once_never_loses_what_was_taken() -> None:
    deal = make_deal(is_shared=True).pk
    players = [account(name).pk for name in PEOPLE]
    adding = [partial(contribute, deal, player, f"{player:032x}") for player in players]
    results = at_once(partial(freeze_deal, deal), *adding)
    assert set(codes(results)) <= {"deal/frozen"}
    taken = sorted(Contribution.objects.filter(deal=deal).values_list("value", flat=True))
    assert freeze_deal(deal) == taken
    assert len(taken) == len(players) - len(codes(results))


def test_a_player_contributes_twice_at_once_and_one_of_both_stays() -> None:
    deal, bob = make_deal(is_shared=True).pk, account("Bob").pk
    results = at_once(*(partial(contribute, deal, bob, digit * 32) for digit in "abcd"))
    assert codes(results) == []
    assert Contribution.objects.filter(deal=deal).count() == 1


def test_a_deal_is_revealed_once_in_every_log_by_however_many() -> None:
    deal = ready_deal()
    games = []
    for name in PEOPLE[:2]:
        game = open_table("solo", 1, deal=deal)
        join_by_invite(invite_of(game), caller(name), command(), "")
        start_game(game, caller("Ada"), command())
        make_move(game, caller(name), command(), {"kind": "drop", "seat": 0, "reason": "resign"}, None)
        games.append(game)
    close_deal(deal)
    assert codes(at_once(*[partial(reveal_deal, deal)] * 4)) == []
    for game in games:
        assert Event.objects.filter(game=game, kind="dice/revealed").count() == 1


def test_projections_are_rebuilt_while_people_come_and_go() -> None:
    game, bob = open_table(), caller("Bob")
    invite = invite_of(game)
    for _ in range(5):
        join_by_invite(invite, bob, command(), "", 0)
        results = at_once(
            partial(join_by_invite, invite, bob, command(), "f" * 32),
            *[partial(projections.rebuild_projections, game)] * 4,
        )
        assert codes(results) == []
    assert PlayerGame.objects.get(game=game).account_id == bob.account
