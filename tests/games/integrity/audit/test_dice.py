"""Attacks on the dice: on deals, on seeds, on throws."""

from typing import Any

import pytest

from engine import dice
from games.clock.site_time import now
from games.keys.sealing import seal_seed
from games.log.models import ErasableText, Event, Game
from games.play.models import Deal
from tests.games.integrity.audit.tampering import (
    Named,
    change_event,
    changed,
    cut,
    event,
    execute,
    found,
    length,
    rewrite,
)
from tests.games.integrity.audit.world import World

pytestmark = pytest.mark.slow


def deal_of(game: str) -> Deal:
    deal = Game.objects.get(pk=game).deal
    assert deal is not None
    return deal


def attack(deal: Deal, **values: Any) -> set[Named]:
    Deal.objects.filter(pk=deal.pk).update(**values)
    return found()


def test_sound_dice_in_a_process_that_has_thrown_none_yet(world: World) -> None:
    dice._counted.cache_clear()
    assert found() == set()


@pytest.mark.parametrize("name", ["finished", "sealed"])
def test_a_changed_commitment(world: World, name: str) -> None:
    game = getattr(world, name)
    deal = deal_of(game)
    assert attack(deal, commitment=changed(deal.commitment, 7)) == {Named("deal/commitment", game, 1)}


@pytest.mark.parametrize("name", ["finished", "sealed"])
@pytest.mark.parametrize("at", [0, 2, 30, 81])
def test_a_changed_byte_of_a_sealed_seed(world: World, name: str, at: int) -> None:
    game = getattr(world, name)
    deal = deal_of(game)
    assert attack(deal, sealed_seed=changed(deal.sealed_seed, at)) == {Named("deal/seed", game)}


def test_the_sealed_seed_of_another_deal(world: World) -> None:
    assert attack(deal_of(world.sealed), sealed_seed=deal_of(world.finished).sealed_seed) == {
        Named("deal/seed", world.sealed)
    }


def test_another_seed_that_is_sealed_well(world: World) -> None:
    deal = deal_of(world.sealed)
    assert attack(deal, sealed_seed=seal_seed(deal.pk, bytes(32))) == {Named("deal/seed", world.sealed)}


def test_a_seed_and_a_commitment_that_fit_each_other(world: World) -> None:
    deal, seed = deal_of(world.sealed), bytes(32)
    named = attack(deal, sealed_seed=seal_seed(deal.pk, seed), commitment=dice.commitment(deal.pk, seed))
    assert named == {Named("deal/commitment", world.sealed, 1), Named("deal/seed", world.sealed)}


def test_changed_contributions_of_a_shared_deal(world: World) -> None:
    deal = deal_of(world.shared[0])
    assert deal.contributions
    named = attack(deal, contributions=changed(deal.contributions, 5))
    left_out = Named("deal/left-out", max(world.shared))
    assert named == {left_out, *(Named("deal/contributions", game, 1) for game in world.shared)}


def test_a_deal_that_is_no_longer_shared(world: World) -> None:
    named = attack(deal_of(world.shared[0]), is_shared=False)
    assert {Named("deal/shared", game, 1) for game in world.shared} <= named
    assert {one.code for one in named} == {"deal/shared", "deal/reused", "deal/alone"}


def test_a_deal_that_was_used_for_two_games(world: World) -> None:
    Game.objects.filter(pk=world.duel).update(deal=deal_of(world.finished))
    named = found()
    assert {one.code for one in named} >= {"deal/reused", "deal/unused", "head/deal"}


def test_a_deal_that_is_revealed_while_it_is_played(world: World) -> None:
    assert attack(deal_of(world.hidden), revealed_at=now()) == {Named("deal/revealed", world.hidden)}


def test_a_deal_that_is_closed_while_it_is_played(world: World) -> None:
    assert attack(deal_of(world.hidden), closed_at=now()) == {Named("deal/closed", world.hidden)}


def test_a_deal_that_was_revealed_but_never_closed(world: World) -> None:
    named = attack(deal_of(world.shared[0]), closed_at=None)
    assert named == {Named("deal/revealed", game) for game in world.shared}


def test_a_seed_that_was_not_revealed(world: World) -> None:
    game, last = world.shared[0], length(world.shared[0])
    cut(game, 1)
    assert found() == {Named("rules/missing", game, last - 1), Named("checkpoint/leaf", game, last, 2)}


def test_a_throw_that_was_made_up(world: World) -> None:
    roll = Event.objects.filter(game=world.sealed, kind="roll").order_by("seq").last()
    assert roll is not None
    number = int(roll.body.split('"number":')[1][0])
    rewrite(world.sealed, roll.seq, roll.body.replace(f'"number":{number}', f'"number":{number % 4 + 1}'))
    assert Named("dice/throw", world.sealed, roll.seq) in found()


def test_a_throw_of_a_finished_game_that_was_made_up(world: World) -> None:
    reroll = Event.objects.filter(game=world.bots, kind__in=("roll", "reroll")).order_by("seq").last()
    assert reroll is not None
    number = int(reroll.body.split('"number":')[1][0])
    rewrite(world.bots, reroll.seq, reroll.body.replace(f'"number":{number}', f'"number":{number % 4 + 1}'))
    named = found()
    assert {one.game for one in named} == {world.bots}
    assert {one.code for one in named} & {"dice/throw", "rules/illegal"}


def test_another_seed_in_the_log(world: World) -> None:
    last = length(world.finished)
    victim = event(world.finished, last)
    seed = victim.body.split('"seed":"')[1][:64]
    rewrite(world.finished, last, victim.body.replace(seed, "0" * 64))
    assert found() == {
        Named("dice/revealed", world.finished, last),
        Named("checkpoint/leaf", world.finished, last, 1),
    }


def test_rolls_of_the_table_in_a_game_with_the_servers_dice(world: World) -> None:
    """A log that says so itself: the scheme is exchanged, everything else is made to fit."""
    victim = event(world.sealed, 1)
    start = victim.body.index('"dice":{')
    end = victim.body.index("}", start) + 1
    rewrite(world.sealed, 1, victim.body[:start] + '"dice":{"scheme":"table"}' + victim.body[end:])
    codes = {one.code for one in found()}
    assert {"head/deal", "rules/actor", "card/dice", "checkpoint/leaf"} <= codes


def test_an_unknown_scheme(world: World) -> None:
    victim = event(world.hidden, 1)
    rewrite(world.hidden, 1, victim.body.replace("brikks-dice/1", "brikks-dice/2"))
    assert Named("dice/scheme", world.hidden, 1) in found()


def test_a_deal_without_a_game(world: World) -> None:
    Deal.objects.create(id="d-none", sealed_seed=seal_seed("d-none", bytes(32)), commitment="0" * 64)
    assert found() == {Named("deal/unused")}


def test_words_that_were_exchanged(world: World) -> None:
    ErasableText.objects.filter(game=world.forfeited).update(text="Somebody has cheated.")
    assert found() == {Named("text/hash", world.forfeited)}


def test_a_roll_by_somebody_else_than_the_server(world: World) -> None:
    roll = Event.objects.filter(game=world.sealed, kind="roll").order_by("seq").last()
    player = Event.objects.filter(game=world.sealed, kind="start", seat=0).get().actor
    assert roll is not None
    change_event(world.sealed, roll.seq, actor=player)
    rewrite(world.sealed, roll.seq, roll.body.replace('"actor":"system"', f'"actor":"{player}"'))
    assert Named("rules/actor", world.sealed, roll.seq) in found()


def test_a_roll_by_the_server_of_dice_on_the_table(world: World) -> None:
    roll = Event.objects.filter(game=world.on_table, kind="roll").order_by("seq").last()
    assert roll is not None
    change_event(world.on_table, roll.seq, actor="system")
    rewrite(world.on_table, roll.seq, roll.body.replace(f'"actor":"{roll.actor}"', '"actor":"system"'))
    assert Named("rules/actor", world.on_table, roll.seq) in found()


def test_a_missing_deal(world: World) -> None:
    execute("UPDATE games_game SET deal_id = NULL WHERE id = %s", world.finished)
    named = found()
    assert {
        Named("head/deal", world.finished, 1),
        Named("deal/missing", world.finished, 1),
        Named("deal/unused"),
    } == named
