"""The kinds of arrays that the solver and the coach exchange."""

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Values = NDArray[np.floating]
"""Values and chances; computed as float64, state values stored as float32."""
