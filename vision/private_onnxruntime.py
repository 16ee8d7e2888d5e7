"""onnxruntime with its telemetry off: the one place that imports it.

As it comes, it writes an id of this device into the user's cache as soon as it is imported, and then looks for its
maker's host to send what it did. Only the environment variable stops both, and only before the import; the call keeps
those builds silent that know the call alone.
"""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime

onnxruntime.disable_telemetry_events()

__all__ = ["onnxruntime"]
