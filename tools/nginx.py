"""nginx as a person would set it up for a static site: a folder, its types of files, a page where one is missing.

    with nginx(Path("site")) as server:
        print(server.url)

It takes Debian's package `nginx-light`, runs as whoever calls it, and keeps its files in a folder of its own.
"""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path

TYPES = Path("/etc/nginx/mime.types")
PATIENCE = 10.0  # seconds

CONFIG = """
daemon off;
{user}
worker_processes {workers};
pid {own}/pid;
error_log {own}/error.log;
events {{ worker_connections 4096; }}
http {{
  include {types};
  access_log off;
  sendfile on;
  client_body_temp_path {own}/body;
  proxy_temp_path {own}/proxy;
  fastcgi_temp_path {own}/fastcgi;
  uwsgi_temp_path {own}/uwsgi;
  scgi_temp_path {own}/scgi;
  server {{
    listen 127.0.0.1:{port};
    root "{folder}";
    error_page 404 /404.html;
  }}
}}
"""


class NginxError(Exception):
    """nginx is not installed, or does not start."""


@dataclass
class Nginx:
    """One that runs."""

    url: str
    process: subprocess.Popen[bytes]
    own: Path

    def log(self) -> str:
        """What it complained of; that it was handed a socket is no complaint."""
        lines = (self.own / "error.log").read_text("utf-8").splitlines(keepends=True)
        return "".join(line for line in lines if "[notice]" not in line)

    def close(self) -> None:
        """End it, its workers included; more than once does no harm."""
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(PATIENCE)


def find() -> str | None:
    """Where the program is, if it is installed with its table of types."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin") if TYPES.is_file() else None


@contextmanager
def nginx(folder: Path, workers: int = 1) -> Iterator[Nginx]:
    """Serve a folder on a free port of 127.0.0.1.

    Raises
    ------
    NginxError
        If it is not installed or does not start.
    """
    program = find()
    if program is None:
        raise NginxError("expected nginx / found none / hint apt-get install nginx-light")
    with tempfile.TemporaryDirectory() as own, socket.create_server(("127.0.0.1", 0), backlog=1024) as listener:
        port = listener.getsockname()[1]
        user = "user root;" if os.geteuid() == 0 else ""  # else root's nginx gives its files up to another user
        text = CONFIG.format(own=own, port=port, folder=folder.resolve(), user=user, workers=workers, types=TYPES)
        config = Path(own, "nginx.conf")
        config.write_text(text, "utf-8")
        command = [program, "-q", "-p", own, "-c", str(config), "-e", f"{own}/error.log"]
        number = listener.fileno()
        # The socket is handed down, as when nginx replaces itself: no port is free for a moment only.
        environ = os.environ | {"NGINX": f"{number};"}
        process = subprocess.Popen(command, env=environ, pass_fds=[number], stderr=subprocess.DEVNULL)  # noqa: S603
        made = Nginx(f"http://127.0.0.1:{port}/", process, Path(own))
        listener.close()
        try:
            _answers(made, port)
            yield made
        finally:
            made.close()


def _answers(made: Nginx, port: int) -> None:
    """Wait for the first answer."""
    end = time.monotonic() + PATIENCE
    while made.process.poll() is None and time.monotonic() < end:
        connection = HTTPConnection("127.0.0.1", port, timeout=1)
        try:
            connection.request("HEAD", "/")
            connection.getresponse()
        except (OSError, HTTPException):
            time.sleep(0.02)
        else:
            return
        finally:
            connection.close()
    raise NginxError(f"expected nginx to answer / found it does not start: {made.log().strip()}")
