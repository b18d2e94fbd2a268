"""The site's addresses, and the bare view."""

from django.urls import include, path

from benchmarks.serving.bare import insert

urlpatterns = [path("bare", insert), path("", include("brikks_site.urls"))]
