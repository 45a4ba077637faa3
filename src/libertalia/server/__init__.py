"""Playing over the network: tables whose every move is stored before anyone hears of it.

`docs/architecture.md` says what is in which file. The way of a move: `connections` receives it, `table_actor` takes it,
`drafts` turns it into a fact, `storage.ledger` stores it, `table_state` applies it, `audience` tells everyone what `wire` allows.
"""
