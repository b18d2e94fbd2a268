"""The addresses of clubs and tournaments."""

from django.urls import URLPattern, path

from tournaments.clubs import views as clubs_views
from tournaments.desk import result_views
from tournaments.desk import views as desk_views
from tournaments.events import club_calendar, embeds
from tournaments.events.views import console, drafts, organiser_commands, participation, tournaments
from tournaments.leagues import views as leagues_views
from tournaments.leagues.club_page import club
from tournaments.notices import views as notices_views
from tournaments.profiles import views as profiles_views
from tournaments.profiles.insights import views as insights_views
from tournaments.ratings.leaderboards import views as leaderboards_views
from tournaments.ratings.leaderboards.embeds import embedded_leaderboard, embedded_leaderboard_data
from tournaments.ratings.solo import views as solo_views

ONE = "clubs/<str:club_id>"
ANNOUNCEMENT = f"{ONE}/announcements/<int:number>"
PERSON = f"{ONE}/persons/<int:number>"

OF_CLUBS: list[URLPattern] = [
    path("clubs/", clubs_views.club_list, name="clubs"),
    path("clubs/join/<str:invite>/", clubs_views.club_join, name="club-join"),
    path("clubs/claim/<str:claim>/", clubs_views.club_claim, name="club-claim"),
    path(f"{ONE}/", club, name="club"),
    path(f"{ONE}/settings/", clubs_views.club_settings, name="club-settings"),
    path(f"{ONE}/end/", clubs_views.club_end, name="club-end"),
    path(f"{ONE}/join/", clubs_views.club_join_openly, name="club-join-openly"),
    path(f"{ONE}/link/", clubs_views.club_link, name="club-link"),
    path(f"{ONE}/leave/", clubs_views.club_leave, name="club-leave"),
    path(f"{ONE}/members/<str:handle>/role/", clubs_views.club_role, name="club-role"),
    path(f"{ONE}/members/<str:handle>/remove/", clubs_views.club_remove, name="club-remove"),
    path(f"{ONE}/requests/", clubs_views.club_ask, name="club-ask"),
    path(f"{ONE}/requests/withdraw/", clubs_views.club_withdraw, name="club-withdraw"),
    path(f"{ONE}/requests/<str:handle>/approve/", clubs_views.club_approve, name="club-approve"),
    path(f"{ONE}/requests/<str:handle>/decline/", clubs_views.club_decline, name="club-decline"),
    path(f"{ONE}/announcements/", clubs_views.club_announcements, name="club-announcements"),
    path(f"{ANNOUNCEMENT}/", clubs_views.club_announcement, name="club-announcement"),
    path(f"{ANNOUNCEMENT}/pin/", clubs_views.club_announcement_pin, name="club-announcement-pin"),
    path(f"{ANNOUNCEMENT}/delete/", clubs_views.club_announcement_delete, name="club-announcement-delete"),
    path(f"{ONE}/persons/", clubs_views.club_persons, name="club-persons"),
    path(f"{PERSON}/", clubs_views.club_person, name="club-person"),
    path(f"{PERSON}/link/", clubs_views.club_person_link, name="club-person-link"),
    path(f"{PERSON}/link/end/", clubs_views.club_person_link_end, name="club-person-link-end"),
    path(f"{PERSON}/remove/", clubs_views.club_person_remove, name="club-person-remove"),
]

PLAYER = "players/<str:handle>"

OF_PLAYERS: list[URLPattern] = [
    path(f"{PLAYER}/ratings/", profiles_views.ratings, name="player-ratings"),
    path(f"{PLAYER}/ratings.csv", profiles_views.ratings_csv, name="player-ratings-csv"),
    path(f"{PLAYER}/ratings.json", profiles_views.ratings_json, name="player-ratings-json"),
    path(f"{ONE}/insights/", insights_views.insights, name="club-insights"),
]

DEAL = "deals/<str:deal_id>"

OF_RUNS: list[URLPattern] = [
    path("solo/", solo_views.solo_table, name="solo-table"),
    path(f"{DEAL}/", solo_views.deal_page, name="deal"),
    path(f"{DEAL}/again/", solo_views.play_deal, name="deal-again"),
]

LEAGUE = "leagues/<str:league_id>"
SEASON = f"{LEAGUE}/seasons/<int:number>"

OF_LEAGUES: list[URLPattern] = [
    path(f"{ONE}/leagues/new/", leagues_views.league_new, name="league-new"),
    path(f"{ONE}/calendar.ics", club_calendar.club_calendar, name="club-calendar"),
    path(f"{ONE}/calendar/<str:key>.ics", club_calendar.club_own_calendar, name="club-own-calendar"),
    path(f"{LEAGUE}/", leagues_views.league, name="league"),
    path(f"{LEAGUE}/rules/", leagues_views.league_rules, name="league-rules"),
    path(f"{LEAGUE}/seasons/", leagues_views.league_draft, name="league-draft"),
    path(f"{SEASON}/", leagues_views.season, name="season"),
    path(f"{SEASON}/publish/", leagues_views.season_publish, name="season-publish"),
    path(f"{SEASON}/add/", leagues_views.season_add, name="season-add"),
    path(f"{SEASON}/fill/", leagues_views.season_fill, name="season-fill"),
    path(f"{SEASON}/move/", leagues_views.season_move, name="season-move"),
    path(f"{SEASON}/remove/", leagues_views.season_remove, name="season-remove"),
    path(f"{SEASON}/dates/", leagues_views.season_dates, name="season-dates"),
    path(f"{SEASON}/discard/", leagues_views.season_discard, name="season-discard"),
]

TOURNAMENT = "tournaments/<str:tournament_id>"

OF_TOURNAMENTS: list[URLPattern] = [
    path("tournaments/", tournaments.tournament_list, name="tournaments"),
    path("tournaments/join/<str:invite>/", participation.join_tournament, name="tournament-join"),
    path(f"{TOURNAMENT}/", tournaments.tournament_page, name="tournament"),
    path(f"{TOURNAMENT}/live/", tournaments.tournament_live, name="tournament-live"),
    path(f"{TOURNAMENT}/rounds/<int:number>/", tournaments.one_round, name="tournament-round"),
    path(f"{TOURNAMENT}/rounds/<int:number>/why/<str:entrant>/", tournaments.pairing_page, name="tournament-why"),
    path(f"{TOURNAMENT}/crosstable/", tournaments.crosstable_page, name="tournament-crosstable"),
    path(f"{TOURNAMENT}/standings.csv", tournaments.standings_csv, name="tournament-standings-csv"),
    path(f"{TOURNAMENT}/crosstable.csv", tournaments.crosstable_csv, name="tournament-crosstable-csv"),
    path(f"{TOURNAMENT}/log/", tournaments.log_page, name="tournament-log"),
    path(f"{TOURNAMENT}/enter/", participation.enter_tournament, name="tournament-enter"),
    path(f"{TOURNAMENT}/check-in/", participation.confirm_presence, name="tournament-check-in"),
    path(f"{TOURNAMENT}/dice/", participation.add_to_dice, name="tournament-dice"),
    path(f"{TOURNAMENT}/withdraw/", participation.leave_tournament, name="tournament-withdraw"),
]

OF_NOTICES: list[URLPattern] = [
    path("notices/", notices_views.notices, name="notices"),
    path("notices/mails/", notices_views.notices_mails, name="notices-mails"),
]

CONSOLE = f"{TOURNAMENT}/console"

OF_CONSOLES: list[URLPattern] = [
    path(f"{ONE}/tournaments/new/", drafts.tournament_new, name="tournament-new"),
    path(f"{TOURNAMENT}/edit/", drafts.tournament_edit, name="tournament-edit"),
    path(f"{CONSOLE}/", console.console, name="tournament-console"),
    path(f"{CONSOLE}/publish/", drafts.tournament_publish, name="tournament-publish"),
    path(f"{CONSOLE}/unpublish/", organiser_commands.tournament_unpublish, name="tournament-unpublish"),
    path(f"{CONSOLE}/start/", organiser_commands.tournament_start, name="tournament-start"),
    path(f"{CONSOLE}/pause/", organiser_commands.tournament_pause, name="tournament-pause"),
    path(f"{CONSOLE}/resume/", organiser_commands.tournament_resume, name="tournament-resume"),
    path(f"{CONSOLE}/cancel/", organiser_commands.tournament_cancel, name="tournament-cancel"),
    path(f"{CONSOLE}/publish-round/", organiser_commands.tournament_publish_round, name="tournament-publish-round"),
    path(
        f"{CONSOLE}/unpublish-round/", organiser_commands.tournament_unpublish_round, name="tournament-unpublish-round"
    ),
    path(f"{CONSOLE}/pair-again/", organiser_commands.tournament_pair_again, name="tournament-pair-again"),
    path(f"{CONSOLE}/extend/", organiser_commands.tournament_extend, name="tournament-extend"),
    path(f"{CONSOLE}/reopen/", organiser_commands.tournament_reopen, name="tournament-reopen"),
    path(f"{CONSOLE}/enter/", console.enter_somebody, name="tournament-enter-other"),
    path(f"{CONSOLE}/check-in/", console.check_in_somebody, name="tournament-is-there"),
    path(f"{CONSOLE}/remove/", console.remove_somebody, name="tournament-remove"),
    path(f"{CONSOLE}/return/", console.return_somebody, name="tournament-return"),
    path(f"{CONSOLE}/keep-apart/", console.keep_apart, name="tournament-keep-apart"),
    path(f"{CONSOLE}/let-meet/", console.let_meet, name="tournament-let-meet"),
    path(f"{CONSOLE}/rounds/<int:number>/tables/<int:table>/", result_views.enter_result, name="tournament-result"),
    path(
        f"{CONSOLE}/rounds/<int:number>/tables/<int:table>/back/", result_views.take_back, name="tournament-result-back"
    ),
    path(
        f"{CONSOLE}/rounds/<int:number>/tables/<int:table>/start/",
        console.start_waiting_table,
        name="tournament-start-table",
    ),
]

DESK = "desk/<str:game_id>"

OF_DESK: list[URLPattern] = [
    path("desk/", desk_views.desk, name="desk"),
    path(f"{DESK}/", desk_views.case, name="desk-game"),
    path(f"{DESK}/rule/", desk_views.decide, name="desk-rule"),
    path(f"{DESK}/<int:seq>/", desk_views.dispute, name="desk-dispute"),
    path(f"{DESK}/reverse/<int:ruling>/", desk_views.reverse, name="desk-reverse"),
]

EMBEDDED_BOARD = "embed/leaderboards/<str:variant>"
EMBEDDED_STANDINGS = "embed/tournaments/<str:tournament_id>/standings"

OF_LEADERBOARDS: list[URLPattern] = [
    path("leaderboards/", leaderboards_views.leaderboards, name="leaderboards"),
    path(f"{ONE}/leaderboards/", leaderboards_views.club_leaderboards, name="club-leaderboards"),
    path(f"{EMBEDDED_BOARD}/", embedded_leaderboard, name="embed-leaderboard"),
    path(f"{EMBEDDED_BOARD}.json", embedded_leaderboard_data, name="embed-leaderboard-json"),
    path(f"{EMBEDDED_STANDINGS}/", embeds.embedded_standings, name="embed-standings"),
    path(f"{EMBEDDED_STANDINGS}.json", embeds.embedded_standings_data, name="embed-standings-json"),
]

urlpatterns: list[URLPattern] = [
    *OF_LEADERBOARDS,
    *OF_DESK,
    *OF_NOTICES,
    *OF_CLUBS,
    *OF_PLAYERS,
    *OF_RUNS,
    *OF_LEAGUES,
    *OF_TOURNAMENTS,
    *OF_CONSOLES,
]
