"""Shared deals: everybody plays the same dice once, nobody sees anything of others until the deal is closed."""

import json
from typing import Any

import pytest
from django.db import transaction

from engine import dice
from engine.errors import Illegal, Malformed
from games.accounts.callers import ANYBODY, SYSTEM_CALLER, Viewer, caller_of
from games.clock.site_time import system_clock, use_clock
from games.keys.sealing import SEED_BYTES
from games.log.event_store import read_log
from games.log.models import Event, Game
from games.play import deals
from games.play.creation import create_game
from games.play.deals import close_deal, contribute, freeze_deal, make_deal, reveal_deal, seed_of, unrevealed_deals
from games.play.game_lists import games_of, public_games, turns_of
from games.play.lifecycle import abort_game, adjudicate, start_game
from games.play.models import Attempt, Contribution, Deal
from games.play.moves import make_move
from games.play.persistence import store_draft
from games.play.seats import join_by_invite, leave_seat
from games.play.setup import Setup
from games.play.visibility import see_log, see_position
from games.refusals import Conflict, NotFound
from games.statuses import RUNNING
from tests.games.refusals import refused
from tests.games.sample_tables import CONTRIBUTION, PEOPLE, account, caller, command, fold_of, open_table

pytestmark = pytest.mark.django_db

OTHER = "f" * 32


def ready_deal() -> str:
    deal = make_deal(is_shared=True).pk
    freeze_deal(deal)
    return deal


def run(deal: str, *names: str) -> str:
    """A started game of the named people on a deal; the club, Eve, has created it."""
    seats = len(names)
    variant = "solo" if seats == 1 else "standard"
    setup = Setup(variant, [1] * seats, [{"kind": "person"}] * seats, deal=deal)
    game = create_game(setup, caller("Eve"), command()).game
    for seat, name in enumerate(names):
        join_by_invite(Game.objects.get(pk=game).invite, caller(name), command(), "", seat)
    start_game(game, caller("Eve"), command())
    return game


def resign(game: str, name: str) -> None:
    make_move(game, caller(name), command(), {"kind": "drop", "seat": 0, "reason": "resign"}, None)


def test_nobody_decides_about_a_game_that_only_its_players_may_see() -> None:
    deal = ready_deal()
    game = run(deal, "Ada", "Bob")
    staff = caller("Dora", is_staff=True)
    with refused(NotFound, "game/not-found"):
        see_log(game, Viewer(staff.account, is_auditor=True))
    with refused(NotFound, "game/not-found"):
        adjudicate(game, staff, command(), "as-stands")
    assert fold_of(game).status == RUNNING
    adjudicate(game, SYSTEM_CALLER, command(), "as-stands")
    close_deal(deal)
    assert see_log(game, Viewer(staff.account, is_auditor=True)).fold.is_over


def test_contributions_are_collected_until_the_deal_is_frozen() -> None:
    deal = make_deal(is_shared=True).pk
    for name, value in (("Ada", OTHER), ("Bob", CONTRIBUTION), ("Cleo", ""), ("Ada", "e" * 32)):
        contribute(deal, account(name).pk, value)
    assert freeze_deal(deal) == [CONTRIBUTION, "e" * 32]
    ada = account("Ada").pk
    with refused(Conflict, "deal/frozen"):
        contribute(deal, ada, OTHER)
    assert freeze_deal(deal) == [CONTRIBUTION, "e" * 32]


def test_their_order_tells_nothing() -> None:
    deal = make_deal(is_shared=True).pk
    for number, name in enumerate(reversed(PEOPLE)):
        contribute(deal, account(name).pk, f"{number:032x}")
    assert freeze_deal(deal) == sorted(Contribution.objects.values_list("value", flat=True))


@pytest.mark.parametrize("value", [None, 7, "0", "G" * 32, "0" * 33])
def test_only_a_contribution_is_taken_for_one(value: Any) -> None:
    deal, ada = make_deal(is_shared=True).pk, account("Ada").pk
    with refused(Malformed, "dice/contribution"):
        contribute(deal, ada, value)


@pytest.mark.parametrize("deal", ["d-1", "", "\0", "\ud800", None, 7])
def test_an_unknown_deal_is_refused(deal: Any) -> None:
    ada = account("Ada").pk
    for service in (lambda: contribute(deal, ada, ""), lambda: freeze_deal(deal), lambda: close_deal(deal)):
        with refused(NotFound, "deal/not-found"):
            service()
    with refused(NotFound, "deal/not-found"):
        reveal_deal(deal)


def test_the_deal_of_a_single_game_is_no_shared_one() -> None:
    game = Game.objects.get(pk=open_table())
    assert game.deal_id is not None
    for service in (freeze_deal, close_deal, reveal_deal):
        with refused(NotFound, "deal/not-found"):
            service(game.deal_id)


def test_everybody_gets_the_same_dice() -> None:
    deal = make_deal(is_shared=True).pk
    contribute(deal, account("Ada").pk, CONTRIBUTION)
    freeze_deal(deal)
    rolls = []
    for name in ("Ada", "Bob"):
        game = run(deal, name)
        for _ in range(4):
            act_first(game, name)
        rolls.append([row.entry.data for row in read_log(game) if row.entry.kind == "roll"])
    assert rolls[0] == rolls[1]
    faces = [dice.throw(seed_of(deal), deal, dice.entropy([CONTRIBUTION]), number, 0, 24) for number in range(1, 5)]
    rules = fold_of(game).rules
    assert rules.dice is not None
    assert rolls[0] == [rules.dice.write(face) for face in faces]


def act_first(game: str, name: str) -> None:
    """The same bot for everybody, so that it never comes to an end early."""
    fold = fold_of(game)
    action = fold.rules.bots["greedy"](fold.rules.view(fold.state, 0), 0, "0" * 64)
    make_move(game, caller(name), command(), action, fold.asked)


def test_what_joining_adds_does_not_change_the_dice_of_a_shared_deal() -> None:
    game = open_table("solo", 1, deal=ready_deal())
    join_by_invite(Game.objects.get(pk=game).invite, caller("Bob"), command(), OTHER)
    assert fold_of(game).contributions == ()


def test_everybody_has_one_attempt() -> None:
    deal = ready_deal()
    run(deal, "Bob")
    other, bob = open_table("solo", 1, deal=deal), caller("Bob")
    with refused(Conflict, "deal/played"):
        join_by_invite(Game.objects.get(pk=other).invite, bob, command(), "")


def test_an_attempt_counts_even_after_resigning() -> None:
    deal = ready_deal()
    resign(run(deal, "Bob"), "Bob")
    other, bob = open_table("solo", 1, deal=deal), caller("Bob")
    with refused(Conflict, "deal/played"):
        join_by_invite(Game.objects.get(pk=other).invite, bob, command(), "")


def test_joining_the_same_game_again_is_the_same_attempt() -> None:
    game = open_table("solo", 1, deal=ready_deal())
    for _ in range(2):
        join_by_invite(Game.objects.get(pk=game).invite, caller("Bob"), command(), "")
    assert Attempt.objects.count() == 1


def test_whoever_leaves_before_the_start_has_not_played() -> None:
    deal = ready_deal()
    game, other = open_table("solo", 1, deal=deal), open_table("solo", 1, deal=deal)
    bob = caller("Bob")
    join_by_invite(Game.objects.get(pk=game).invite, bob, command(), "")
    leave_seat(game, bob, command(), 0)
    join_by_invite(Game.objects.get(pk=other).invite, bob, command(), "")
    assert Attempt.objects.get().game_id == other


def test_two_deals_are_two_attempts() -> None:
    assert run(ready_deal(), "Bob") != run(ready_deal(), "Bob")


def test_until_it_is_closed_only_the_owner_sees_a_run() -> None:
    deal = ready_deal()
    game = run(deal, "Bob")
    other = run(deal, "Cleo")
    play_out_of(game, "Bob")
    bob = account("Bob")
    assert see_log(game, Viewer(bob.pk)).seat == 0
    assert see_position(game, Viewer(bob.pk))["status"] == "finished"
    invite = Game.objects.get(pk=game).invite
    others = [account(name).pk for name in ("Cleo", "Dan", "Eve")]
    viewers = [ANYBODY, Viewer(invite=invite), *(Viewer(pk, True, invite) for pk in others)]
    for viewer in viewers:
        for look in (see_log, see_position):
            with refused(NotFound, "game/not-found"):
                look(game, viewer)
        with refused(NotFound, "game/not-found"):
            see_position(game, viewer, 1)
    assert [card.pk for card in public_games()] == []
    assert [card.pk for card in games_of(bob.pk)] == [game]
    assert [card.pk for card in games_of(account("Cleo").pk)] == [other]
    assert not games_of(account("Dan").pk).exists()
    assert [turn.game_id for turn in turns_of(account("Cleo").pk)] == [other]


def play_out_of(game: str, name: str) -> None:
    """Play a run of one seat to its end."""
    while not (fold := fold_of(game)).is_over:
        action = fold.rules.bots["random"](fold.rules.view(fold.state, 0), 0, fold.hash)
        make_move(game, caller(name), command(), action, fold.asked)


def test_a_stranger_does_not_learn_of_a_run_by_acting_either() -> None:
    game, dan = run(ready_deal(), "Bob"), caller("Dan")
    with refused(NotFound, "game/not-found"):
        make_move(game, dan, command(), {"kind": "bomb", "seat": 0}, 1)
    with refused(NotFound, "game/not-found"):
        abort_game(game, dan, command())
    with refused(NotFound, "game/not-found"):
        adjudicate(game, dan, command(), "as-stands")


def test_a_finished_run_does_not_reveal_the_seed() -> None:
    deal = ready_deal()
    game = run(deal, "Bob")
    play_out_of(game, "Bob")
    assert read_log(game)[-1].entry.kind == "game/finished"
    seen = json.dumps(see_log(game, Viewer(account("Bob").pk)).events)
    assert seed_of(deal).hex() not in seen
    with refused(Conflict, "deal/open"):
        reveal_deal(deal)


@pytest.mark.parametrize("is_started", [False, True])
def test_a_deal_is_not_closed_while_a_game_on_it_is_not_over(is_started: bool) -> None:
    deal = ready_deal()
    if is_started:
        run(deal, "Bob")
    else:
        open_table("solo", 1, deal=deal)
    with refused(Illegal, "deal/running"):
        close_deal(deal)
    assert unrevealed_deals() == []


def test_closing_shows_the_games_and_revealing_puts_the_seed_into_all_logs() -> None:
    deal = ready_deal()
    played = [run(deal, "Bob"), run(deal, "Cleo")]
    resign(played[0], "Bob")
    adjudicate(played[1], SYSTEM_CALLER, command(), "as-stands")
    off = open_table("solo", 1, deal=deal)
    abort_game(off, caller("Ada"), command())
    close_deal(deal)
    assert see_log(played[0], ANYBODY).fold.status == "finished"
    assert {card.pk for card in public_games()} == {*played, off}
    assert unrevealed_deals() == [deal]
    reveal_deal(deal)
    for game in played:
        assert read_log(game)[-1].entry == ("dice/revealed", None, {"seed": seed_of(deal).hex()}, "system")
        assert Game.objects.get(pk=game).head_hash == read_log(game)[-1].hash
    assert read_log(off)[-1].entry.kind == "game/aborted"
    assert unrevealed_deals() == []


def test_revealing_again_adds_nothing() -> None:
    deal = ready_deal()
    game = run(deal, "Bob")
    resign(game, "Bob")
    close_deal(deal)
    reveal_deal(deal)
    before = list(Deal.objects.values_list())
    reveal_deal(deal)
    assert Event.objects.filter(game=game, kind="dice/revealed").count() == 1
    assert list(Deal.objects.values_list()) == before


def test_an_interrupted_reveal_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = ready_deal()
    games = [run(deal, name) for name in PEOPLE[:3]]
    for game, name in zip(games, PEOPLE, strict=False):
        resign(game, name)
    close_deal(deal)
    stored: list[tuple[Any, ...]] = []

    def failing(*arguments: Any) -> None:
        if len(stored) == 1:
            raise KeyboardInterrupt
        store_draft(*arguments)
        stored.append(arguments)

    with monkeypatch.context() as patch:
        patch.setattr(deals, "store_draft", failing)
        with pytest.raises(KeyboardInterrupt):
            reveal_deal(deal)
    assert Event.objects.filter(kind="dice/revealed").count() == 1
    assert unrevealed_deals() == [deal]
    reveal_deal(deal)
    assert Event.objects.filter(kind="dice/revealed").count() == 3
    assert unrevealed_deals() == []


def test_closing_is_final() -> None:
    deal = ready_deal()
    close_deal(deal)
    closed_at = Deal.objects.get(pk=deal).closed_at
    close_deal(deal)
    assert Deal.objects.get(pk=deal).closed_at == closed_at
    caller("Ada")
    with refused(Conflict, "deal/closed"):
        open_table("solo", 1, deal=deal)


def test_the_seed_is_stored_sealed_only() -> None:
    deal = Deal.objects.get(pk=ready_deal())
    with transaction.atomic():
        stored = json.dumps([str(value) for value in Deal.objects.values_list().get(pk=deal.pk)])
    assert seed_of(deal.pk).hex() not in stored
    assert dice.commitment(deal.pk, seed_of(deal.pk)) == deal.commitment
    assert len(seed_of(deal.pk)) == SEED_BYTES


def test_players_of_the_same_run_see_each_other_under_the_seal_only() -> None:
    game = run(ready_deal(), "Bob", "Cleo", "Dan")
    for seat in (2, 1, 0):
        fold = fold_of(game)
        name = ("Bob", "Cleo", "Dan")[seat]
        action = fold.rules.bots["random"](fold.rules.view(fold.state, seat), seat, "1")
        make_move(game, caller_of(account(name)), command(), action, fold.asked)
    assert see_log(game, Viewer(account("Bob").pk)).seat == 0
    assert see_log(game, Viewer(account("Dan").pk)).seat == 2


def test_guests_play_no_shared_deal() -> None:
    """Whoever sends a guest ahead would know the dice."""
    setup, ada = Setup("solo", [1], [{"kind": "guest"}], deal=ready_deal()), caller("Ada")
    with refused(Illegal, "setup/shared-deal"):
        create_game(setup, ada, command())
    assert not Game.objects.exists()


def test_a_deal_that_could_not_be_revealed_everywhere_is_tried_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = ready_deal()
    bad, good = run(deal, "Ada"), run(deal, "Bob")
    resign(bad, "Ada")
    resign(good, "Bob")
    close_deal(deal)

    def fail(draft: Any, signature: Any) -> None:
        if draft.head.game == bad:
            raise RuntimeError("no room")
        store_draft(draft, signature)

    with monkeypatch.context() as patch:
        patch.setattr(deals, "store_draft", fail)
        reveal_deal(deal)
    assert fold_of(good).is_revealed
    assert not fold_of(bad).is_revealed
    assert unrevealed_deals() == []
    with use_clock(lambda: system_clock() + deals.REVEAL_RETRY_PAUSE):
        assert unrevealed_deals() == [deal]
    reveal_deal(deal)
    assert fold_of(bad).is_revealed
    assert Deal.objects.get(pk=deal).revealed_at is not None
