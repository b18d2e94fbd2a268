"""The addresses of the interface for clubs."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
