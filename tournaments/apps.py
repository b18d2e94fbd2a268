"""Wires the app into Django."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Clubs, leagues and tournaments."""

    name = "tournaments"
    default = True

    def ready(self) -> None:
        """Tell the games who is what in the clubs, and take part in what happens to whole accounts."""
        from games.accounts.hooks import acquaint_with, erase_with, export_with
        from games.extension import provide_club_roles as answer_with
        from games.extension import provide_clubs as list_with
        from games.extension import provide_overridden_games as mark_with
        from games.extension import provide_tournament_names as name_with
        from tournaments.clubs.page_selectors import export_clubs
        from tournaments.clubs.selectors import club_names_of, role_of, runs_one
        from tournaments.clubs.services.clubs import leave_every_club
        from tournaments.events.selectors.acquaintance import clubmates_among, tablemates_among, visitors_among
        from tournaments.events.selectors.rounds import overridden_among
        from tournaments.events.selectors.visibility import tournament_names

        answer_with(role_of, runs_one)
        list_with(club_names_of)
        name_with(tournament_names)
        mark_with(overridden_among)
        for knows in (clubmates_among, tablemates_among, visitors_among):
            acquaint_with(knows)
        erase_with(leave_every_club)
        export_with(export_clubs)
        self._keep_logs()
        self._run_rounds()
        self._fill_profiles()
        self._rate()

    def _keep_logs(self) -> None:
        """Have the logs of tournaments guarded and audited like those of games, and forget who was who in them."""
        from games.accounts.hooks import erase_with, export_with
        from games.integrity.audit.hooks import rebuild_with
        from tournaments.audit.rebuild import rebuild_tournaments
        from tournaments.events.selectors.entrants import export_tournaments as export_entries
        from tournaments.events.services.entrants import leave_every_tournament
        from tournaments.notices.selectors import export_notices

        _have_audited()
        rebuild_with("tournaments", rebuild_tournaments)
        erase_with(leave_every_tournament)
        export_with(export_entries)
        export_with(export_notices)

    def _run_rounds(self) -> None:
        """See to rounds whenever the clocks of games are seen to."""
        from games.extension import move_with_steps, on_outage, on_result, on_step
        from games.extension import on_dispute_news as hear_with
        from games.extension import on_sweep as sweep_with
        from games.extension import provide_table_waits as wait_with
        from tournaments.events.rounds.grace import give_grace, move_rounds
        from tournaments.events.rounds.runner import sweep
        from tournaments.events.selectors.schedule import wait_of_table as wait_of
        from tournaments.events.tasks import take_in_results
        from tournaments.notices.dispute_notices import notify_of_dispute as tell_of_review
        from tournaments.notices.mail import have_mails_sent as post
        from tournaments.notices.models import Notice
        from tournaments.ratings.idle_games import end_idle_games as end_idle_runs
        from tournaments.ratings.idle_games import excuse_outage as give_back
        from tournaments.ratings.leaderboards.redis_boards import request_refresh as have_refreshed
        from tournaments.ratings.models import CountingLease, RatingPool

        sweep_with(sweep)
        sweep_with(post)
        sweep_with(have_refreshed)
        sweep_with(end_idle_runs)
        on_outage(give_grace)
        on_outage(give_back)
        on_step(move_rounds)
        move_with_steps(Notice, "mail_due_at")
        move_with_steps(CountingLease, "until")
        move_with_steps(RatingPool, "building_until")
        hear_with(tell_of_review)
        on_result(lambda game: take_in_results.delay_on_commit())
        wait_with(wait_of)

    def _rate(self) -> None:
        """Count results, make anew what follows from them, tell people what is theirs, and forget whose it was."""
        from games.accounts.hooks import export_with, forget_with
        from games.extension import on_sweep as sweep_with
        from games.integrity.audit.hooks import rebuild_with
        from tournaments.ratings.erasure import forget_player
        from tournaments.ratings.rebuild import rebuild_ratings
        from tournaments.ratings.selectors import export_ratings
        from tournaments.ratings.services import request_counting as have_counted
        from tournaments.ratings.solo.services import rebuild_solo

        sweep_with(have_counted)
        rebuild_with("ratings", rebuild_ratings)
        rebuild_with("solo", rebuild_solo)
        forget_with(forget_player)
        export_with(export_ratings)

    def _fill_profiles(self) -> None:
        """Say on profiles how people have done, and on the pages of games how they compare."""
        from games.tables.panels import add_game_panel as end_with
        from games.tables.panels import add_profile_panel as show_with
        from tournaments.profiles.panels import career_panel, contest_panel, field_panel, titles_panel, unrated_panel

        show_with(career_panel)
        end_with(titles_panel)
        end_with(contest_panel)
        end_with(field_panel)
        end_with(unrated_panel)


class AuditedConfig(AppConfig):
    """The same for `manage.py audit`, which needs the logs and nothing of what grows them."""

    name = "tournaments"

    def ready(self) -> None:
        """Take part in the audit."""
        _have_audited()


def _have_audited() -> None:
    from games.integrity.audit.hooks import audit_with
    from games.integrity.covering_indexes import add_covering_index
    from games.log.log_sorts import add_log_sort
    from tournaments.events.log.event_store import TOURNAMENT_LOGS

    add_log_sort(TOURNAMENT_LOGS)
    for table in (
        *("announcement", "assignment", "club", "clubperson", "countinglease", "joinrequest", "league"),
        *("mailwish", "membership", "notice", "ratingpool", "season"),
    ):
        add_covering_index(f"tournaments_{table}")
    add_covering_index("tournaments_round", "remind_at", "looks_at")
    add_covering_index("tournaments_tournament", "name", "due_at")
    audit_with(
        "tournaments.audit.column_types.check_types",
        "tournaments.audit.tournaments.check_tournaments",
        "tournaments.audit.ratings.check_ratings",
        "tournaments.audit.solo.check_solo",
        "tournaments.audit.tournaments.check_roles",
    )
