"""The addresses of people's own pages; those of profiles, which show games, stand in `games/urls.py`."""

from django.urls import path

from games.accounts import views

urlpatterns = [
    path("settings/", views.settings_page, name="settings"),
    path("settings/unblock/", views.unblock_player, name="unblock"),
    path("settings/tokens/", views.tokens_page, name="tokens"),
    path("settings/tokens/<int:number>/end/", views.end_token, name="token-end"),
    path("settings/data/", views.own_data_page, name="own-data"),
    path("settings/data/download/", views.download_own_data, name="own-data-download"),
    path("settings/data/erase/", views.erase_account, name="own-data-erase"),
    path("privacy/", views.privacy_page, name="privacy"),
]
