"""Every sentence that a person reads, and nothing else: no nickname, no value, no decision.

``events`` says what happened, ``table`` talks with a person at a table, ``rules`` explains a
ruleset, ``pages`` is what commands report, ``words`` has the small words of all. A placeholder is
filled by whoever says the sentence. Sentences say the most important word first and stand alone.
"""
