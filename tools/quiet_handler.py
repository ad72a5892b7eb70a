"""What the local servers of tests and measurements have in common: they keep their peace."""

from http.server import BaseHTTPRequestHandler


class QuietHandler(BaseHTTPRequestHandler):
    """Logs nothing, and says nothing of a page that was left while it was being answered."""

    def log_message(self, *_: object) -> None:
        """Stay quiet."""

    def handle(self) -> None:
        """Answer until the other side has gone."""
        try:
            super().handle()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
