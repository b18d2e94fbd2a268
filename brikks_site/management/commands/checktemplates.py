"""`manage.py checktemplates`: compile every template of the project without rendering it."""

from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.template import TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import get_template


def template_names() -> list[str]:
    """The names of the project's own templates, as `get_template` takes them."""
    own = [Path(app.path) for app in apps.get_app_configs() if Path(app.path).parent == settings.BASE_DIR]
    folders = [path / "templates" for path in own]
    return sorted(str(file.relative_to(folder)) for folder in folders for file in folder.rglob("*.*"))


class Command(BaseCommand):
    """Fail on the first broken tag of each template, naming the template."""

    help = "Compile every template of the project."

    def handle(self, *args: Any, **options: Any) -> None:
        """Compile them all, then report together."""
        names = template_names()
        broken = [problem for name in names if (problem := self.problem_of(name))]
        if broken:
            raise CommandError("\n".join(broken))
        self.stdout.write(f"{len(names)} templates compile.")

    def problem_of(self, name: str) -> str | None:
        """What is wrong with a template, if anything."""
        try:
            get_template(name)
        except (TemplateSyntaxError, TemplateDoesNotExist) as error:
            return f"{name}: {error}"
        return None
