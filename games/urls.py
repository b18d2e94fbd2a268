"""The addresses of playing and learning."""

from django.urls import path

from games import pages

urlpatterns = [
    path("rules/", pages.rules, name="rules"),
]
