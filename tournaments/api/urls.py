"""The addresses of the interface for clubs and tournaments."""

from django.urls import URLPattern, path

from tournaments.api import (
    announcements,
    clubs,
    desk,
    drafts,
    games,
    insights,
    leaderboards,
    leagues,
    members,
    persons,
    ratings,
    requests,
    results,
    rulings,
    solo,
    streams,
    tournament_commands,
    tournaments,
)

ONE = "clubs/<str:club_id>"
MEMBER = f"{ONE}/members/<str:handle>"
REQUEST = f"{ONE}/requests/<str:handle>"
PERSON = f"{ONE}/persons/<int:number>"
LEAGUE = "leagues/<str:league_id>"
SEASON = f"{LEAGUE}/seasons/<int:number>"
TOURNAMENT = "tournaments/<str:tournament_id>"
PLAYER = "players/<str:handle>"

OF_CLUBS: list[URLPattern] = [
    path("clubs", clubs.Clubs.as_view(), name="api-clubs"),
    path(ONE, clubs.OneClub.as_view(), name="api-club"),
    path(f"{ONE}/members", members.Members.as_view(), name="api-club-members"),
    path(MEMBER, members.OneMember.as_view(), name="api-club-member"),
    path(f"{MEMBER}/password-link", members.MemberPasswordLink.as_view(), name="api-club-member-password-link"),
    path(f"{ONE}/join", members.JoinClub.as_view(), name="api-club-join"),
    path(f"{ONE}/leave", members.LeaveClub.as_view(), name="api-club-leave"),
    path(f"{ONE}/invite", members.InviteOf.as_view(), name="api-club-invite"),
    path(f"{ONE}/requests", requests.Requests.as_view(), name="api-club-requests"),
    path(REQUEST, requests.OneRequest.as_view(), name="api-club-request"),
    path(f"{REQUEST}/approve", requests.Approve.as_view(), name="api-club-request-approve"),
    path(f"{ONE}/announcements", announcements.Announcements.as_view(), name="api-club-announcements"),
    path(f"{ONE}/announcements/<int:number>", announcements.OneAnnouncement.as_view(), name="api-club-announcement"),
    path(f"{ONE}/persons", persons.Persons.as_view(), name="api-club-persons"),
    path(PERSON, persons.OnePerson.as_view(), name="api-club-person"),
    path(f"{PERSON}/link", persons.LinkOf.as_view(), name="api-club-person-link"),
    path(f"{ONE}/claim", persons.ClaimPerson.as_view(), name="api-club-claim"),
    path(f"{ONE}/games", games.GamesOf.as_view(), name="api-club-games"),
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
    path(f"{TOURNAMENT}/stream", streams.TournamentStream.as_view(), name="api-tournament-stream"),
    path(f"{TOURNAMENT}/preview-result", results.PreviewOfResult.as_view(), name="api-tournament-preview-result"),
    path(f"{TOURNAMENT}/contribute", tournament_commands.Contribute.as_view(), name="api-tournament-contribute"),
    *(
        path(f"{TOURNAMENT}/{verb}", view.as_view(), name=f"api-tournament-{verb}")
        for verb, view in tournament_commands.COMMANDS.items()
    ),
]

OF_PLAYERS: list[URLPattern] = [
    path(f"{PLAYER}/ratings", ratings.RatingsOf.as_view(), name="api-player-ratings"),
    path(f"{PLAYER}/ratings/<str:variant>", ratings.LedgerOf.as_view(), name="api-player-ledger"),
    path(f"{PLAYER}/against/<str:other>", ratings.AgainstOther.as_view(), name="api-player-against"),
    path(f"{ONE}/insights", insights.InsightsOf.as_view(), name="api-club-insights"),
]

OF_RUNS: list[URLPattern] = [
    path(f"{PLAYER}/solo", solo.SoloOf.as_view(), name="api-player-solo"),
    path("deals/<str:deal_id>/field", solo.FieldOf.as_view(), name="api-deal-field"),
    path("deals/<str:deal_id>/again", solo.PlayAgain.as_view(), name="api-deal-again"),
]

BOARD = "leaderboards/<str:variant>"

OF_LEADERBOARDS: list[URLPattern] = [
    path(BOARD, leaderboards.Leaderboard.as_view(), name="api-leaderboard"),
    path(f"{BOARD}/around", leaderboards.Around.as_view(), name="api-leaderboard-around"),
    path(f"{BOARD}/table-dice", leaderboards.TableDice.as_view(), name="api-table-dice"),
]

OF_DESK: list[URLPattern] = [
    path("disputes", desk.Queue.as_view(), name="api-disputes"),
    path("games/<str:game_id>/rulings", rulings.Rulings.as_view(), name="api-game-rulings"),
    path("games/<str:game_id>/rulings/preview", rulings.PreviewOf.as_view(), name="api-game-rulings-preview"),
]

urlpatterns: list[URLPattern] = [
    *OF_DESK,
    *OF_LEADERBOARDS,
    *OF_CLUBS,
    *OF_PLAYERS,
    *OF_RUNS,
    *OF_TOURNAMENTS,
    path(f"{ONE}/leagues", leagues.Leagues.as_view(), name="api-leagues"),
    path(LEAGUE, leagues.OneLeague.as_view(), name="api-league"),
    path(f"{LEAGUE}/seasons", leagues.Seasons.as_view(), name="api-seasons"),
    path(SEASON, leagues.OneSeason.as_view(), name="api-season"),
    path(f"{SEASON}/publish", leagues.PublishSeason.as_view(), name="api-season-publish"),
    path(f"{SEASON}/finish", leagues.FinishSeason.as_view(), name="api-season-finish"),
    path(f"{SEASON}/players", drafts.Players.as_view(), name="api-season-players"),
    path(f"{SEASON}/players/all", drafts.AllMembers.as_view(), name="api-season-players-all"),
    path(f"{SEASON}/players/<int:player>", drafts.OnePlayer.as_view(), name="api-season-player"),
]
