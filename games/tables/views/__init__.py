"""The views of the pages about playing, one module for each page."""
