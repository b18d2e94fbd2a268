"""Dice that are offered before a game is made: what can be done with an offer, and what cannot."""

import secrets
from datetime import timedelta

import pytest
import time_machine

from engine import dice
from engine.errors import Illegal, Malformed
from games.clock.site_time import now
from games.keys.sealing import SeedUnreadable, open_seed
from games.log.models import Game
from games.play.creation import create_game
from games.play.deals import OFFER_LASTS, DiceOffer, make_offer, read_offer, seed_of
from games.play.models import Deal
from games.play.seats import join_game
from games.play.setup import Setup
from games.refusals import Conflict
from tests.games.refusals import refused
from tests.games.sample_tables import CONTRIBUTION, caller, command, fold_of, people

pytestmark = pytest.mark.django_db


def solo(offer: DiceOffer | str | None, **more: object) -> Setup:
    text = offer.text if isinstance(offer, DiceOffer) else offer
    return Setup("solo", [1], people(1), offer=text, **more)  # type: ignore[arg-type]


def test_nothing_is_stored_of_an_offer_before_it_is_taken_and_then_the_game_has_exactly_its_dice() -> None:
    offer = make_offer()
    assert not Deal.objects.exists()
    game = create_game(solo(offer), caller("Ada"), command()).game
    assert fold_of(game).dice == {"scheme": dice.SCHEME, "deal": offer.deal, "commitment": offer.commitment}
    assert dice.commitment(offer.deal, seed_of(offer.deal)) == offer.commitment


def test_an_offer_makes_one_game_only_and_the_same_command_gives_the_same_game() -> None:
    offer, ada = make_offer(), caller("Ada")
    made = create_game(solo(offer), ada, "c-offer")
    assert create_game(solo(offer), ada, "c-offer") == made
    for by in (ada, caller("Bob")):
        with refused(Conflict, "offer/taken"):
            create_game(solo(offer), by, command())
    assert (Game.objects.count(), Deal.objects.count()) == (1, 1)
    other = make_offer()
    with refused(Conflict, "command/reused"):
        create_game(solo(other), ada, "c-offer")


def test_an_offer_expires_but_not_the_game_that_was_made_of_it() -> None:
    offer, late, ada = make_offer(), make_offer(), caller("Ada")
    made = create_game(solo(offer), ada, "c-early")
    with time_machine.travel(now() + OFFER_LASTS + timedelta(seconds=2)):
        with refused(Conflict, "offer/expired"):
            create_game(solo(late), ada, command())
        assert create_game(solo(offer), ada, "c-early") == made


def test_nothing_of_an_offer_can_be_changed_or_made_up() -> None:
    ada, offer, other = caller("Ada"), make_offer(), make_offer()
    seed = secrets.token_bytes(32)
    forged = [
        offer._replace(deal=other.deal),
        offer._replace(commitment=other.commitment),
        offer._replace(expires=offer.expires + 1),
        offer._replace(sealed=other.sealed),
        offer._replace(commitment=dice.commitment(offer.deal, seed)),
        offer._replace(sealed=f"1:{'A' * 80}"),
    ]
    texts = [*(each.text for each in forged), "", "nonsense", offer.text + "\n", offer.text.upper(), f"{offer.text}."]
    for text in texts:
        with refused(Malformed, "offer/unknown"):
            create_game(solo(text), ada, command())
    assert not Deal.objects.exists()


def test_what_is_sealed_in_an_offer_opens_as_nothing_else_and_shows_nothing() -> None:
    offer = make_offer()
    with pytest.raises(SeedUnreadable):
        open_seed(offer.deal, offer.sealed)
    create_game(solo(offer), caller("Ada"), command())
    seed = seed_of(offer.deal)
    assert seed.hex() not in offer.text
    stored = Deal.objects.get(pk=offer.deal)
    assert stored.sealed_seed != offer.sealed
    with refused(Malformed, "offer/unknown"):
        create_game(solo(make_offer()._replace(sealed=stored.sealed_seed)), caller("Ada"), command())
    assert read_offer(offer.text) == offer


def test_offered_dice_go_with_no_others() -> None:
    ada = caller("Ada")
    with refused(Illegal, "setup/offer"):
        create_game(solo(make_offer(), dice="table"), ada, command())
    with refused(Illegal, "setup/offer"):
        create_game(solo(make_offer(), deal="d-1"), ada, command())


def test_what_was_added_after_one_commitment_goes_into_no_other_dice() -> None:
    offer, ada = make_offer(), caller("Ada")
    game = create_game(solo(offer), ada, command()).game
    with refused(Conflict, "dice/other-commitment"):
        join_game(game, ada, command(), CONTRIBUTION, commitment=make_offer().commitment)
    join_game(game, ada, command(), CONTRIBUTION, commitment=offer.commitment)
    assert fold_of(game).contributions == (CONTRIBUTION,)
