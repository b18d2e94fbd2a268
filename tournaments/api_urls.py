"""The addresses of the interface for clubs and tournaments; those of pages are in `urls`."""

from django.urls import URLPattern, path

from tournaments.clubs import api as clubs_api
from tournaments.clubs import games_api
from tournaments.desk import api as desk_api
from tournaments.desk import result_api
from tournaments.events.api import commands, tournaments
from tournaments.leagues import api as leagues_api
from tournaments.profiles.insights import api as insights_api
from tournaments.ratings import api as ratings_api
from tournaments.ratings.leaderboards import api as leaderboards_api
from tournaments.ratings.solo import api as solo_api

ONE = "clubs/<str:club_id>"
MEMBER = f"{ONE}/members/<str:handle>"
REQUEST = f"{ONE}/requests/<str:handle>"
PERSON = f"{ONE}/persons/<int:number>"
LEAGUE = "leagues/<str:league_id>"
SEASON = f"{LEAGUE}/seasons/<int:number>"
TOURNAMENT = "tournaments/<str:tournament_id>"
PLAYER = "players/<str:handle>"
OF_CLUBS: list[URLPattern] = [
    path("clubs", clubs_api.Clubs.as_view(), name="api-clubs"),
    path(ONE, clubs_api.OneClub.as_view(), name="api-club"),
    path(f"{ONE}/members", clubs_api.Members.as_view(), name="api-club-members"),
    path(MEMBER, clubs_api.OneMember.as_view(), name="api-club-member"),
    path(f"{MEMBER}/password-link", clubs_api.MemberPasswordLink.as_view(), name="api-club-member-password-link"),
    path(f"{ONE}/join", clubs_api.JoinClub.as_view(), name="api-club-join"),
    path(f"{ONE}/leave", clubs_api.LeaveClub.as_view(), name="api-club-leave"),
    path(f"{ONE}/invite", clubs_api.ClubInvite.as_view(), name="api-club-invite"),
    path(f"{ONE}/requests", clubs_api.JoinRequests.as_view(), name="api-club-requests"),
    path(REQUEST, clubs_api.OneJoinRequest.as_view(), name="api-club-request"),
    path(f"{REQUEST}/approve", clubs_api.ApproveJoinRequest.as_view(), name="api-club-request-approve"),
    path(f"{ONE}/announcements", clubs_api.Announcements.as_view(), name="api-club-announcements"),
    path(f"{ONE}/announcements/<int:number>", clubs_api.OneAnnouncement.as_view(), name="api-club-announcement"),
    path(f"{ONE}/persons", clubs_api.Persons.as_view(), name="api-club-persons"),
    path(PERSON, clubs_api.OnePerson.as_view(), name="api-club-person"),
    path(f"{PERSON}/link", clubs_api.PersonClaimLink.as_view(), name="api-club-person-link"),
    path(f"{ONE}/claim", clubs_api.ClaimPerson.as_view(), name="api-club-claim"),
    path(f"{ONE}/games", games_api.GamesOf.as_view(), name="api-club-games"),
]
OF_TOURNAMENTS: list[URLPattern] = [
    path("tournaments", tournaments.Tournaments.as_view(), name="api-tournaments"),
    path(f"{ONE}/tournaments", tournaments.TournamentsOf.as_view(), name="api-club-tournaments"),
    path(TOURNAMENT, tournaments.OneTournament.as_view(), name="api-tournament"),
    path(f"{TOURNAMENT}/entrants", tournaments.Entrants.as_view(), name="api-tournament-entrants"),
    path(f"{TOURNAMENT}/rounds", tournaments.Rounds.as_view(), name="api-tournament-rounds"),
    path(f"{TOURNAMENT}/rounds/<int:number>", tournaments.OneRound.as_view(), name="api-tournament-round"),
    path(f"{TOURNAMENT}/rounds/<int:number>/why/<str:entrant>", tournaments.Why.as_view(), name="api-tournament-why"),
    path(f"{TOURNAMENT}/standings", tournaments.Standings.as_view(), name="api-tournament-standings"),
    path(f"{TOURNAMENT}/crosstable", tournaments.Crosstable.as_view(), name="api-tournament-crosstable"),
    path(f"{TOURNAMENT}/log", tournaments.LogOf.as_view(), name="api-tournament-log"),
    path(f"{TOURNAMENT}/proof", tournaments.ProofOf.as_view(), name="api-tournament-proof"),
    path(f"{TOURNAMENT}/stream", tournaments.TournamentStream.as_view(), name="api-tournament-stream"),
    path(f"{TOURNAMENT}/preview-result", result_api.PreviewOfResult.as_view(), name="api-tournament-preview-result"),
    path(f"{TOURNAMENT}/contribute", commands.Contribute.as_view(), name="api-tournament-contribute"),
    *(
        path(f"{TOURNAMENT}/{verb}", view.as_view(), name=f"api-tournament-{verb}")
        for verb, view in {**commands.COMMANDS, **result_api.RESULT_COMMANDS}.items()
    ),
]
OF_PLAYERS: list[URLPattern] = [
    path(f"{PLAYER}/ratings", ratings_api.RatingsOf.as_view(), name="api-player-ratings"),
    path(f"{PLAYER}/ratings/<str:variant>", ratings_api.LedgerOf.as_view(), name="api-player-ledger"),
    path(f"{PLAYER}/against/<str:other>", ratings_api.AgainstOther.as_view(), name="api-player-against"),
    path(f"{ONE}/insights", insights_api.InsightsOf.as_view(), name="api-club-insights"),
]
OF_RUNS: list[URLPattern] = [
    path(f"{PLAYER}/solo", solo_api.SoloOf.as_view(), name="api-player-solo"),
    path("deals/<str:deal_id>/field", solo_api.FieldOf.as_view(), name="api-deal-field"),
    path("deals/<str:deal_id>/again", solo_api.PlayAgain.as_view(), name="api-deal-again"),
]
BOARD = "leaderboards/<str:variant>"
OF_LEADERBOARDS: list[URLPattern] = [
    path(BOARD, leaderboards_api.LeaderboardView.as_view(), name="api-leaderboard"),
    path(f"{BOARD}/around", leaderboards_api.AroundView.as_view(), name="api-leaderboard-around"),
    path(f"{BOARD}/table-dice", leaderboards_api.TableDiceView.as_view(), name="api-table-dice"),
]
OF_DESK: list[URLPattern] = [
    path("disputes", desk_api.QueueView.as_view(), name="api-disputes"),
    path("games/<str:game_id>/rulings", desk_api.Rulings.as_view(), name="api-game-rulings"),
    path("games/<str:game_id>/rulings/preview", desk_api.PreviewOf.as_view(), name="api-game-rulings-preview"),
]
urlpatterns: list[URLPattern] = [
    *OF_DESK,
    *OF_LEADERBOARDS,
    *OF_CLUBS,
    *OF_PLAYERS,
    *OF_RUNS,
    *OF_TOURNAMENTS,
    path(f"{ONE}/leagues", leagues_api.Leagues.as_view(), name="api-leagues"),
    path(LEAGUE, leagues_api.OneLeague.as_view(), name="api-league"),
    path(f"{LEAGUE}/seasons", leagues_api.Seasons.as_view(), name="api-seasons"),
    path(SEASON, leagues_api.OneSeason.as_view(), name="api-season"),
    path(f"{SEASON}/publish", leagues_api.PublishSeason.as_view(), name="api-season-publish"),
    path(f"{SEASON}/finish", leagues_api.FinishSeason.as_view(), name="api-season-finish"),
    path(f"{SEASON}/players", leagues_api.DraftPlayers.as_view(), name="api-season-players"),
    path(f"{SEASON}/players/all", leagues_api.DraftAllMembers.as_view(), name="api-season-players-all"),
    path(f"{SEASON}/players/<int:player>", leagues_api.DraftPlayer.as_view(), name="api-season-player"),
]
