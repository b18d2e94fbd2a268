"""The addresses of playing and learning."""

from django.urls import include, path

from games import well_known
from games.accounts.pages import one_time_link
from games.pages import creating, flagging, game, joining, learning, lobby, replaying, rules, seating, table

urlpatterns = [
    path(".well-known/brikks-keys.json", well_known.keys_as_json, name="keys"),
    path(".well-known/brikks-keys.pem", well_known.keys_as_pem, name="keys-pem"),
    path("link/<str:secret>/", one_time_link, name="one-time-link"),
    path("rules/", rules.rules, name="rules"),
    path("learn/", learning.learn, name="learn"),
    path("learn/<int:step>/", learning.learn_step, name="learn"),
    path("learn/done/", learning.learned, name="learned"),
    path("games/<str:game_id>/", game.show, name="game"),
    path("games/<str:game_id>/turn/", table.turn, name="game-turn"),
    path("games/<str:game_id>/frames/", table.frames, name="game-frames"),
    path("games/<str:game_id>/act/", table.act_by_form, name="game-act"),
    path("games/<str:game_id>/roll/", table.roll_by_form, name="game-roll"),
    path("games/<str:game_id>/hand-over/", table.hand_over_by_form, name="game-hand-over"),
    path("games/<str:game_id>/replay/", replaying.replay, name="game-replay"),
    path("games/<str:game_id>/verify/", replaying.verify, name="game-verify"),
    path("games/<str:game_id>/flag/", flagging.flag, name="game-flag"),
    path("games/<str:game_id>/disputes/<int:dispute>/answer/", flagging.answer, name="dispute-answer"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("games/", lobby.games, name="games"),
    path("play/", creating.new_game, name="new-game"),
    path("play/solo/", creating.play_solo, name="play-solo"),
    path("join/<str:invite>/", joining.join_page, name="join"),
    path("games/<str:game_id>/seats/", seating.seats, name="game-seats"),
    path("games/<str:game_id>/join/", seating.sit_down, name="game-join"),
    path("games/<str:game_id>/here/", seating.seat_somebody, name="game-here"),
    path("games/<str:game_id>/leave/", seating.stand_up, name="game-leave"),
    path("games/<str:game_id>/start/", seating.begin, name="game-start"),
    path("games/<str:game_id>/abort/", seating.call_off, name="game-abort"),
    path("", include("games.pages.people.urls")),
]
