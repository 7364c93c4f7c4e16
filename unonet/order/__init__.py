"""One log for all seats: who writes it, when an entry is final, how a peer catches up.

``Replica`` is the state machine, ``Application`` what it folds, ``effects`` what it wants done and
``messages`` what it says to other replicas.
"""

from unonet.order.application import Application
from unonet.order.replica import Replica

__all__ = ["Application", "Replica"]
