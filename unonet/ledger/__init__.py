"""Identities, canonical bytes, signed entries, their chain and its file; bytes only, never UNO.

Import from the modules: ``codec`` and ``shape`` for values, ``identity`` for keys, ``entry`` for
records, ``ledger`` for the chain, ``store`` for ``.unolog`` files, ``kinds`` for the registry.
"""
