"""Settings of the programming interface: who gets in, how fast, in what form."""

from typing import Any, Final

REST_FRAMEWORK: Final[dict[str, Any]] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.api.access.TokenAuthentication",
        "games.api.access.BrowserAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["games.api.access.Scoped"],
    "DEFAULT_PARSER_CLASSES": ["games.api.parsing.StrictJsonParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "300/min", "user": "1200/min"},
    "EXCEPTION_HANDLER": "brikks_site.answers.answer_for_interface",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR: Final[dict[str, Any]] = {
    "TITLE": "Brikks Arena",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}
