"""The addresses of clubs and tournaments. None yet."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
