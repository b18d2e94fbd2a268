"""The site's own settings, with the bare view beside its addresses and nobody held back."""

from brikks_site.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.serving.urls"
