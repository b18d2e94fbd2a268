"""How dates are written, where Django's own way would be misread; one package per language."""
