"""The site's addresses: the shared pages here, the rest in each app."""

from django.urls import include, path, re_path

from brikks_site import admin, health, last_resorts, pages, reference

handler400 = last_resorts.bad_request
handler500 = last_resorts.server_error

urlpatterns = [
    path("", pages.home, name="home"),
    path("favicon.ico", pages.favicon),
    path("language/", pages.choose_language, name="language"),
    path("welcome/", pages.welcome, name="welcome"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics_page, name="metrics"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("api/v1/", include("games.api_urls")),
    path("api/v1/", include("tournaments.api_urls")),
    path("api/schema", reference.schema, name="api-schema"),
    path("api/docs", reference.docs, name="api-docs"),
    re_path("^api/", last_resorts.nothing_here),
    path("", include("games.urls")),
    path("", include("tournaments.urls")),
]
