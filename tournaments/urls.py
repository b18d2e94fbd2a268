"""The addresses of clubs and tournaments."""

from django.urls import path

from tournaments import pages

urlpatterns = [
    path("clubs/", pages.clubs, name="clubs"),
    path("clubs/join/<str:invite>/", pages.join, name="club-join"),
    path("clubs/<str:club_id>/", pages.club, name="club"),
    path("clubs/<str:club_id>/leave/", pages.leave, name="club-leave"),
    path("clubs/<str:club_id>/link/", pages.renew_link, name="club-link"),
    path("clubs/<str:club_id>/members/<str:handle>/role/", pages.change_role, name="club-role"),
    path("clubs/<str:club_id>/members/<str:handle>/remove/", pages.remove, name="club-remove"),
]
