"""The interface for accounts: one's own, guests, tokens, other players, complaints, and devices that several share.

Only a browser's session changes accounts, never a token. People are named by their username, the handle under which
`/players/` knows them; numbers of accounts appear nowhere.
"""
