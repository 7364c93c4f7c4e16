"""One table without links and clocks: what seats agree on, and what follows from the log.

``terms`` and ``lobby`` lead to genesis, ``payloads`` and ``reducer`` fold the entries after it into
the public state, ``history``, ``replay`` and ``audit`` read a log file. Binds game, deal and
ledger; who orders entries, how bytes travel and what a player sees is known elsewhere.
"""
