"""The addresses of the interface for accounts."""

from django.urls import path

from games.api.people import guests, me, players, reports, tables, tokens

urlpatterns = [
    path("me", me.MeView.as_view(), name="api-me"),
    path("me/export", me.ExportView.as_view(), name="api-me-export"),
    path("me/tokens", tokens.TokensView.as_view(), name="api-me-tokens"),
    path("me/tokens/<int:number>", tokens.TokenView.as_view(), name="api-me-token"),
    path("me/blocks", players.BlocksView.as_view(), name="api-me-blocks"),
    path("guests", guests.GuestsView.as_view(), name="api-guests"),
    path("players/<str:handle>", players.PlayerView.as_view(), name="api-player"),
    path("players/<str:handle>/block", players.BlockView.as_view(), name="api-player-block"),
    path("players/<str:handle>/reports", players.ReportingView.as_view(), name="api-player-reports"),
    path("players/<str:handle>/password-link", players.PasswordLinkView.as_view(), name="api-player-password-link"),
    path("reports", reports.ReportsView.as_view(), name="api-reports"),
    path("reports/<int:number>/handled", reports.HandledView.as_view(), name="api-report-handled"),
    path("games/<str:game_id>/guests-here", tables.GuestsHereView.as_view(), name="api-game-guests-here"),
    path("games/<str:game_id>/hand-over", tables.HandOverView.as_view(), name="api-game-hand-over"),
]
