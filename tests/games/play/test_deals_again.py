"""Playing a closed deal again for fun: the same dice, provable as before, and part of nothing."""

import pytest

from engine.errors import Illegal, Malformed
from engine.verify import verify
from games.accounts.callers import ANYBODY, caller_of, viewer_of
from games.accounts.guests import make_guest
from games.integrity.audit.full_audit import audit
from games.log.event_store import read_log
from games.log.models import Event, Game
from games.play.creation import create_game, replay_deal
from games.play.deals import close_deal, reveal_deal
from games.play.game_lists import public_games
from games.play.models import Attempt, Deal, GameCard, UncountedResult
from games.play.moves import make_move
from games.play.seats import join_game
from games.play.setup import Setup
from games.records.export import export_record
from games.refusals import Conflict, NotFound
from tests.games.refusals import refused
from tests.games.reserved import kept_deal, kept_table, play_kept, sit_down
from tests.games.sample_tables import account, caller, choose, command, fold_of, people

pytestmark = pytest.mark.django_db


def played_deal(*names: str, **setup: object) -> tuple[str, list[str]]:
    """A deal that these have played, each alone; and their games."""
    deal = kept_deal()
    games = [kept_table(name, deal=deal, **setup) for name in names]
    for game, name in zip(games, names, strict=True):
        sit_down(game, name)
        play_kept(game, [name])
    return deal, games


def closed_deal(*names: str, **setup: object) -> tuple[str, list[str]]:
    """The same, closed."""
    deal, games = played_deal(*names, **setup)
    close_deal(deal)
    return deal, games


def play(game: str, name: str) -> None:
    """Play a game to its end."""
    while not (fold := fold_of(game)).is_over:
        make_move(game, caller(name), command(), choose(fold, 0, "greedy"), fold.asked)


def rolls(game: str) -> list[object]:
    """What the dice have shown."""
    return [row.entry.data for row in read_log(game) if row.entry.kind == "roll"]


def test_the_dice_are_the_same_and_can_be_checked() -> None:
    deal, [first] = closed_deal("Ada", levels=[2])
    reveal_deal(deal)
    again = replay_deal(deal, caller("Bob"), command()).game
    assert fold_of(again).created["levels"] == [2]
    play(again, "Bob")
    length = min(len(rolls(first)), len(rolls(again)))
    assert length > 3
    assert rolls(first)[:length] == rolls(again)[:length]
    assert fold_of(again).dice == fold_of(first).dice
    record = export_record(again, ANYBODY)
    checks = verify(record)
    assert [checks[name] for name in ("chain", "dice", "rules", "result")] == ["ok"] * 4
    assert record["dice"]["seed"] == export_record(first, ANYBODY)["dice"]["seed"]
    assert audit().findings == []


def test_it_is_marked_unrated_and_nobodys_attempt() -> None:
    deal, [first] = closed_deal("Ada")
    again = replay_deal(deal, caller("Ada"), command()).game
    created = Event.objects.get(game=again, seq=1)
    assert '"again":true' in created.body
    card = GameCard.objects.get(pk=again)
    assert (card.is_rated, card.tournament, card.deal_id) == (False, None, deal)
    assert list(Attempt.objects.values_list("game", flat=True)) == [first]
    assert fold_of(again).status == "running"


def test_while_it_goes_on_nothing_is_wrong_with_it() -> None:
    deal, _ = closed_deal("Ada")
    reveal_deal(deal)
    again = replay_deal(deal, caller("Bob"), command()).game
    assert not fold_of(again).is_revealed
    close_deal(deal)
    assert audit().findings == []


def test_a_deal_that_is_open_is_played_by_nobody_again() -> None:
    deal, _ = played_deal("Ada")
    account("Bob")
    with refused(NotFound, "deal/not-found"):
        replay_deal(deal, caller("Bob"), command())
    with refused(NotFound, "deal/not-found"):
        replay_deal("d-nothing", caller("Bob"), command())
    assert not GameCard.objects.filter(deal=deal, tournament=None).exists()


def test_a_deal_of_ones_own_game_is_not_for_others() -> None:
    game = create_game(Setup("solo", [1], people(1)), caller("Ada"), command()).game
    deal = Game.objects.get(pk=game).deal_id
    assert deal is not None
    account("Bob")
    with refused(NotFound, "deal/not-found"):
        replay_deal(deal, caller("Bob"), command())


def test_the_same_command_again_is_the_same_game() -> None:
    deal, _ = closed_deal("Ada")
    name = command()
    first = replay_deal(deal, caller("Bob"), name)
    assert replay_deal(deal, caller("Bob"), name) == first
    assert replay_deal(deal, caller("Bob"), command()).game != first.game


def test_guests_may_and_strangers_see_it_as_any_other_game() -> None:
    deal, _ = closed_deal("Ada")
    guest = make_guest("Gast")
    again = replay_deal(deal, caller_of(guest), command()).game
    assert fold_of(again).created["seats"] == [{"kind": "guest"}]
    assert again in public_games().values_list("pk", flat=True)


def test_it_is_seen_by_those_alone_who_see_the_games_that_were_played_on_it() -> None:
    deal, _ = closed_deal("Ada", visibility="hidden")
    again = replay_deal(deal, caller("Bob"), command()).game
    assert export_record(again, viewer_of(account("Bob")))["id"] == again
    account("Cleo")
    with refused(NotFound, "game/not-found"):
        export_record(again, viewer_of(account("Cleo")))


def test_nobody_else_sits_down_there() -> None:
    deal, _ = closed_deal("Ada")
    again = replay_deal(deal, caller("Bob"), command()).game
    account("Cleo")
    with refused(Conflict, "game/not-open"):
        join_game(again, caller("Cleo"), command(), "")


@pytest.mark.parametrize("more", [{"rated": True}, {"deal": None}])
def test_it_goes_together_with_nothing_that_counts(more: dict[str, object]) -> None:
    deal, _ = closed_deal("Ada")
    setup = Setup(**{"variant": "solo", "levels": [1], "seats": people(1), "deal": deal, "again": True, **more})  # type: ignore[arg-type]
    account("Bob")
    with refused(Illegal, "setup/again"):
        create_game(setup, caller("Bob"), command())


def test_nobody_marks_a_game_of_their_own_as_played_again() -> None:
    deal, _ = played_deal("Ada")
    setup = Setup("solo", [1], people(1), more={"again": True})
    account("Bob")
    with refused(Malformed, "setup/more"):
        create_game(setup, caller("Bob"), command())
    assert Deal.objects.get(pk=deal).closed_at is None


def test_its_result_is_left_for_nobody_to_rate() -> None:
    deal, _ = closed_deal("Ada")
    UncountedResult.objects.all().delete()
    again = replay_deal(deal, caller("Bob"), command()).game
    play(again, "Bob")
    cards = GameCard.objects.filter(pk__in=UncountedResult.objects.values("game"))
    assert not cards.filter(is_rated=True).exists()


def test_the_audit_knows_a_game_again_on_a_deal_that_was_never_closed() -> None:
    deal, _ = closed_deal("Ada")
    again = replay_deal(deal, caller("Bob"), command()).game
    Deal.objects.filter(pk=deal).update(closed_at=None)
    assert ("deal/again", again) in [(finding.code, finding.game) for finding in audit().findings]
