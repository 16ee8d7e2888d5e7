"""A network of its own whose every way out ends in our hands: whatever is sent there is counted, and goes nowhere.

Linux only, as root or where users may make namespaces. `run_apart` runs a module in such a network; there, `Outside`
is the way out. The system's resolver is pointed at an address outside, so that look-ups are counted as well.
"""

import fcntl
import ipaddress
import os
import shutil
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

RESOLVER = "192.0.2.53"  # of a block that belongs to nobody
PLACE = "DICE_TABLE_APART"
_TUNSETIFF, _IFF_TUN, _IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
_KERNELS_OWN = ipaddress.ip_network("ff02::/16")  # what the kernel itself tells neighbours of a new device


def apart() -> bool:
    """Whether this process runs in a network made by `run_apart`."""
    return bool(os.environ.get(PLACE))


def unable() -> str:
    """Return why no such network can be made here, "" where it can."""
    if sys.platform != "linux" or not all(map(shutil.which, ("unshare", "ip", "mount"))):
        return "it takes Linux with unshare, ip and mount"
    tried = subprocess.run(
        [*_unshare(), sys.executable, "-c", "open('/dev/net/tun', 'r+b', buffering=0)"],
        capture_output=True,
        check=False,
    )
    return f"no network of its own can be made: {tried.stderr.decode().strip()[-200:]}" if tried.returncode else ""


def run_apart(module: str, arguments: Sequence[str]) -> int:
    """Run `python -m module` with these arguments in a network of its own; return its exit status."""
    command = [*_unshare(), sys.executable, "-m", module, *arguments]
    return subprocess.run(command, env={**os.environ, PLACE: "1"}, check=False).returncode


def _unshare() -> list[str]:
    as_root = [] if os.geteuid() == 0 else ["--map-root-user"]
    return ["unshare", *as_root, "--net", "--mount", "--"]


class Outside:
    """The way out: a device of the kernel's that hands every packet to this process. For use within `run_apart`.

    `packets` are the destinations of those sent so far, as "address:port" or "address".
    """

    def __init__(self, folder: Path) -> None:
        self.packets: list[str] = []
        self._device = open("/dev/net/tun", "r+b", buffering=0)  # noqa: SIM115 - open as long as the way out is
        fcntl.ioctl(self._device, _TUNSETIFF, struct.pack("16sH", b"outside", _IFF_TUN | _IFF_NO_PI))
        resolving = folder / "resolv.conf"
        resolving.write_text(f"nameserver {RESOLVER}\noptions timeout:1 attempts:1\n", encoding="ascii")
        for command in (
            "link set lo up",
            "addr add 192.0.2.1/24 dev outside",
            "-6 addr add 2001:db8::1/64 dev outside nodad",
            "link set outside up",
            "route add default dev outside",
            "-6 route add default dev outside",
        ):
            done = subprocess.run(["ip", *command.split()], capture_output=True, text=True, check=False)
            if done.returncode and not command.startswith("-6"):  # a kernel may have no IPv6 at all
                raise OSError(f"ip {command}: {done.stderr.strip()}")
        subprocess.run(["mount", "--bind", str(resolving), "/etc/resolv.conf"], check=True)
        threading.Thread(target=self._count, name="outside", daemon=True).start()

    def __enter__(self) -> Self:
        """Let packets be counted."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave everything to the end of this process, with which the network goes."""

    def check(self) -> int:
        """Look a name up and send a packet to see that both are counted; return how many were, and forget them."""
        with suppress(OSError):
            socket.getaddrinfo("dice-table.invalid", 443)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sending:
            sending.sendto(b"?", ("198.51.100.7", 9))
        while "198.51.100.7:9" not in self.packets:
            threading.Event().wait(0.01)
        found = list(self.packets)
        if f"{RESOLVER}:53" not in found:
            raise OSError(f"look-ups are not seen here, only {found}")
        self.packets.clear()
        return len(found)

    def _count(self) -> None:
        while packet := self._device.read(65_536):
            if destination := _destination(packet):
                self.packets.append(destination)


def _destination(packet: bytes) -> str:
    """Return where a packet goes; "" for what the kernel sends of its own accord."""
    if packet[0] >> 4 == 4:
        start, protocol, address = (packet[0] & 15) * 4, packet[9], str(ipaddress.ip_address(packet[16:20]))
    else:
        start, protocol, address = 40, packet[6], str(ipaddress.ip_address(packet[24:40]))
        if ipaddress.ip_address(address) in _KERNELS_OWN:
            return ""
    if protocol in {socket.IPPROTO_TCP, socket.IPPROTO_UDP} and len(packet) >= start + 4:
        return f"{address}:{struct.unpack_from('>H', packet, start + 2)[0]}"
    return address
