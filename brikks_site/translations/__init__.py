"""Translations: what is to be translated, the catalogues in `locale/`, and what is wrong with them.

Catalogues are texts (`locale/<language>/LC_MESSAGES/django.po`) that people write; what Django reads is compiled from
them before anything starts, and is not kept in the repository. Babel does the reading and writing, so that nothing
has to be installed beside the site.
"""
