"""HTML pages about playing; each page is a module of its own."""
