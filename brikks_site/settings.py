"""Django's settings, read from the environment; docs/operations.md lists the variables.

Everything the site writes lives under one folder, `VAR`. The defaults are those of a safe small installation.
"""

import os

from django.core.exceptions import ImproperlyConfigured

from brikks_site.config import accounts, addresses, api, limits, queues, storage
from brikks_site.config.accounts import *  # noqa: F403 - the names that it lists
from brikks_site.config.addresses import wrong_webhook
from brikks_site.config.base import *  # noqa: F403 - the names that it lists
from brikks_site.config.base import BASE_DIR, REDIS_PREFIX, REDIS_URL, VAR
from brikks_site.ops import logs

DEBUG = os.environ.get("DJANGO_DEBUG") == "1"
PUBLIC_URL = os.environ.get("BRIKKS_PUBLIC_URL", "")
if problem := addresses.wrong_public_url(PUBLIC_URL):
    raise ImproperlyConfigured(problem)
CHECKPOINT_WEBHOOK = os.environ.get("BRIKKS_CHECKPOINT_WEBHOOK", "")
CHECKPOINT_SECRET = os.environ.get("BRIKKS_CHECKPOINT_SECRET", "")
if problem := wrong_webhook(CHECKPOINT_WEBHOOK):
    raise ImproperlyConfigured(problem)
OPERATOR = os.environ.get("BRIKKS_OPERATOR", "")
LOG_FORM = os.environ.get("BRIKKS_LOG") or logs.LINE
if LOG_FORM not in logs.FORMS:
    raise ImproperlyConfigured(f"BRIKKS_LOG must be {' or '.join(logs.FORMS)}.")
WEB_THREADS = limits.web_threads(os.environ.get("BRIKKS_WEB_THREADS", ""))
CAPS = limits.caps(os.environ.get("BRIKKS_CAPS", ""))
WORKER_METRICS = limits.worker_metrics(os.environ.get("BRIKKS_WORKER_METRICS", ""))


def _allowed_hosts() -> list[str]:
    listening = os.environ.get("HOST", "")
    named = os.environ.get("BRIKKS_ALLOWED_HOSTS", "").split(",")
    wildcards = {"0.0.0.0", "::"}  # noqa: S104 - left out here, not listened on
    public = addresses.public_host(os.environ.get("BRIKKS_PUBLIC_URL", ""))
    chosen = [host.strip() for host in [listening, public, *named] if host.strip() not in wildcards]
    bracketed = [f"[{host}]" if ":" in host and host[0] != "[" else host for host in chosen if host]
    return ["localhost", "127.0.0.1", "[::1]", *bracketed]


ALLOWED_HOSTS = _allowed_hosts()

# Ours first, so that its templates take the place of allauth's.
INSTALLED_APPS = [
    "brikks_site.apps.SiteConfig",
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "brikks_site.apps.OwnStaticFiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django_filters",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "games",
    "tournaments",
]

MIDDLEWARE = [
    "brikks_site.ops.requests.RequestIds",
    "brikks_site.ops.requests.Observed",
    "brikks_site.http.middleware.browser_policy",
    "django.middleware.security.SecurityMiddleware",
    "brikks_site.http.middleware.StaticFiles",
    "brikks_site.http.middleware.without_cookies",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.common.CommonMiddleware",
    "brikks_site.http.middleware.only_utf8",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "brikks_site.http.middleware.Locales",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "brikks_site.http.middleware.SecondFactor",
    "brikks_site.http.errors.Refusals",
]

ROOT_URLCONF = "brikks_site.urls"
ASGI_APPLICATION = "brikks_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    },
]

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"

REST_FRAMEWORK = api.REST_FRAMEWORK
SPECTACULAR_SETTINGS = api.SPECTACULAR

CACHES = {"default": storage.cache(REDIS_URL, REDIS_PREFIX)}

CELERY_BROKER_URL = queues.broker_url(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = queues.broker_options(REDIS_URL, REDIS_PREFIX, VAR / "broker")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# A move is stored before anything is queued: its answer must not wait long for a broker that is away.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1}
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_QUEUES = queues.QUEUES
CELERY_TASK_DEFAULT_QUEUE = "clocks"
CELERY_TASK_CREATE_MISSING_QUEUES = False
CELERY_TASK_ROUTES = queues.ROUTES
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_TRACK_STARTED = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_ENABLE_UTC = True
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = queues.SCHEDULE

LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = "brikks_site.formats"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("fr", "français"), ("es", "español")]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True

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
# Preloading binds a whole domain for good: that is for the owner of the domain to decide, not for one site on it.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
IS_HTTPS = PUBLIC_URL.startswith("https://")
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL.rstrip("/")] if PUBLIC_URL else []
SECURE_SSL_REDIRECT = IS_HTTPS
SECURE_REDIRECT_EXEMPT = addresses.WITHOUT_TLS
SECURE_HSTS_SECONDS = addresses.HSTS_SECONDS if IS_HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = IS_HTTPS
SESSION_COOKIE_SECURE = IS_HTTPS
LANGUAGE_COOKIE_SECURE = IS_HTTPS
CSRF_COOKIE_SECURE = IS_HTTPS
REQUIRE_MFA_FOR_STAFF = accounts.requires_second_factor(os.environ, DEBUG, IS_HTTPS)

LOGGING = logs.logging_settings(LOG_FORM)
