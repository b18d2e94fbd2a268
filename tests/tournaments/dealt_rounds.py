"""Rounds for deals whose runs are made as rows."""

import secrets
from datetime import UTC, datetime

from games.play.models import Deal
from tests.tournaments.sample_clubs import club
from tournaments.clubs.models import Club
from tournaments.events.models import Round, Tournament
from tournaments.events.statuses import CLOSED, RUNNING

AT = datetime(2026, 3, 1, tzinfo=UTC)


def dealt(deal: Deal, tournament: str = "t-1") -> Deal:
    """The same deal, as that of a closed round."""
    number = 1 + Round.objects.filter(tournament=_tournament(tournament)).count()
    Round.objects.create(
        tournament_id=tournament, number=number, status=CLOSED, opens_at=AT, closes_at=AT, closed_at=AT, deal=deal
    )
    return deal


def _tournament(name: str) -> Tournament:
    found = Tournament.objects.filter(pk=name).first()
    return found or Tournament.objects.create(
        id=name,
        club=Club.objects.first() or club(),
        name="Bricks for all",
        format="duplicate",
        settings="{}",
        seed="",
        is_public=True,
        invite=secrets.token_hex(8),
        created_at=AT,
        seq=0,
        head_hash="0" * 64,
        last_at="",
        status=RUNNING,
    )
