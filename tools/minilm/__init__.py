"""What fetches MiniLM-L6, records what it does and writes it small: each module is a program."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "docs")]  # where the package demos is
