"""Wires the app into Django."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Clubs, leagues and tournaments."""

    name = "tournaments"

    def ready(self) -> None:
        """Tell the games who is what in the clubs, and take part in what happens to whole accounts."""
        from games.accounts.parts import acquaint_with, erase_with, export_with
        from games.clubs import answer_with, list_with
        from tournaments.selectors import club_names_of, export_memberships, role_of, runs_one, share_a_club
        from tournaments.services import leave_every_club

        answer_with(role_of, runs_one)
        list_with(club_names_of)
        acquaint_with(share_a_club)
        erase_with(leave_every_club)
        export_with(export_memberships)
