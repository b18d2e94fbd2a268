"""Wires the app into Django, and into games: every point of `games.extension` at which tournaments joins in."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Clubs, leagues and tournaments."""

    name = "tournaments"
    default = True

    def ready(self) -> None:
        """Join in wherever games asks or tells."""
        _join_logs()
        self._answer()
        self._join_accounts()
        self._join_rounds()
        self._join_ratings()
        self._join_pages()

    def _answer(self) -> None:
        """Say who is what in the clubs, what tournaments are called, and what holds of their tables."""
        from games import extension
        from tournaments.clubs.selectors import club_names_of, role_of, runs_one
        from tournaments.events.selectors.rounds import overridden_among
        from tournaments.events.selectors.schedule import wait_of_table
        from tournaments.events.selectors.visibility import tournament_names

        extension.club_role.fill(role_of)
        extension.runs_a_club.fill(runs_one)
        extension.clubs_of.fill(club_names_of)
        extension.tournament_names_seen.fill(tournament_names)
        extension.overridden_among.fill(overridden_among)
        extension.table_wait.fill(wait_of_table)

    def _join_accounts(self) -> None:
        """Take part in the export and the end of whole accounts, and say who knows whom."""
        from games import extension
        from tournaments.clubs.page_selectors import export_clubs
        from tournaments.clubs.services.clubs import leave_every_club
        from tournaments.events.selectors.acquaintance import clubmates_among, tablemates_among, visitors_among
        from tournaments.events.selectors.entrants import export_tournaments
        from tournaments.events.services.entrants import leave_every_tournament
        from tournaments.notices.selectors import export_notices
        from tournaments.ratings.erasure import forget_player
        from tournaments.ratings.selectors import export_ratings

        extension.acquaintances.connect(clubmates_among, tablemates_among, visitors_among)
        extension.on_erase.connect(leave_every_club, leave_every_tournament)
        extension.on_forget.connect(forget_player)
        extension.account_export.connect(export_clubs, export_tournaments, export_notices, export_ratings)

    def _join_rounds(self) -> None:
        """See to rounds whenever the clocks of games are seen to, and hear of results and disputes."""
        from games import extension
        from tournaments.events.rounds.grace import give_grace, move_rounds
        from tournaments.events.rounds.runner import sweep
        from tournaments.events.tasks import take_in_results
        from tournaments.notices.dispute_notices import notify_of_dispute
        from tournaments.notices.mail import have_mails_sent
        from tournaments.notices.models import Notice

        extension.on_sweep.connect(sweep, have_mails_sent)
        extension.on_outage.connect(give_grace)
        extension.on_step.connect(move_rounds, extension.move_times(Notice, "mail_due_at"))
        extension.on_dispute_news.connect(notify_of_dispute)
        extension.on_result.connect(lambda game: take_in_results.delay_on_commit())

    def _join_ratings(self) -> None:
        """Count results, and make anew what follows from them and from the logs of tournaments."""
        from games import extension
        from tournaments.audit.rebuild import rebuild_tournaments
        from tournaments.ratings.idle_games import end_idle_games, excuse_outage
        from tournaments.ratings.leaderboards.redis_boards import request_refresh
        from tournaments.ratings.models import CountingLease, RatingPool
        from tournaments.ratings.rebuild import rebuild_ratings
        from tournaments.ratings.services import request_counting
        from tournaments.ratings.solo.services import rebuild_solo

        extension.on_sweep.connect(request_refresh, end_idle_games, request_counting)
        extension.on_outage.connect(excuse_outage)
        extension.on_step.connect(
            extension.move_times(CountingLease, "until"), extension.move_times(RatingPool, "building_until")
        )
        extension.rebuilds.add(
            extension.Rebuild("tournaments", rebuild_tournaments),
            extension.Rebuild("ratings", rebuild_ratings),
            extension.Rebuild("solo", rebuild_solo),
        )

    def _join_pages(self) -> None:
        """Say on profiles how people have done, and on the pages of games how they compare."""
        from games import extension
        from tournaments.profiles.panels import career_panel, contest_panel, field_panel, titles_panel, unrated_panel

        extension.profile_panels.connect(career_panel)
        extension.game_panels.connect(titles_panel, contest_panel, field_panel, unrated_panel)


class AuditedConfig(AppConfig):
    """The same for `manage.py audit`, which needs the logs and nothing of what grows them."""

    name = "tournaments"

    def ready(self) -> None:
        """Take part in the audit."""
        _join_logs()


def _join_logs() -> None:
    """Have the logs of tournaments guarded, covered and audited like those of games."""
    from games import extension
    from games.extension import CoveringIndex
    from tournaments.events.log.event_store import TOURNAMENT_LOGS

    extension.other_logs.add(TOURNAMENT_LOGS)
    for table in (
        *("announcement", "assignment", "club", "clubperson", "countinglease", "joinrequest", "league"),
        *("mailwish", "membership", "notice", "ratingpool", "season"),
    ):
        extension.covering_indexes.add(CoveringIndex(f"tournaments_{table}"))
    extension.covering_indexes.add(
        CoveringIndex("tournaments_round", ("remind_at", "looks_at")),
        CoveringIndex("tournaments_tournament", ("name", "due_at")),
    )
    extension.audit_checks.add(
        "tournaments.audit.column_types.check_types",
        "tournaments.audit.tournaments.check_tournaments",
        "tournaments.audit.ratings.check_ratings",
        "tournaments.audit.solo.check_solo",
        "tournaments.audit.tournaments.check_roles",
    )
