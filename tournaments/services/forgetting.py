"""What becomes of tournaments when an account is erased: it goes out of them, and nobody knows any more whose ids in
their logs were its own. Not a byte of a log changes."""

from games.log.sql import write_transaction
from tournaments.log.drafts import Draft, lock_tournament, store
from tournaments.log.kinds import WITHDRAWN
from tournaments.models import Entrant, TournamentActor, TournamentText
from tournaments.selectors.tournaments import open_round
from tournaments.services.organising import UNTIL_THE_END


def leave_every_tournament(account: int) -> None:
    """Withdraw an account from every tournament and forget that it was there; its words go as well."""
    known = TournamentActor.objects.filter(account=account).values_list("tournament", flat=True)
    entered = Entrant.objects.filter(account=account).values_list("tournament", flat=True)
    for tournament_id in sorted({*known, *entered}):
        _leave(tournament_id, account)
    TournamentText.objects.filter(author=account).delete()


def _leave(tournament_id: str, account: int) -> None:
    with write_transaction():
        draft = Draft(lock_tournament(tournament_id))
        entries = Entrant.objects.filter(tournament=draft.tournament, account=account)
        for entrant in entries.filter(left_round=None):
            if draft.tournament.status in UNTIL_THE_END:
                draft.add(WITHDRAWN, {"entrant": entrant.pk, "round": open_round(draft.tournament)})
        entries.update(account=None)
        TournamentActor.objects.filter(tournament=draft.tournament, account=account).delete()
        store(draft)
