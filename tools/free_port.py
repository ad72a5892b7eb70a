"""Say in one line when nothing can be served on a port: `python -m tools.free_port 8000`."""

import errno
import socket
import sys


def complaint(port: str) -> str | None:
    """Return what is wrong with `port` on 127.0.0.1, or None.

    >>> complaint("80000")
    'serve: expected PORT from 1 to 65535 / found 80000 / hint make serve PORT=8001'
    """
    hint = "hint make serve PORT=8001"
    if not (port.isdecimal() and 1 <= int(port) <= 65535):
        return f"serve: expected PORT from 1 to 65535 / found {port} / {hint}"
    with socket.socket() as listener:
        # As the server will: a port that was just given up still counts as free.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", int(port)))
        except OSError as error:
            why = "in use" if error.errno == errno.EADDRINUSE else (error.strerror or str(error)).lower()
            return f"serve: expected port {port} of 127.0.0.1 to be free / found it {why} / {hint}"
    return None


if __name__ == "__main__":
    sys.exit(complaint(sys.argv[1]))
