"""The addresses of the interface for playing."""

from django.urls import URLPattern, URLResolver, include, path

from games.accounts import api as accounts_api
from games.disputes import api as disputes_api
from games.integrity import api as integrity_api
from games.play.api import commands, games, reads
from games.records import api as records_api

# Commands come first: they are sought most often, and from the top.
urlpatterns: list[URLPattern | URLResolver] = [
    path("games/<str:game_id>/actions", commands.ActView.as_view(), name="api-game-actions"),
    path("games/<str:game_id>/rolls", commands.EnterRollView.as_view(), name="api-game-rolls"),
    path("games/<str:game_id>/join", commands.JoinView.as_view(), name="api-game-join"),
    path("games/<str:game_id>/leave", commands.LeaveView.as_view(), name="api-game-leave"),
    path("games/<str:game_id>/start", commands.StartView.as_view(), name="api-game-start"),
    path("games/<str:game_id>/abort", commands.AbortView.as_view(), name="api-game-abort"),
    path("games/<str:game_id>/adjudication", commands.AdjudicateView.as_view(), name="api-game-adjudication"),
    path("games/<str:game_id>/disputes", disputes_api.DisputesView.as_view(), name="api-game-disputes"),
    path(
        "games/<str:game_id>/disputes/<int:dispute>/answer",
        disputes_api.AnswerDisputeView.as_view(),
        name="api-dispute-answer",
    ),
    path("me", accounts_api.MeView.as_view(), name="api-me"),
    path("me/export", accounts_api.ExportView.as_view(), name="api-me-export"),
    path("me/tokens", accounts_api.TokensView.as_view(), name="api-me-tokens"),
    path("me/tokens/<int:number>", accounts_api.TokenView.as_view(), name="api-me-token"),
    path("me/blocks", accounts_api.BlocksView.as_view(), name="api-me-blocks"),
    path("guests", accounts_api.GuestsView.as_view(), name="api-guests"),
    path("players/<str:handle>", accounts_api.PlayerView.as_view(), name="api-player"),
    path("players/<str:handle>/block", accounts_api.BlockView.as_view(), name="api-player-block"),
    path("players/<str:handle>/reports", accounts_api.ReportPlayerView.as_view(), name="api-player-reports"),
    path(
        "players/<str:handle>/password-link", accounts_api.PasswordLinkView.as_view(), name="api-player-password-link"
    ),
    path("reports", accounts_api.ReportsView.as_view(), name="api-reports"),
    path("reports/<int:number>/handled", accounts_api.ReportHandledView.as_view(), name="api-report-handled"),
    path("games/<str:game_id>/guests-here", commands.GuestsHereView.as_view(), name="api-game-guests-here"),
    path("games/<str:game_id>/hand-over", commands.HandOverView.as_view(), name="api-game-hand-over"),
    path("", include("games.live.urls")),
    path("games", games.GamesView.as_view(), name="api-games"),
    path("games/<str:game_id>", games.GameView.as_view(), name="api-game"),
    path("games/<str:game_id>/position", reads.PositionView.as_view(), name="api-game-position"),
    path("games/<str:game_id>/options", reads.OptionsView.as_view(), name="api-game-options"),
    path("games/<str:game_id>/log", reads.LogView.as_view(), name="api-game-log"),
    path("games/<str:game_id>/record", records_api.GameRecordView.as_view(), name="api-game-record"),
    path("games/<str:game_id>/proof", integrity_api.ProofView.as_view(), name="api-game-proof"),
    path("records", records_api.UploadsView.as_view(), name="api-records"),
    path("records/<str:record_id>", records_api.UploadView.as_view(), name="api-record"),
    path("verify", records_api.VerifyView.as_view(), name="api-verify"),
    path("bots", games.BotsView.as_view(), name="api-bots"),
    path("checkpoints", integrity_api.CheckpointsView.as_view(), name="api-checkpoints"),
]
