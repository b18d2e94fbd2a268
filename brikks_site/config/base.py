"""The settings that everything needs which touches the database: the data folder, the secret, the database itself."""

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from brikks_site.config import storage
from brikks_site.config.addresses import wrong_url
from brikks_site.config.storage import secret_key

__all__ = (
    "AUTH_USER_MODEL",
    "BASE_DIR",
    "DATABASES",
    "DEFAULT_AUTO_FIELD",
    "KEYS",
    "REDIS_PREFIX",
    "REDIS_URL",
    "SECRET_KEY",
    "SECRET_KEY_FALLBACKS",
    "TIME_ZONE",
    "USE_TZ",
    "VAR",
)

BASE_DIR = Path(__file__).resolve().parents[2]
VAR = Path(os.environ.get("BRIKKS_VAR") or BASE_DIR / "var").resolve()
VAR.mkdir(mode=0o700, parents=True, exist_ok=True)
KEYS = VAR / "keys"
SECRET_KEY = os.environ.get("DJANGO_SECRET_KEY") or secret_key(VAR / "secret-key")
SECRET_KEY_FALLBACKS = os.environ.get("DJANGO_SECRET_KEY_FALLBACKS", "").split()
if problem := wrong_url(os.environ):
    raise ImproperlyConfigured(problem)
REDIS_URL = os.environ.get("REDIS_URL", "")
REDIS_PREFIX = os.environ.get("BRIKKS_REDIS_PREFIX") or "brikks:"

DATABASES = {"default": storage.database(os.environ.get("DATABASE_URL", ""), VAR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "games.Account"
TIME_ZONE = "UTC"
USE_TZ = True
