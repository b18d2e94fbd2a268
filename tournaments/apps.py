"""Wires the app into Django."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Clubs, leagues and tournaments."""

    name = "tournaments"
    default = True

    def ready(self) -> None:
        """Tell the games who is what in the clubs, and take part in what happens to whole accounts."""
        from games.accounts.hooks import acquaint_with, erase_with, export_with
        from games.extension import (
            provide_club_roles,
            provide_clubs,
            provide_overridden_games,
            provide_tournament_names,
        )
        from tournaments.clubs.page_selectors import export_clubs
        from tournaments.clubs.selectors import club_names_of, role_of, runs_one
        from tournaments.clubs.services.clubs import leave_every_club
        from tournaments.events.selectors.acquaintance import clubmates_among, tablemates_among, visitors_among
        from tournaments.events.selectors.rounds import overridden_among
        from tournaments.events.selectors.visibility import tournament_names

        provide_club_roles(role_of, runs_one)
        provide_clubs(club_names_of)
        provide_tournament_names(tournament_names)
        provide_overridden_games(overridden_among)
        for knows in (clubmates_among, tablemates_among, visitors_among):
            acquaint_with(knows)
        erase_with(leave_every_club)
        export_with(export_clubs)
        self._join_rooms()
        self._keep_logs()
        self._run_rounds()
        self._fill_profiles()
        self._rate()

    def _join_rooms(self) -> None:
        """Let the rooms hear of each other: who claims what, which tournament is over, and what notices name."""
        from tournaments import extension
        from tournaments.events import notice_facts
        from tournaments.events.services.entrants import has_entered, take_over_entries
        from tournaments.leagues.services.assignments import take_over_assignments
        from tournaments.leagues.services.seasons import settle_season_of

        extension.provide_participation(has_entered)
        extension.on_person_claimed(take_over_entries)
        extension.on_person_claimed(take_over_assignments)
        extension.on_tournament_end(settle_season_of)
        extension.provide_notice_facts(
            extension.NoticeFacts(
                names=notice_facts.names_in_notices,
                closed_rounds=notice_facts.closed_rounds,
                results=notice_facts.results_in_words,
                club_zone=notice_facts.club_zone_of,
            )
        )

    def _keep_logs(self) -> None:
        """Have the logs of tournaments guarded and audited like those of games, and forget who was who in them."""
        from games.accounts.hooks import erase_with, export_with
        from games.integrity.audit.hooks import rebuild_with
        from tournaments.audit.rebuild import rebuild_tournaments
        from tournaments.events.selectors.entrants import export_tournaments
        from tournaments.events.services.entrants import leave_every_tournament
        from tournaments.notices.selectors import export_notices

        _have_audited()
        rebuild_with("tournaments", rebuild_tournaments)
        erase_with(leave_every_tournament)
        export_with(export_tournaments)
        export_with(export_notices)

    def _run_rounds(self) -> None:
        """See to rounds whenever the clocks of games are seen to."""
        from games.extension import (
            move_with_steps,
            on_dispute_news,
            on_outage,
            on_result,
            on_step,
            on_sweep,
            provide_table_waits,
        )
        from tournaments.events.rounds.grace import give_grace, move_rounds
        from tournaments.events.rounds.runner import sweep
        from tournaments.events.selectors.schedule import wait_of_table
        from tournaments.events.tasks import take_in_results
        from tournaments.notices.dispute_notices import notify_of_dispute
        from tournaments.notices.mail import have_mails_sent
        from tournaments.notices.models import Notice
        from tournaments.ratings.idle_games import end_idle_games, excuse_outage
        from tournaments.ratings.leaderboards.redis_boards import request_refresh
        from tournaments.ratings.models import CountingLease, RatingPool

        on_sweep(sweep)
        on_sweep(have_mails_sent)
        on_sweep(request_refresh)
        on_sweep(end_idle_games)
        on_outage(give_grace)
        on_outage(excuse_outage)
        on_step(move_rounds)
        move_with_steps(Notice, "mail_due_at")
        move_with_steps(CountingLease, "until")
        move_with_steps(RatingPool, "building_until")
        on_dispute_news(notify_of_dispute)
        on_result(lambda game: take_in_results.delay_on_commit())
        provide_table_waits(wait_of_table)

    def _rate(self) -> None:
        """Count results, make anew what follows from them, tell people what is theirs, and forget whose it was."""
        from games.accounts.hooks import export_with, forget_with
        from games.extension import on_sweep
        from games.integrity.audit.hooks import rebuild_with
        from tournaments.ratings.erasure import forget_player
        from tournaments.ratings.rebuild import rebuild_ratings
        from tournaments.ratings.selectors import export_ratings
        from tournaments.ratings.services import request_counting
        from tournaments.ratings.solo.services import rebuild_solo

        on_sweep(request_counting)
        rebuild_with("ratings", rebuild_ratings)
        rebuild_with("solo", rebuild_solo)
        forget_with(forget_player)
        export_with(export_ratings)

    def _fill_profiles(self) -> None:
        """Say on profiles how people have done, and on the pages of games how they compare."""
        from games.tables.panels import add_game_panel, add_profile_panel
        from tournaments.profiles.panels import career_panel, contest_panel, field_panel, titles_panel, unrated_panel

        add_profile_panel(career_panel)
        add_game_panel(titles_panel)
        add_game_panel(contest_panel)
        add_game_panel(field_panel)
        add_game_panel(unrated_panel)


class AuditedConfig(AppConfig):
    """The same for `manage.py audit`, which needs the logs and nothing of what grows them."""

    name = "tournaments"

    def ready(self) -> None:
        """Take part in the audit."""
        _have_audited()


def _have_audited() -> None:
    from games.integrity.audit.hooks import audit_with
    from games.integrity.covering_indexes import add_covering_index
    from games.log.checkpoint_proofs import cover_logs
    from games.log.guards.tables import event_table, guard_table, leaf_table
    from tournaments.events.log.event_store import TOURNAMENT_LOGS

    guard_table(event_table("tournaments_tournamentevent", "tournament_id"))
    guard_table(leaf_table("tournaments_tournamentleaf"))
    cover_logs(TOURNAMENT_LOGS)
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
