"""What systemd is told where it started the program: that it is ready, that it is well, that it stops (sd_notify).

https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html has the messages: datagrams to a socket.
"""

import logging
import os
import socket
from collections.abc import Mapping

SOCKET_VARIABLE = "NOTIFY_SOCKET"
READY, WELL, STOPPING = b"READY=1", b"WATCHDOG=1", b"STOPPING=1"
log = logging.getLogger(__name__)


class ServiceManager:
    """Tells whoever started the program how it is; without a socket in `environment` nobody is told anything.

    What cannot be sent is logged once: the game goes on.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get(SOCKET_VARIABLE, "")
        # "@" stands for the zero byte of a name that is in no file system.
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._failed = False

    def ready(self) -> None:
        """Say that the page answers."""
        self._tell(READY)

    def well(self) -> None:
        """Say that every vital part gets on; systemd starts the program again when it has not heard this for long."""
        self._tell(WELL)

    def stopping(self) -> None:
        """Say that the program is being stopped."""
        self._tell(STOPPING)

    def _tell(self, message: bytes) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.sendto(message, self._address)
        except OSError as error:
            if not self._failed:
                log.warning("The service manager cannot be told %s: %s", message.decode(), error)
            self._failed = True
