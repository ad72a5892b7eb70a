"""What trains the networks of `demos.training` and records the finished runs."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "docs")]  # where the package demos is
