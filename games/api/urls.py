"""The addresses of the interface for playing."""

from django.urls import URLPattern, URLResolver, include, path

from games.api import about, commands, disputes, games, looking, records

# Commands come first: they are sought most often, and from the top.
urlpatterns: list[URLPattern | URLResolver] = [
    path("games/<str:game_id>/actions", commands.Act.as_view(), name="api-game-actions"),
    path("games/<str:game_id>/rolls", commands.EnterRoll.as_view(), name="api-game-rolls"),
    path("games/<str:game_id>/join", commands.Join.as_view(), name="api-game-join"),
    path("games/<str:game_id>/leave", commands.Leave.as_view(), name="api-game-leave"),
    path("games/<str:game_id>/start", commands.Start.as_view(), name="api-game-start"),
    path("games/<str:game_id>/abort", commands.Abort.as_view(), name="api-game-abort"),
    path("games/<str:game_id>/adjudication", commands.Adjudicate.as_view(), name="api-game-adjudication"),
    path("games/<str:game_id>/disputes", disputes.Disputes.as_view(), name="api-game-disputes"),
    path(
        "games/<str:game_id>/disputes/<int:dispute>/answer", disputes.AnswerDispute.as_view(), name="api-dispute-answer"
    ),
    path("", include("games.api.people.urls")),
    path("", include("games.live.urls")),
    path("games", games.Games.as_view(), name="api-games"),
    path("games/<str:game_id>", games.OneGame.as_view(), name="api-game"),
    path("games/<str:game_id>/position", looking.PositionOf.as_view(), name="api-game-position"),
    path("games/<str:game_id>/options", looking.OptionsOf.as_view(), name="api-game-options"),
    path("games/<str:game_id>/log", looking.LogOf.as_view(), name="api-game-log"),
    path("games/<str:game_id>/record", looking.RecordOf.as_view(), name="api-game-record"),
    path("games/<str:game_id>/proof", looking.ProofOf.as_view(), name="api-game-proof"),
    path("records", records.Records.as_view(), name="api-records"),
    path("records/<str:record_id>", records.OneRecord.as_view(), name="api-record"),
    path("verify", records.Verify.as_view(), name="api-verify"),
    path("bots", about.BotsOf.as_view(), name="api-bots"),
    path("checkpoints", about.Checkpoints.as_view(), name="api-checkpoints"),
]
