"""One log for all seats: who writes it, when an entry is final, how a peer catches up.

``Replica`` is the state machine, ``Application`` what it folds, ``effects`` what it wants done and
``messages`` what it says to other replicas. Inside, by what happens to a message:

    intake     takes it in, or refuses it      pending, acks, seals, sync   keep what it brought
    settling   draws the consequences          leading, chain, finality     decide, write, fold
    heartbeat  repeats what may be lost        certificates, quorums        prove it to others

``core`` holds the parts together. Nothing here knows UNO, sockets, files or a clock.
"""

from unonet.order.application import Application
from unonet.order.replica import Replica

__all__ = ["Application", "Replica"]
