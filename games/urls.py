"""The addresses of playing and learning, and of people's profiles."""

from django.urls import include, path

from games.accounts.views import one_time_link
from games.disputes import views as disputes_views
from games.keys import views as keys_views
from games.records.views import verify_page
from games.tables.views import learn, lobby, new_game, player, replay, seats, table

urlpatterns = [
    path(".well-known/brikks-keys.json", keys_views.keys_as_json, name="keys"),
    path(".well-known/brikks-keys.pem", keys_views.keys_as_pem, name="keys-pem"),
    path("link/<str:secret>/", one_time_link, name="one-time-link"),
    path("rules/", learn.rules_page, name="rules"),
    path("learn/", learn.tutorial, name="learn"),
    path("learn/<int:step>/", learn.tutorial_step, name="learn"),
    path("learn/done/", learn.tutorial_end, name="learned"),
    path("games/<str:game_id>/", table.game_page, name="game"),
    path("games/<str:game_id>/turn/", table.turn_part, name="game-turn"),
    path("games/<str:game_id>/frames/", table.frames_json, name="game-frames"),
    path("games/<str:game_id>/act/", table.act_by_form, name="game-act"),
    path("games/<str:game_id>/roll/", table.roll_by_form, name="game-roll"),
    path("games/<str:game_id>/hand-over/", table.hand_over_by_form, name="game-hand-over"),
    path("games/<str:game_id>/replay/", replay.replay_page, name="game-replay"),
    path("games/<str:game_id>/verify/", verify_page, name="game-verify"),
    path("games/<str:game_id>/flag/", disputes_views.flag_game, name="game-flag"),
    path("games/<str:game_id>/disputes/<int:dispute>/answer/", disputes_views.answer_by_form, name="dispute-answer"),
    path("lobby/", lobby.lobby_part, name="lobby"),
    path("games/", lobby.games_page_view, name="games"),
    path("play/", new_game.new_game, name="new-game"),
    path("play/solo/", new_game.play_solo, name="play-solo"),
    path("join/<str:invite>/", seats.join_page, name="join"),
    path("games/<str:game_id>/seats/", seats.seats_part, name="game-seats"),
    path("games/<str:game_id>/join/", seats.take_seat_by_form, name="game-join"),
    path("games/<str:game_id>/here/", seats.seat_guest_by_form, name="game-here"),
    path("games/<str:game_id>/leave/", seats.leave_seat_by_form, name="game-leave"),
    path("games/<str:game_id>/start/", seats.start_by_form, name="game-start"),
    path("games/<str:game_id>/abort/", seats.abort_by_form, name="game-abort"),
    path("players/<str:handle>/", player.player_page, name="player"),
    path("players/<str:handle>/block/", player.block_player, name="player-block"),
    path("players/<str:handle>/report/", player.report_player, name="player-report"),
    path("", include("games.accounts.urls")),
]
