"""Looking at pairings before everybody sees them, and taking them back until somebody has moved."""

from django.db.models import Q, QuerySet

from engine.log import read_body
from games.accounts.callers import Caller
from games.log.entries import SYSTEM
from games.log.models import Event
from games.play.deals import close_deal
from games.play.models import ResultChange
from games.statuses import ADJUDICATED, FINISHED
from tournaments.log import kinds
from tournaments.log.commands import Receipt
from tournaments.log.drafts import Draft
from tournaments.models import PairingRun, Round, Table, TournamentEvent
from tournaments.models.tournaments import OPEN, OPENING, PAIRED, PUBLISHED, RUNNING
from tournaments.rounds.closing import break_off
from tournaments.rounds.dates import Dates
from tournaments.rounds.dealing import deal_next
from tournaments.rounds.drawing import draw, publish
from tournaments.rounds.inputs import digest_of
from tournaments.rounds.refusals import already_played, out_of_date
from tournaments.selectors.tournaments import load_history
from tournaments.services.organising import require_status
from tournaments.services.rounds.organising import command, organise, require_round


def pair_again(tournament_id: str, by: Caller, command_id: str) -> Receipt:
    """Pair a round anew that is not published, as after somebody has left or two must not meet.

    From the same history comes the same pairing: nobody can draw until they like it.
    """

    def decide(draft: Draft, actor: str) -> None:
        latest = _require(draft, PAIRED)
        history = load_history(draft.tournament, latest.number - 1)
        draw(draft, latest.number, history, Dates(latest.opens_at, latest.closes_at), actor)

    return organise(tournament_id, command(command_id, by, "pair_again"), decide)


def publish_round(tournament_id: str, by: Caller, command_id: str) -> Receipt:
    """Let everybody see the pairings, unless something has changed since; the round opens at its time."""

    def decide(draft: Draft, actor: str) -> None:
        latest = _require(draft, PAIRED)
        history = load_history(draft.tournament, latest.number - 1)
        if digest_of(history) != _drawn_from(latest):
            raise out_of_date()
        publish(draft, latest.number, actor)

    return organise(tournament_id, command(command_id, by, "publish_round"), decide)


def unpublish_round(tournament_id: str, by: Caller, command_id: str) -> Receipt:
    """Take the pairings back as long as nobody has moved; games that were made are called off."""

    def decide(draft: Draft, actor: str) -> None:
        latest = _require(draft, PUBLISHED, OPENING, OPEN)
        tables = Table.objects.filter(round=latest, game__isnull=False).order_by("game_id")
        if latest.closed_at is not None or _is_begun(latest, tables):
            raise already_played()
        games = [str(game) for game in tables.values_list("game", flat=True)]
        for game in games:
            break_off(game)
        ResultChange.objects.filter(pk__in=games).delete()
        draft.add(kinds.ROUND_UNPUBLISHED, {"round": latest.number}, actor)
        if latest.deal_id is not None:
            close_deal(latest.deal_id)
            deal_next(draft, latest.number)

    return organise(tournament_id, command(command_id, by, "unpublish_round"), decide)


def _require(draft: Draft, *statuses: str) -> Round:
    require_status(draft.tournament, RUNNING)
    return require_round(draft, *statuses)


def _drawn_from(latest: Round) -> str:
    """The hash of everything that a round was last drawn from."""
    run = PairingRun.objects.filter(round=latest).order_by("-number").values("seq")[:1]
    drawn = TournamentEvent.objects.get(tournament=latest.tournament_id, seq=run)
    return str(read_body(drawn.body)["data"]["inputs"])


def _is_begun(latest: Round, tables: QuerySet[Table]) -> bool:
    """Whether somebody has moved, a game has ended without a move, or a result was entered; a walkover that was noted
    when the round opened is none."""
    moves = Event.objects.filter(game__in=tables.values("game")).exclude(actor=SYSTEM).exclude(kind__contains="/")
    over = tables.filter(Q(is_done=True) | Q(game__status__in=(FINISHED, ADJUDICATED)))
    entered = Table.objects.filter(round=latest, is_done=True, is_on_paper=True)
    return moves.exists() or over.exists() or entered.exists()
