"""The site's addresses: the shared pages here, the rest in each app."""

from django.urls import include, path, re_path

from brikks_site import admin
from brikks_site import views as brikks_site_views
from brikks_site.ops import views as ops_views

handler400 = brikks_site_views.bad_request
handler500 = brikks_site_views.server_error

urlpatterns = [
    path("", brikks_site_views.home, name="home"),
    path("favicon.ico", brikks_site_views.favicon),
    path("language/", brikks_site_views.choose_language, name="language"),
    path("welcome/", brikks_site_views.welcome, name="welcome"),
    path("healthz", ops_views.healthz, name="healthz"),
    path("readyz", ops_views.readyz, name="readyz"),
    path("metrics", ops_views.metrics_page, name="metrics"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("api/v1/", include("games.api_urls")),
    path("api/v1/", include("tournaments.api_urls")),
    path("api/schema", brikks_site_views.api_schema, name="api-schema"),
    path("api/docs", brikks_site_views.api_docs, name="api-docs"),
    re_path("^api/", brikks_site_views.unknown_api_address),
    path("", include("games.urls")),
    path("", include("tournaments.urls")),
]
