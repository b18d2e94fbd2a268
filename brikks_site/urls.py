"""The site's addresses: the shared pages here, the rest in each app."""

from django.urls import include, path

from brikks_site import health, pages

handler400 = pages.bad_request

urlpatterns = [
    path("", pages.home, name="home"),
    path("favicon.ico", pages.favicon),
    path("healthz", health.healthz, name="healthz"),
    path("accounts/", include("allauth.urls")),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("", include("games.urls")),
    path("", include("tournaments.urls")),
]
