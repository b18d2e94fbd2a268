"""The catalogue of all events that logs can hold: `docs/events.md`, written from here and from the code.

`kinds` says what each kind means and which fields its data have, `writers` finds in the code who writes it, `page` puts
both together.
"""
