"""The addresses of playing and learning."""

from django.urls import path

from games import pages, well_known
from games.accounts.pages import one_time_link

urlpatterns = [
    path(".well-known/brikks-keys.json", well_known.keys_as_json, name="keys"),
    path(".well-known/brikks-keys.pem", well_known.keys_as_pem, name="keys-pem"),
    path("link/<str:secret>/", one_time_link, name="one-time-link"),
    path("rules/", pages.rules, name="rules"),
]
