"""Sample content: people, a club and games at every stage, made through the services that everybody else uses.

Each step is known again by its name, so filling that was interrupted goes on where it was. The site's owner comes last:
once there is one, everything is there, and what people do with it since is left alone.
"""
