"""What staff see of the tables. Logs are only ever looked at, and of a deal no seed is shown, sealed or not.

What is hidden from everybody is hidden here too: the games on a shared deal that is still open, and what an event of a
running game says, which may be a sealed answer.
"""

import logging
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django.contrib import admin, messages
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse

from engine.errors import Refused
from games.accounts.models import Account, Actor, Report
from games.accounts.moderation import deactivate, reactivate
from games.clock.models import Heartbeat
from games.log.models import Checkpoint, Event, Game
from games.play.models import Deal, GameCard
from games.records.models import ImportedGame
from games.refusals import translated_refusal
from games.statuses import OPEN, RUNNING

log = logging.getLogger(__name__)
if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


class ReadOnlyAdmin(ModelAdmin):
    """A table that staff may look at and nobody changes."""

    actions: Any = None
    show_full_result_count = False
    list_per_page = 50

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Staff see everything that is shown here."""
        return request.user.is_active and request.user.is_staff

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only by what is listed: any other filter would tell, guess by guess, what is not shown."""
        return lookup.partition("__")[0] in self.list_filter

    def has_module_permission(self, request: HttpRequest) -> bool:
        """The same."""
        return self.has_view_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Rows are made by services."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """And changed by them."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """The log is append-only; the rest is deleted by whoever owns it."""
        return False


class OpenDealsHidden(ReadOnlyAdmin):
    """A table whose rows belong to games, without those that nobody may see yet."""

    game: ClassVar[str] = "game__"
    """How a query gets from a row to its game."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows of all other games."""
        deal = f"{self.game}deal"
        is_seen = Q(**{deal: None}) | Q(**{f"{deal}__is_shared": False}) | Q(**{f"{deal}__closed_at__isnull": False})
        return super().get_queryset(request).filter(is_seen)


class GameAdmin(OpenDealsHidden):
    """The row of a game; its invitation stays its players' secret."""

    list_display = ("id", "key", "status", "seq", "last_at", "due_at")
    list_filter = ("status", "key")
    search_fields = ("id",)
    ordering = ("-last_at",)
    exclude = ("invite",)
    game: ClassVar[str] = ""


class EventAdmin(OpenDealsHidden):
    """An event; what it says stays unsaid while its game is played."""

    list_display = ("id", "game_id", "seq", "said", "seat", "actor", "at")
    readonly_fields = ("said", "text")
    fields = ("game", "seq", "said", "text", "seat", "actor", "at", "command_id", "prev_hash", "hash")
    list_select_related = ("game",)
    search_fields = ("=game__id", "=hash", "=actor")
    search_help_text = "The id of a game, the hash of an event, or an actor."
    ordering = ("-id",)

    @admin.display(description="kind")
    def said(self, event: Event) -> str:
        """What kind of event it is."""
        return event.kind if _may_be_read(event) else "…"

    @admin.display(description="body")
    def text(self, event: Event) -> str:
        """The stored text."""
        return event.body if _may_be_read(event) else "…"


def _may_be_read(event: Event) -> bool:
    """Whether nothing in an event can be sealed: it is the platform's own, or its game is over."""
    return "/" in event.kind or event.game.status not in (OPEN, RUNNING)


class CheckpointAdmin(ReadOnlyAdmin):
    """A signed note."""

    list_display = ("number", "at", "size")
    ordering = ("-number",)


class DealAdmin(ReadOnlyAdmin):
    """A deal without its seed, sealed or not."""

    list_display = ("id", "is_shared", "closed_at", "revealed_at")
    list_filter = ("is_shared",)
    search_fields = ("=id",)
    fields = ("id", "commitment", "is_shared", "closed_at", "revealed_at", "reveal_due_at")


class CardAdmin(OpenDealsHidden):
    """A game as lists show it."""

    list_display = ("game_id", "variant", "visibility", "status", "dice", "created_at", "ended_at")
    list_filter = ("status", "visibility", "variant")
    search_fields = ("=game__id",)
    ordering = ("-created_at",)


class ImportedAdmin(ReadOnlyAdmin):
    """A record that was uploaded."""

    list_display = ("id", "key", "variant", "seats", "imported_at")
    ordering = ("-imported_at",)
    exclude = ("document",)


class HeartbeatAdmin(ReadOnlyAdmin):
    """When the clocks were last seen to."""

    list_display = ("id", "at")


class LoggedAdmin(ReadOnlyAdmin):
    """A table about people: whoever looks at it leaves a line in the log."""

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The list."""
        log.info("Account %s looked at the list of %s.", request.user.pk, self.opts.verbose_name_plural)
        return super().changelist_view(request, extra_context)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """One of them."""
        log.info("Account %s looked at %s %s.", request.user.pk, self.opts.verbose_name, ascii(object_id))
        return super().change_view(request, object_id, form_url, extra_context)


class AccountAdmin(LoggedAdmin):
    """Somebody; neither the hash of the password nor anything else by which one could log in."""

    list_display = ("id", "display_name", "username", "is_active", "is_guest", "is_staff", "date_joined")
    list_filter = ("is_active", "is_guest", "is_staff")
    search_fields = ("display_name", "username", "=email")
    ordering = ("-id",)
    exclude = ("password", "groups", "user_permissions")
    actions: Any = ("deactivate_accounts", "reactivate_accounts")

    @admin.action(description="Lock the chosen accounts out", permissions=["view"])
    def deactivate_accounts(self, request: HttpRequest, chosen: QuerySet[Account]) -> None:
        """Nobody logs in with them until they are let in again; their games stay as they are."""
        self._each(request, chosen, deactivate)

    @admin.action(description="Let the chosen accounts in again", permissions=["view"])
    def reactivate_accounts(self, request: HttpRequest, chosen: QuerySet[Account]) -> None:
        """Undo that."""
        self._each(request, chosen, reactivate)

    def _each(self, request: HttpRequest, chosen: QuerySet[Account], change: Any) -> None:
        for account in chosen:
            try:
                change(account, by=request.user)
            except Refused as refusal:
                messages.error(request, translated_refusal(refusal))


class ActorAdmin(LoggedAdmin, OpenDealsHidden):
    """Which id in a log is whose."""

    list_display = ("name", "game_id", "account_id")
    search_fields = ("=name", "=game__id")


class ReportAdmin(LoggedAdmin):
    """A complaint about somebody."""

    list_display = ("id", "reported", "reporter", "made_at", "handled_at")
    ordering = ("-made_at",)


ADMINS_BY_MODEL: Final[dict[type[Model], type[ReadOnlyAdmin]]] = {
    Account: AccountAdmin,
    Actor: ActorAdmin,
    Report: ReportAdmin,
    Game: GameAdmin,
    GameCard: CardAdmin,
    Event: EventAdmin,
    Checkpoint: CheckpointAdmin,
    Deal: DealAdmin,
    ImportedGame: ImportedAdmin,
    Heartbeat: HeartbeatAdmin,
}
"""What staff may look at, by table."""
