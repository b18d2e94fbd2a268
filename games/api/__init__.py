"""The programming interface: the same services and selectors as the pages, as JSON under /api/v1/."""
