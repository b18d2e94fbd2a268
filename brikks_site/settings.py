"""Django's settings, read from the environment; docs/operations.md lists the variables.

Everything the site writes lives under one folder, `VAR`. The defaults are those of a safe small installation.
"""

import os
from pathlib import Path

from brikks_site.secret import secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(os.environ.get("BRIKKS_VAR") or BASE_DIR / "var").resolve()
VAR.mkdir(mode=0o700, parents=True, exist_ok=True)

DEBUG = os.environ.get("DJANGO_DEBUG") == "1"
SECRET_KEY = os.environ.get("DJANGO_SECRET_KEY") or secret_key(VAR / "secret-key")


def _allowed_hosts() -> list[str]:
    listening = os.environ.get("HOST", "")
    named = os.environ.get("BRIKKS_ALLOWED_HOSTS", "").split(",")
    wildcards = {"0.0.0.0", "::"}  # noqa: S104 - left out here, not listened on
    chosen = [host.strip() for host in [listening, *named] if host.strip() not in wildcards]
    bracketed = [f"[{host}]" if ":" in host and host[0] != "[" else host for host in chosen if host]
    return ["localhost", "127.0.0.1", "[::1]", *bracketed]


ALLOWED_HOSTS = _allowed_hosts()

INSTALLED_APPS = [
    "django.contrib.staticfiles",
    "brikks_site",
    "games",
    "tournaments",
]

MIDDLEWARE = [
    "brikks_site.headers.browser_policy",
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
]

ROOT_URLCONF = "brikks_site.urls"
ASGI_APPLICATION = "brikks_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    },
]

# Deferred transactions fail with "database is locked" as soon as two writers meet; FULL keeps every
# acknowledged event through a power cut.
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": VAR / "brikks.sqlite3",
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL",
        },
    },
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
USE_I18N = True
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "servestatic.storage.CompressedManifestStaticFilesStorage"},
}

SERVESTATIC_ALLOW_ALL_ORIGINS = False

SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {"one-line": {"()": "brikks_site.refused_names.OneLine"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        # A missing page is the visitor's affair, not a line in the operator's log.
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"filters": ["one-line"]},
    },
}
