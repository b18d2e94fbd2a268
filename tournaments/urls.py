"""The addresses of clubs and tournaments."""

from django.urls import URLPattern, path

from tournaments.pages import (
    announcements,
    calendars,
    clubs,
    console,
    deals,
    desk,
    drafting,
    embeds,
    entrants,
    insights,
    joining,
    leaderboards,
    leagues,
    looking,
    members,
    notices,
    organising,
    persons,
    profiles,
    results,
    seasons,
    solo,
    starting,
    taking_part,
    tournaments,
)

ONE = "clubs/<str:club_id>"
ANNOUNCEMENT = f"{ONE}/announcements/<int:number>"
PERSON = f"{ONE}/persons/<int:number>"

OF_CLUBS: list[URLPattern] = [
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/join/<str:invite>/", joining.join, name="club-join"),
    path("clubs/claim/<str:claim>/", persons.claim, name="club-claim"),
    path(f"{ONE}/", clubs.club, name="club"),
    path(f"{ONE}/settings/", clubs.settings, name="club-settings"),
    path(f"{ONE}/end/", clubs.end, name="club-end"),
    path(f"{ONE}/join/", joining.join_openly, name="club-join-openly"),
    path(f"{ONE}/link/", joining.renew_link, name="club-link"),
    path(f"{ONE}/leave/", members.leave, name="club-leave"),
    path(f"{ONE}/members/<str:handle>/role/", members.change_role, name="club-role"),
    path(f"{ONE}/members/<str:handle>/remove/", members.remove, name="club-remove"),
    path(f"{ONE}/requests/", joining.ask, name="club-ask"),
    path(f"{ONE}/requests/withdraw/", joining.withdraw, name="club-withdraw"),
    path(f"{ONE}/requests/<str:handle>/approve/", joining.approve, name="club-approve"),
    path(f"{ONE}/requests/<str:handle>/decline/", joining.decline, name="club-decline"),
    path(f"{ONE}/announcements/", announcements.announcements, name="club-announcements"),
    path(f"{ANNOUNCEMENT}/", announcements.announcement, name="club-announcement"),
    path(f"{ANNOUNCEMENT}/pin/", announcements.pin, name="club-announcement-pin"),
    path(f"{ANNOUNCEMENT}/delete/", announcements.delete, name="club-announcement-delete"),
    path(f"{ONE}/persons/", persons.persons, name="club-persons"),
    path(f"{PERSON}/", persons.person, name="club-person"),
    path(f"{PERSON}/link/", persons.make_link, name="club-person-link"),
    path(f"{PERSON}/link/end/", persons.end_link, name="club-person-link-end"),
    path(f"{PERSON}/remove/", persons.remove, name="club-person-remove"),
]

PLAYER = "players/<str:handle>"

OF_PLAYERS: list[URLPattern] = [
    path(f"{PLAYER}/ratings/", profiles.ratings, name="player-ratings"),
    path(f"{PLAYER}/ratings.csv", profiles.ratings_csv, name="player-ratings-csv"),
    path(f"{PLAYER}/ratings.json", profiles.ratings_json, name="player-ratings-json"),
    path(f"{ONE}/insights/", insights.insights, name="club-insights"),
]

DEAL = "deals/<str:deal_id>"

OF_RUNS: list[URLPattern] = [
    path("solo/", solo.solo_table, name="solo-table"),
    path(f"{DEAL}/", deals.deal, name="deal"),
    path(f"{DEAL}/again/", deals.again, name="deal-again"),
]

LEAGUE = "leagues/<str:league_id>"
SEASON = f"{LEAGUE}/seasons/<int:number>"

OF_LEAGUES: list[URLPattern] = [
    path(f"{ONE}/leagues/new/", leagues.new_league, name="league-new"),
    path(f"{ONE}/calendar.ics", calendars.calendar, name="club-calendar"),
    path(f"{ONE}/calendar/<str:key>.ics", calendars.own_calendar, name="club-own-calendar"),
    path(f"{LEAGUE}/", leagues.league, name="league"),
    path(f"{LEAGUE}/rules/", leagues.rules, name="league-rules"),
    path(f"{LEAGUE}/seasons/", leagues.draft, name="league-draft"),
    path(f"{SEASON}/", seasons.season, name="season"),
    path(f"{SEASON}/publish/", seasons.publish, name="season-publish"),
    path(f"{SEASON}/add/", seasons.add, name="season-add"),
    path(f"{SEASON}/fill/", seasons.fill, name="season-fill"),
    path(f"{SEASON}/move/", seasons.move, name="season-move"),
    path(f"{SEASON}/remove/", seasons.remove, name="season-remove"),
    path(f"{SEASON}/dates/", seasons.dates, name="season-dates"),
    path(f"{SEASON}/discard/", seasons.discard, name="season-discard"),
]

TOURNAMENT = "tournaments/<str:tournament_id>"

OF_TOURNAMENTS: list[URLPattern] = [
    path("tournaments/", tournaments.tournaments, name="tournaments"),
    path("tournaments/join/<str:invite>/", taking_part.join, name="tournament-join"),
    path(f"{TOURNAMENT}/", tournaments.tournament, name="tournament"),
    path(f"{TOURNAMENT}/live/", tournaments.live, name="tournament-live"),
    path(f"{TOURNAMENT}/rounds/<int:number>/", looking.one_round, name="tournament-round"),
    path(f"{TOURNAMENT}/rounds/<int:number>/why/<str:entrant>/", looking.why_so, name="tournament-why"),
    path(f"{TOURNAMENT}/crosstable/", looking.crosstable, name="tournament-crosstable"),
    path(f"{TOURNAMENT}/standings.csv", looking.standings_csv, name="tournament-standings-csv"),
    path(f"{TOURNAMENT}/crosstable.csv", looking.crosstable_csv, name="tournament-crosstable-csv"),
    path(f"{TOURNAMENT}/log/", looking.log, name="tournament-log"),
    path(f"{TOURNAMENT}/enter/", taking_part.come_in, name="tournament-enter"),
    path(f"{TOURNAMENT}/check-in/", taking_part.be_there, name="tournament-check-in"),
    path(f"{TOURNAMENT}/dice/", taking_part.add_to_dice, name="tournament-dice"),
    path(f"{TOURNAMENT}/withdraw/", taking_part.go_out, name="tournament-withdraw"),
]

OF_NOTICES: list[URLPattern] = [
    path("notices/", notices.notices, name="notices"),
    path("notices/mails/", notices.mails, name="notices-mails"),
]

CONSOLE = f"{TOURNAMENT}/console"

OF_CONSOLES: list[URLPattern] = [
    path(f"{ONE}/tournaments/new/", drafting.new_tournament, name="tournament-new"),
    path(f"{TOURNAMENT}/edit/", drafting.edit, name="tournament-edit"),
    path(f"{CONSOLE}/", console.console, name="tournament-console"),
    path(f"{CONSOLE}/publish/", drafting.publish, name="tournament-publish"),
    path(f"{CONSOLE}/unpublish/", organising.unpublish, name="tournament-unpublish"),
    path(f"{CONSOLE}/start/", organising.start, name="tournament-start"),
    path(f"{CONSOLE}/pause/", organising.pause, name="tournament-pause"),
    path(f"{CONSOLE}/resume/", organising.resume, name="tournament-resume"),
    path(f"{CONSOLE}/cancel/", organising.cancel, name="tournament-cancel"),
    path(f"{CONSOLE}/publish-round/", organising.publish_round, name="tournament-publish-round"),
    path(f"{CONSOLE}/unpublish-round/", organising.unpublish_round, name="tournament-unpublish-round"),
    path(f"{CONSOLE}/pair-again/", organising.pair_again, name="tournament-pair-again"),
    path(f"{CONSOLE}/extend/", organising.extend, name="tournament-extend"),
    path(f"{CONSOLE}/reopen/", organising.reopen, name="tournament-reopen"),
    path(f"{CONSOLE}/enter/", entrants.enter_other, name="tournament-enter-other"),
    path(f"{CONSOLE}/check-in/", entrants.is_there, name="tournament-is-there"),
    path(f"{CONSOLE}/remove/", entrants.take_out, name="tournament-remove"),
    path(f"{CONSOLE}/return/", entrants.let_back, name="tournament-return"),
    path(f"{CONSOLE}/keep-apart/", entrants.keep_apart, name="tournament-keep-apart"),
    path(f"{CONSOLE}/let-meet/", entrants.let_meet, name="tournament-let-meet"),
    path(f"{CONSOLE}/rounds/<int:number>/tables/<int:table>/", results.result, name="tournament-result"),
    path(f"{CONSOLE}/rounds/<int:number>/tables/<int:table>/back/", results.take_back, name="tournament-result-back"),
    path(f"{CONSOLE}/rounds/<int:number>/tables/<int:table>/start/", starting.start, name="tournament-start-table"),
]

DESK = "desk/<str:game_id>"

OF_DESK: list[URLPattern] = [
    path("desk/", desk.desk, name="desk"),
    path(f"{DESK}/", desk.case, name="desk-game"),
    path(f"{DESK}/rule/", desk.decide, name="desk-rule"),
    path(f"{DESK}/<int:seq>/", desk.dispute, name="desk-dispute"),
    path(f"{DESK}/reverse/<int:ruling>/", desk.reverse, name="desk-reverse"),
]

EMBEDDED_BOARD = "embed/leaderboards/<str:variant>"
EMBEDDED_STANDINGS = "embed/tournaments/<str:tournament_id>/standings"

OF_LEADERBOARDS: list[URLPattern] = [
    path("leaderboards/", leaderboards.leaderboards, name="leaderboards"),
    path(f"{ONE}/leaderboards/", leaderboards.club_leaderboards, name="club-leaderboards"),
    path(f"{EMBEDDED_BOARD}/", embeds.leaderboard, name="embed-leaderboard"),
    path(f"{EMBEDDED_BOARD}.json", embeds.leaderboard_data, name="embed-leaderboard-json"),
    path(f"{EMBEDDED_STANDINGS}/", embeds.standings, name="embed-standings"),
    path(f"{EMBEDDED_STANDINGS}.json", embeds.standings_data, name="embed-standings-json"),
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
