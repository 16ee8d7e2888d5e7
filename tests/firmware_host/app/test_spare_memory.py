"""What is freed in many threads goes back to the system, in a process of its own: its C library is set for good."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
THREADS = """
import sys, threading
import numpy as np
from firmware_host.app.spare_memory import give_back_spare_memory, limit_spare_memory

limit_spare_memory()

def resident():
    return 4096 * int(open("/proc/self/statm").read().split()[1])

def draw(barrier):
    # Pictures of every size, with something small between them that stays, as in a real evening.
    for size in range(1, 40):
        np.ones(size * 100_000, np.uint8)
        kept.append(bytes(2000))
    barrier.wait()

kept = []
before = resident()
barrier = threading.Barrier(16)
threads = [threading.Thread(target=draw, args=(barrier,)) for _ in range(16)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print((resident() - before) // 2**20)
# Much that is small, and of that the last piece stays: what lies before it is free, but not at the end.
pieces = [bytes(2000) for _ in range(20_000)]
pieces[:-1] = []
before = resident()
give_back_spare_memory()
print((before - resident()) // 2**20)
"""

NETWORK = """
import numpy as np
from firmware_host.app.spare_memory import give_back_spare_memory, limit_spare_memory
from vision.network import load_network

limit_spare_memory()

def resident():
    return 4096 * int(open("/proc/self/statm").read().split()[1])

faces = load_network("faces")
before = faces(np.ones((1, 3, 80, 80), np.float32))
fresh = resident()
faces(np.ones((200, 3, 80, 80), np.float32))
taken = resident() - fresh
give_back_spare_memory()
assert np.array_equal(faces(np.ones((1, 3, 80, 80), np.float32)), before)
print(taken // 2**20, (resident() - fresh) // 2**20)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has /proc")
def test_memory_of_pictures_in_many_threads_is_given_back() -> None:
    taken, given_back = _figures(THREADS)
    assert taken < 10
    assert given_back > 30


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has /proc")
def test_memory_that_a_network_took_for_many_pictures_is_given_back() -> None:
    taken, kept = _figures(NETWORK)
    assert taken > 40
    assert kept < taken / 4


def _figures(script: str) -> list[int]:
    command = [sys.executable, "-c", script]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    return [int(figure) for figure in done.stdout.split()]
