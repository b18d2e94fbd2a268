"""What staff see of the tables of clubs, leagues and tournaments; like everything there it is only looked at.

What nobody but those who run a tournament may know is hidden here too: drafts, and pairings that are not published.
"""

from typing import Any, ClassVar, Final

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from games.admin import LoggedAdmin, ReadOnlyAdmin
from tournaments.clubs.models import Announcement, Club, ClubPerson, JoinRequest, Membership
from tournaments.events.event_kinds import ROUND_PAIRED
from tournaments.events.models import Entrant, Round, Tournament, TournamentActor, TournamentEvent
from tournaments.events.statuses import DRAFT, PAIRED
from tournaments.leagues.models import League


class ClubAdmin(ReadOnlyAdmin):
    """A club; the link by which people join stays its own."""

    list_display = ("id", "name", "is_public", "created_at")
    search_fields = ("=id", "name")
    ordering = ("-created_at",)
    exclude = ("invite", "name_key")


class MembershipAdmin(LoggedAdmin):
    """Who belongs to a club."""

    list_display = ("id", "club", "account", "role", "joined_at")
    list_filter = ("role",)
    list_select_related = ("club", "account")
    search_fields = ("=club__id",)


class PersonAdmin(LoggedAdmin):
    """Somebody without an account whom a club knows; the link by which they claim what is theirs stays theirs."""

    list_display = ("id", "club", "name", "account", "added_at")
    list_select_related = ("club", "account")
    search_fields = ("=club__id",)
    exclude = ("claim", "name_key")


class RequestAdmin(LoggedAdmin):
    """Who waits to be let into a club."""

    list_display = ("id", "club", "account", "asked_at")
    list_select_related = ("club", "account")
    search_fields = ("=club__id",)


class AnnouncementAdmin(LoggedAdmin):
    """What a club has told its members."""

    list_display = ("id", "club", "title", "author", "is_pinned", "made_at")
    list_select_related = ("club", "author")
    search_fields = ("=club__id",)
    ordering = ("-made_at",)


class LeagueAdmin(ReadOnlyAdmin):
    """A league and its rules."""

    list_display = ("id", "name", "club", "created_at")
    list_select_related = ("club",)
    search_fields = ("=id", "=club__id", "name")
    ordering = ("-created_at",)


class OfTournaments(ReadOnlyAdmin):
    """A table whose rows belong to tournaments, without those of drafts."""

    tournament: ClassVar[str] = "tournament__"
    """How a query gets from a row to its tournament."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows of all others."""
        return super().get_queryset(request).exclude(**{f"{self.tournament}status": DRAFT})


class TournamentAdmin(OfTournaments):
    """The row of a tournament; the link by which people enter stays its own."""

    list_display = ("id", "name", "club", "format", "status", "round", "seq", "due_at")
    list_filter = ("status", "format")
    list_select_related = ("club",)
    search_fields = ("=id", "=club__id", "name")
    ordering = ("-created_at",)
    exclude = ("invite",)
    tournament: ClassVar[str] = ""


class TournamentEventAdmin(OfTournaments):
    """An event of a tournament's log; what was drawn stays unsaid until it is published."""

    list_display = ("id", "tournament_id", "seq", "kind", "actor", "at")
    readonly_fields = ("text",)
    fields = ("tournament", "seq", "kind", "text", "actor", "at", "command_id", "prev_hash", "hash")
    search_fields = ("=tournament__id", "=hash", "=actor")
    search_help_text = "The id of a tournament, the hash of an event, or an actor."
    ordering = ("-id",)

    @admin.display(description="body")
    def text(self, event: TournamentEvent) -> str:
        """The stored text."""
        prepared = Round.objects.filter(tournament=event.tournament_id, status=PAIRED)
        return "…" if event.kind == ROUND_PAIRED and prepared.exists() else event.body


class EntrantAdmin(LoggedAdmin, OfTournaments):
    """Who takes part in a tournament."""

    list_display = ("id", "tournament_id", "number", "account_id", "person_id", "bot", "left_round")
    search_fields = ("=id", "=tournament__id")
    ordering = ("-tournament__created_at", "number")


class TournamentActorAdmin(LoggedAdmin, OfTournaments):
    """Which id in the log of a tournament is whose."""

    list_display = ("name", "tournament_id", "account_id")
    search_fields = ("=name", "=tournament__id")


SHOWN: Final[dict[type[Model], type[ReadOnlyAdmin]]] = {
    Club: ClubAdmin,
    Membership: MembershipAdmin,
    ClubPerson: PersonAdmin,
    JoinRequest: RequestAdmin,
    Announcement: AnnouncementAdmin,
    League: LeagueAdmin,
    Tournament: TournamentAdmin,
    TournamentEvent: TournamentEventAdmin,
    TournamentActor: TournamentActorAdmin,
    Entrant: EntrantAdmin,
}
"""What staff may look at, by table."""
