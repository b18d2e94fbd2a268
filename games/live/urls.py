"""The addresses of live streams."""

from django.urls import path

from games.live.views import GameStreamView, TurnsStreamView

urlpatterns = [
    path("games/<str:game_id>/stream", GameStreamView.as_view(), name="api-game-stream"),
    path("me/stream", TurnsStreamView.as_view(), name="api-my-stream"),
]
