"""Forms for what is there already: they change what somebody has changed in them, and nothing else.

A page may have been open for long, in a second window or behind the browser's Back. What stands in it as it stood then
was said by nobody, and must not undo what was said elsewhere since. So the form carries along what it has shown, and
what comes back as it was shown counts as it is now. Of what was changed here and there, the last one counts.
"""

from functools import cached_property
from typing import Any

from django import forms
from django.utils.html import format_html_join
from django.utils.safestring import SafeString


class ChangeForm(forms.Form):
    """A form whose initial values are those of now."""

    is_change = True
    """Whether there is something to change; of something new all counts as it stands in the form."""

    @property
    def hidden_initials(self) -> SafeString:
        """What the form has shown at first, for the page to carry along."""
        if not self.is_change:
            return SafeString()
        fields = [field for field in self.visible_fields() if self._knows_initial(field) or not self.is_bound]
        return format_html_join("", "{}", ((field.as_hidden(only_initial=True),) for field in fields))

    @cached_property
    def untouched(self) -> frozenset[str]:
        """The fields that came back as they were shown."""
        return frozenset(field.name for field in self.visible_fields() if self.is_change and _is_untouched(self, field))

    @cached_property
    def changed_data(self) -> list[str]:
        """Django's list of what is not as it is now, without what nobody has touched."""
        return [name for name in super().changed_data if name not in self.untouched]

    def clean(self) -> dict[str, Any]:
        """Take what nobody has touched as it is now."""
        said = super().clean() or self.cleaned_data
        for name in self.untouched & said.keys():
            said[name] = self.fields[name].clean(self.get_initial_for_field(self.fields[name], name))
        return said

    @property
    def changes(self) -> dict[str, Any]:
        """What is to be changed."""
        return {name: value for name, value in self.cleaned_data.items() if name not in self.untouched}

    def _knows_initial(self, field: forms.BoundField) -> bool:
        return field.html_initial_name in self.data


def _is_untouched(form: ChangeForm, shown: forms.BoundField) -> bool:
    """Whether a field came back as it was shown; not if nobody says what that was, as programs do not."""
    if shown.html_initial_name not in form.data:
        return False
    was_shown = shown.field.hidden_widget().value_from_datadict(form.data, form.files, shown.html_initial_name)
    try:
        return not shown.field.has_changed(shown.field.to_python(was_shown), shown.data)
    except forms.ValidationError:
        return False
