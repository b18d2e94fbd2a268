"""The rows that follow from the log of a tournament: what each kind of event does to them, written once
(`handlers`).

Handlers speak to a row store. That of the database keeps the rows as the log grows; that of the memory gives what
the rows should be, for the audit and for making them anew.
"""
