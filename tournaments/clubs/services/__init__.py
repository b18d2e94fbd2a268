"""What people do to clubs, each named by its verb: found, join, leave, run, announce; and persons of the club."""
