"""Creating a game: what can be agreed on, what is refused, and what stands at the beginning of its log."""

from collections.abc import Callable
from typing import Any

import pytest

from engine import dice
from engine.errors import Illegal, Malformed, Refused
from engine.log import FIRST_PREVIOUS, chain_hash
from games.accounts.callers import SYSTEM_CALLER, Caller
from games.accounts.models import Actor
from games.log.event_store import read_log
from games.log.models import Event, Game
from games.play.creation import create_game
from games.play.deals import close_deal, freeze_deal, make_deal
from games.play.models import Deal
from games.play.setup import Setup
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.refusals import refused
from tests.games.sample_tables import bots, caller, command, fold_of, open_table, people

pytestmark = pytest.mark.django_db

TWO: dict[str, Any] = {"variant": "standard", "levels": [1, 2], "seats": people(2)}
BOT = {"kind": "bot", "bot": "greedy"}


def agreed(**changes: Any) -> Setup:
    return Setup(**{**TWO, **changes})


WRONG: list[tuple[dict[str, Any], type[Refused], str]] = [
    ({"key": "chess"}, Malformed, "game/unknown"),
    ({"key": None}, Malformed, "game/unknown"),
    ({"rules_version": 99}, Malformed, "game/unknown-rules"),
    ({"rules_version": True}, Malformed, "game/unknown-rules"),
    ({"variant": "chess"}, Malformed, "setup/unknown-variant"),
    ({"variant": ["standard"]}, Malformed, "setup/unknown-variant"),
    ({"variant": "solo"}, Malformed, "setup/players"),
    ({"levels": [1]}, Malformed, "setup/players"),
    ({"levels": [1] * 5, "seats": people(5)}, Malformed, "setup/players"),
    ({"levels": [1, 5]}, Malformed, "setup/level"),
    ({"levels": [1, True]}, Malformed, "setup/level"),
    ({"levels": [1, "1"]}, Malformed, "setup/level"),
    ({"levels": [1, 1.0]}, Malformed, "json/value"),
    ({"levels": [1, float("nan")]}, Malformed, "json/value"),
    ({"levels": [1, 2**53]}, Malformed, "json/number"),
    ({"levels": None}, Malformed, "setup/levels"),
    ({"levels": "11"}, Malformed, "setup/levels"),
    ({"levels": {"0": 1, "1": 1}}, Malformed, "setup/levels"),
    ({"seats": None}, Malformed, "setup/seats"),
    ({"seats": "ab"}, Malformed, "setup/seats"),
    ({"seats": people(3)}, Malformed, "setup/seats"),
    ({"seats": [*people(1), None]}, Malformed, "setup/choice"),
    ({"seats": [*people(1), {}]}, Malformed, "setup/choice"),
    ({"seats": [*people(1), {"kind": "ghost"}]}, Malformed, "setup/choice"),
    ({"seats": [*people(1), {"kind": ["person"]}]}, Malformed, "setup/choice"),
    ({"seats": [*people(1), {"kind": "bot"}]}, Malformed, "setup/choice"),
    ({"seats": [*people(1), {"kind": "bot", "bot": "genius"}]}, Malformed, "setup/choice"),
    ({"seats": [*people(1), {"kind": "bot", "bot": ["greedy"]}]}, Malformed, "setup/choice"),
    ({"seconds": 4}, Malformed, "setup/seconds"),
    ({"seconds": 14 * 24 * 3600 + 1}, Malformed, "setup/seconds"),
    ({"seconds": True}, Malformed, "setup/seconds"),
    ({"seconds": "60"}, Malformed, "setup/seconds"),
    ({"seconds": 60.0}, Malformed, "json/value"),
    ({"timeout": "explode"}, Malformed, "setup/choice"),
    ({"timeout": 1}, Malformed, "setup/choice"),
    ({"rated": "yes"}, Malformed, "setup/choice"),
    ({"rated": 1}, Malformed, "setup/choice"),
    ({"rated": None}, Malformed, "setup/choice"),
    ({"visibility": "secret"}, Malformed, "setup/choice"),
    ({"visibility": None}, Malformed, "setup/choice"),
    ({"dice": "loaded"}, Malformed, "setup/choice"),
    ({"dice": None}, Malformed, "setup/choice"),
    ({"deal": 5}, Malformed, "setup/deal"),
    ({"deal": {"id": "d-1"}}, Malformed, "setup/deal"),
    ({"deal": "d\0"}, Malformed, "setup/deal"),
    ({"deal": "d-of-nobody"}, NotFound, "deal/not-found"),
    ({"deal": "d-1", "dice": "table"}, Illegal, "setup/table-dice"),
    ({"deal": "d-1", "seats": [*people(1), BOT]}, Illegal, "setup/shared-deal"),
    ({"dice": "table", "seats": [*people(1), BOT]}, Illegal, "setup/table-dice"),
    ({"rated": True, "dice": "table"}, Illegal, "setup/unrated"),
    ({"rated": True, "seats": [*people(1), BOT]}, Illegal, "setup/unrated"),
    ({"rated": True, "seats": [*people(1), {"kind": "guest"}]}, Illegal, "setup/unrated"),
    ({"more": None}, Malformed, "setup/more"),
    ({"more": ["heap"]}, Malformed, "setup/more"),
    ({"more": {"replaces": {"game": "g-1", "seq": 1, "hash": "0" * 64}}}, Malformed, "setup/more"),
    ({"more": {"levels": [1]}}, Malformed, "setup/more"),
    ({"more": {"events": []}}, Malformed, "setup/more"),
    ({"more": {"seat": 1}}, Malformed, "setup/more"),
    ({"more": {"half": "\ud800"}}, Malformed, "json/surrogate"),
    ({"more": {"clé": 1}}, Malformed, "json/key"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "sort", "code"), WRONG, ids=[f"{c}-{list(x)}" for x, _, c in WRONG])
def test_a_wrong_agreement_is_refused_and_nothing_is_stored(
    changes: dict[str, Any], sort: type[Refused], code: str
) -> None:
    ada = caller("Ada")
    with refused(sort, code):
        create_game(agreed(**changes), ada, command())
    assert not Game.objects.exists()
    assert not Deal.objects.exists()


def test_deep_nesting_is_refused() -> None:
    deep: Any = {}
    for _ in range(100_000):
        deep = {"more": deep}
    ada = caller("Ada")
    with refused(Malformed, "json/too-deep"):
        create_game(agreed(more=deep), ada, command())


@pytest.mark.parametrize("name", ["", "a b", "ä", "x" * 65, "a\n", "\ud800", None, 7, ["c"], "bot-0-7"])
def test_a_command_needs_an_id(name: Any) -> None:
    ada = caller("Ada")
    with refused(Malformed, "command/id"):
        create_game(agreed(), ada, name)


def test_the_first_event_says_what_was_agreed_on() -> None:
    setup = agreed(seconds=60, timeout="forfeit", rated=True, visibility="private")
    receipt = create_game(setup, caller("Ada"), command())
    [row] = read_log(receipt.game)
    deal = Deal.objects.get()
    assert (row.entry.kind, row.entry.seat, row.seq) == ("game/created", None, 1)
    assert row.entry.data == {
        "key": "brikks",
        "rules_version": 1,
        "variant": "standard",
        "levels": [1, 2],
        "seats": people(2),
        "clock": {"seconds": 60, "timeout": "forfeit"},
        "rated": True,
        "grace": {"seconds": 30, "a_day": 3},
        "visibility": "private",
        "dice": {"scheme": "brikks-dice/1", "deal": deal.pk, "commitment": deal.commitment},
    }


def test_the_receipt_holds_the_hash_of_the_first_event() -> None:
    receipt = create_game(agreed(), caller("Ada"), command())
    stored = Event.objects.get()
    assert (receipt.seq, receipt.hash) == (1, stored.hash)
    assert receipt.hash == chain_hash(FIRST_PREVIOUS, stored.body)


def test_the_log_knows_the_host_by_an_id_of_this_game_only() -> None:
    one, two = open_table(), open_table()
    names = [fold_of(game).host for game in (one, two)]
    assert names == [Actor.objects.get(game=game, account=caller("Ada").account).name for game in (one, two)]
    assert names[0] != names[1]


def test_the_link_and_the_seed_are_not_in_the_log() -> None:
    game = Game.objects.get(pk=open_table())
    text = Event.objects.get(game=game).body
    assert game.invite not in text
    assert game.deal is not None
    assert game.deal.sealed_seed not in text
    assert game.invite not in game.pk


def test_the_same_command_gives_the_same_game() -> None:
    name, ada = command(), caller("Ada")
    first = create_game(agreed(), ada, name)
    assert create_game(agreed(), ada, name) == first
    assert Game.objects.count() == Deal.objects.count() == Event.objects.count() == 1


def test_the_same_command_for_another_agreement_is_refused() -> None:
    name, ada = command(), caller("Ada")
    create_game(agreed(), ada, name)
    with refused(Conflict, "command/reused"):
        create_game(agreed(levels=[1, 1]), ada, name)


def test_the_same_command_of_somebody_else_is_another_game() -> None:
    name = command()
    assert create_game(agreed(), caller("Ada"), name).game != create_game(agreed(), caller("Bob"), name).game


def test_bots_sit_down_at_once_and_add_nothing_to_the_dice() -> None:
    game = create_game(agreed(seats=[BOT, *people(1)]), caller("Ada"), command()).game
    fold = fold_of(game)
    assert fold.seated == ("bot-0", None)
    assert fold.contributions == ("", "")
    assert [row.entry.kind for row in read_log(game)] == ["game/created", "game/joined"]


def test_a_game_may_be_all_bots() -> None:
    fold = fold_of(create_game(agreed(seats=bots("greedy", "random")), caller("Ada"), command()).game)
    assert fold.seated == ("bot-0", "bot-1")


def test_only_a_bots_seat_names_a_bot_and_nothing_else_is_stored_of_seats() -> None:
    seats = [{"kind": "person", "bot": "greedy"}, {"kind": "guest", "bot": "greedy", "color": "red"}]
    fold = fold_of(create_game(agreed(seats=seats), caller("Ada"), command()).game)
    assert fold.created["seats"] == [{"kind": "person"}, {"kind": "guest"}]
    assert [fold.bot(0), fold.bot(1)] == [None, None]


def test_a_rated_game_is_between_registered_players() -> None:
    assert fold_of(create_game(agreed(rated=True), caller("Ada"), command()).game).created["rated"] is True


def test_without_a_clock_there_is_no_deadline_and_the_default_timeout_is_the_games() -> None:
    assert fold_of(open_table()).created["clock"] is None
    clocked = open_table(seconds=5)
    assert fold_of(clocked).created["clock"] == {"seconds": 5, "timeout": "bomb"}
    assert Game.objects.get(pk=clocked).due_at is None


def test_table_dice_have_no_deal() -> None:
    game = open_table(dice="table")
    assert fold_of(game).dice == {"scheme": dice.TABLE}
    assert not Deal.objects.exists()


def test_a_shared_deal_gives_its_commitment_and_frozen_contributions() -> None:
    deal = make_deal(is_shared=True)
    freeze_deal(deal.pk)
    game = open_table(deal=deal.pk)
    assert fold_of(game).dice == {
        "scheme": dice.SCHEME,
        "deal": deal.pk,
        "commitment": deal.commitment,
        "contributions": [],
    }


def closed() -> str:
    deal = make_deal(is_shared=True).pk
    freeze_deal(deal)
    close_deal(deal)
    return deal


@pytest.mark.parametrize(
    ("made", "sort", "code"),
    [
        (lambda: make_deal().pk, NotFound, "deal/not-found"),
        (lambda: make_deal(is_shared=True).pk, Conflict, "deal/not-frozen"),
        (closed, Conflict, "deal/closed"),
    ],
    ids=["of another game", "not frozen", "closed"],
)
def test_a_deal_that_cannot_be_shared_is_refused(made: Callable[[], str], sort: type[Refused], code: str) -> None:
    deal, ada = made(), caller("Ada")
    with refused(sort, code):
        create_game(agreed(deal=deal), ada, command())


@pytest.mark.parametrize("nobody", [Caller(), Caller(bot_seat=0)])
def test_only_people_and_the_server_create_games(nobody: Caller) -> None:
    with refused(Forbidden, "game/no-account"):
        create_game(agreed(), nobody, "bot-1" if nobody.bot_seat == 0 else command())
    assert fold_of(create_game(agreed(), SYSTEM_CALLER, command()).game).host == "system"


def test_further_settings_are_short_because_the_log_keeps_them_for_good() -> None:
    ada = caller("Ada")
    with refused(Malformed, "setup/too-long"):
        create_game(agreed(more={"shout": "x" * 2000}), ada, command())
    assert not Game.objects.exists()
