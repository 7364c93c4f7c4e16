"""Links to other peers: the transport interface, TCP, a network in memory, the mesh, discovery.

Import what you need from the modules: ``discovery`` alone pulls in zeroconf.
"""

from unonet.net.mesh import Mesh
from unonet.net.tcp import TcpTransport
from unonet.net.transport import Address, Link, Transport

__all__ = ["Address", "Link", "Mesh", "TcpTransport", "Transport"]
