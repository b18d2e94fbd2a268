"""Wires the app into Django."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Clubs, leagues and tournaments."""

    name = "tournaments"
    default = True

    def ready(self) -> None:
        """Tell the games who is what in the clubs, and take part in what happens to whole accounts."""
        from games.accounts.parts import acquaint_with, erase_with, export_with
        from games.clubs import answer_with, list_with
        from tournaments.selectors import club_names_of, export_clubs, role_of, runs_one, share_a_club
        from tournaments.services import leave_every_club

        answer_with(role_of, runs_one)
        list_with(club_names_of)
        acquaint_with(share_a_club)
        erase_with(leave_every_club)
        export_with(export_clubs)
        self._keep_logs()
        self._run_rounds()

    def _keep_logs(self) -> None:
        """Have the logs of tournaments guarded and audited like those of games, and forget who was who in them."""
        from games.accounts.parts import erase_with, export_with
        from games.audit.parts import rebuild_with
        from tournaments.audit.rebuilding import rebuild_tournaments
        from tournaments.selectors.entries import export_entries
        from tournaments.selectors.notices import export_notices
        from tournaments.services.forgetting import leave_every_tournament

        _have_audited()
        rebuild_with("tournaments", rebuild_tournaments)
        erase_with(leave_every_tournament)
        export_with(export_entries)
        export_with(export_notices)

    def _run_rounds(self) -> None:
        """See to rounds whenever the clocks of games are seen to."""
        from games.clocks.hooks import on_outage, on_result, sweep_with
        from tournaments.notices.posting import post
        from tournaments.rounds.grace import give_grace
        from tournaments.rounds.sweep import sweep
        from tournaments.tasks import take_in_results

        sweep_with(sweep)
        sweep_with(post)
        on_outage(give_grace)
        on_result(lambda game: take_in_results.delay_on_commit())


class AuditedConfig(AppConfig):
    """The same for `manage.py audit`, which needs the logs and nothing of what grows them."""

    name = "tournaments"

    def ready(self) -> None:
        """Take part in the audit."""
        _have_audited()


def _have_audited() -> None:
    from games.audit.parts import audit_with
    from games.guards.tables import chained, guard
    from tournaments.audit.whole import check_tournaments

    guard(chained("tournaments_tournamentevent", "tournament_id"))
    audit_with(check_tournaments)
