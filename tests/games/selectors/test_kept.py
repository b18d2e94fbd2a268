"""Seats that a tournament keeps: who sees them, in which lists they stand, and what nobody learns from them."""

import pytest

from games.accounts.callers import ANYBODY, SYSTEM_CALLER, Viewer, viewer_of
from games.extension import tournament_names_seen
from games.live.streams import turn_messages
from games.play import bots
from games.play.cards import player_name, see_card
from games.play.game_lists import games_of, public_games, public_games_of
from games.play.lifecycle import abort_game
from games.play.models import GameCard
from games.play.setup import HIDDEN, PRIVATE
from games.play.visibility import see_log, see_position, sight_of
from games.records.export import export_record
from games.refusals import NotFound
from games.tables.selectors.lobby import count_live, featured_game, games_going_on, games_page, open_tables
from games.tables.selectors.table import see_invitation, see_seats
from tests.games.reserved import TOURNAMENT, kept_deal, kept_table, sit_down
from tests.games.tables import account, command, fold_of

pytestmark = pytest.mark.django_db


def viewer(name: str, **fields: bool) -> Viewer:
    return viewer_of(account(name, **fields))


def ids(name: str) -> list[str]:
    return list(games_of(account(name).pk).values_list("pk", flat=True))


@pytest.mark.parametrize("visibility", ["public", PRIVATE, HIDDEN])
def test_a_kept_seat_is_among_ones_own_games_before_and_after_it_is_taken(visibility: str) -> None:
    game = kept_table("Ada", "Bob", visibility=visibility)
    assert (ids("Ada"), ids("Bob"), ids("Cleo")) == ([game], [game], [])
    assert [listed.is_kept for listed in games_going_on(viewer("Ada"))] == [True]
    sit_down(game, "Ada")
    assert (ids("Ada"), ids("Bob")) == ([game], [game])
    [listed] = games_going_on(viewer("Ada"))
    assert (listed.is_kept, listed.is_seated, listed.is_turn) == (False, True, False)
    sit_down(game, "Bob")
    [listed] = games_going_on(viewer("Ada"))
    assert (listed.is_kept, listed.is_turn) == (False, 0 in fold_of(game).awaited)


def test_it_is_free_for_nobody_else() -> None:
    game = kept_table("Ada", "Bob")
    cleo = viewer("Cleo")
    assert GameCard.objects.get(pk=game).free_seats == 0
    assert open_tables(cleo) == open_tables(ANYBODY) == []
    [listed] = games_page("open", "", False, 1, cleo).games
    assert (listed.game["id"], listed.game["tournament"], listed.is_kept) == (game, TOURNAMENT, False)
    assert see_invitation(game, viewer("Cleo"))["free"] == []
    assert see_invitation(game, viewer("Ada"))["free"] == ["person"]


def test_the_card_says_for_whom_seats_are_kept() -> None:
    account("Bob", is_private=True)
    game = kept_table("Ada", "Bob", "greedy")
    card = see_card(game, viewer("Bob"))
    assert (card["seat"], card["reserved"], card["is_host"]) == (None, 1, False)
    assert [(one["seat"], one["name"], one["handle"]) for one in card["expected"]] == [
        (0, "Ada", "ada"),
        (1, "Bob", None),
    ]
    sit_down(game, "Bob")
    card = see_card(game, viewer("Bob"))
    assert (card["seat"], card["reserved"]) == (1, None)
    assert [one["name"] for one in card["expected"]] == ["Ada"]
    assert see_card(game, ANYBODY)["reserved"] is None
    table = see_seats(game, viewer("Ada"))["table"]
    assert [(seat["player"] is None, seat["kept_for"] is None) for seat in table] == [
        (True, False),
        (False, True),
        (False, True),
    ]


def test_somebody_who_was_erased_is_expected_without_a_name() -> None:
    game = kept_table("Ada", "Bob")
    account("Bob").delete()
    [ada, bob] = see_card(game, viewer("Ada"))["expected"]
    assert (ada["kind"], bob["kind"], bob["name"]) == ("person", "erased", None)


@pytest.mark.parametrize("visibility", ["public", PRIVATE, HIDDEN])
def test_a_kept_run_on_a_shared_deal_is_known_to_its_player_alone(visibility: str) -> None:
    deal = kept_deal()
    games = {name: kept_table(name, deal=deal, visibility=visibility) for name in ("Ada", "Bob")}
    bot_run = kept_table("greedy", deal=deal, visibility=visibility)
    bots.play(bot_run, seconds=60)
    sit_down(games["Bob"], "Bob")
    others = [ANYBODY, viewer("Bob"), viewer("Sam", is_staff=True), viewer("Cleo")]
    assert sight_of(games["Ada"], viewer("Ada")).seat is None
    for game, strangers in (
        (games["Ada"], others),
        (games["Bob"], [ANYBODY, viewer("Ada"), viewer("Sam")]),
        (bot_run, [*others, viewer("Ada")]),
    ):
        for look in (see_card, see_log, see_position, see_seats):
            for stranger in strangers:
                with pytest.raises(NotFound):
                    look(game, stranger)
    assert list(public_games()) == list(public_games_of(account("Bob").pk)) == []
    assert (count_live(), featured_game(ANYBODY), open_tables(ANYBODY)) == (0, None, [])
    assert (ids("Ada"), ids("Bob"), ids("Cleo")) == ([games["Ada"]], [games["Bob"]], [])
    told = turn_messages([account("Ada").pk, account("Bob").pk])
    assert games["Bob"] not in told[account("Ada").pk].text
    assert games["Ada"] not in told[account("Ada").pk].text


def test_an_aborted_game_is_nobodys_any_more() -> None:
    game = kept_table("Ada", "Bob")
    abort_game(game, SYSTEM_CALLER, command())
    assert (ids("Ada"), games_going_on(viewer("Ada"))) == ([], [])


def test_lists_name_those_for_whom_seats_are_kept_until_they_sit_there() -> None:
    game = kept_table("Ada", "Bob")
    [listed] = games_page("open", "", False, 1, ANYBODY).games
    assert ([one["name"] for one in listed.expected], listed.players) == (["Ada", "Bob"], [])
    sit_down(game, "Bob")
    [listed] = games_page("open", "", False, 1, ANYBODY).games
    assert [one["name"] for one in listed.expected] == ["Ada"]
    assert [one["name"] for one in listed.players] == ["Bob"]


def test_lists_name_a_tournament_only_to_those_who_may_know_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ada = account("Ada").pk
    known = {ada: {TOURNAMENT: "The Autumn Duels"}}
    monkeypatch.setattr(tournament_names_seen, "function", lambda tournaments, account: known.get(account, {}))
    kept_table("Ada", "Bob")
    assert [listed.tournament for listed in games_going_on(viewer("Ada"))] == ["The Autumn Duels"]
    assert [listed.tournament for listed in games_page("open", "", False, 1, ANYBODY).games] == [""]


def test_private_players_at_one_table_are_told_apart_in_lists_and_records() -> None:
    for name in ("Ada", "Bob"):
        account(name, is_minor=True)
    game = kept_table("Ada", "Bob")
    told = ["A private player 1", "A private player 2"]
    [listed] = games_page("", "", False, 1, ANYBODY).games
    assert [player_name(one) for one in listed.expected] == told
    sit_down(game, "Ada")
    [listed] = games_page("", "", False, 1, ANYBODY).games
    assert [player_name(one) for one in (*listed.players, *listed.expected)] == told
    sit_down(game, "Bob")
    [listed] = games_page("", "", False, 1, ANYBODY).games
    assert [player_name(one) for one in listed.players] == export_record(game, ANYBODY)["players"] == told
    assert export_record(game, viewer("Ada"))["players"] == ["Ada", "Bob"]
