"""The addresses of the interface for playing."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
