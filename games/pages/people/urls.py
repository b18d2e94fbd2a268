"""The addresses of people's pages."""

from django.urls import path

from games.pages.people import own_data, privacy, profile, settings, tokens

urlpatterns = [
    path("settings/", settings.settings_page, name="settings"),
    path("settings/unblock/", settings.let_back, name="unblock"),
    path("settings/tokens/", tokens.tokens_page, name="tokens"),
    path("settings/tokens/<int:number>/end/", tokens.end_token, name="token-end"),
    path("settings/data/", own_data.own_data, name="own-data"),
    path("settings/data/download/", own_data.download, name="own-data-download"),
    path("settings/data/erase/", own_data.erase_account, name="own-data-erase"),
    path("players/<str:handle>/", profile.player, name="player"),
    path("players/<str:handle>/block/", profile.keep_away, name="player-block"),
    path("players/<str:handle>/report/", profile.complain, name="player-report"),
    path("privacy/", privacy.privacy, name="privacy"),
]
