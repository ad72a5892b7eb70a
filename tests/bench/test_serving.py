"""The server and the slow link that measurements stand on."""

import gzip
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from bench.link import Link
from bench.serving import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    site, other = tmp_path / "site", tmp_path / "other"
    for folder in (site, other):
        folder.mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    (site / "index.html").write_text("word " * 1000)
    (site / "404.html").write_text("nothing here")
    (site / "code.js").write_text("1;")
    (site / "code.js.gz").write_bytes(gzip.compress(b"2;"))
    (site / "font.woff2").write_bytes(bytes(100_000))
    (other / "code.js").write_text("other;")
    with Server({"/": site, "/below/": other}) as server:
        yield server


def ask(port: int, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def test_text_is_compressed_for_those_who_take_it_and_counted_as_sent(server: Server) -> None:
    answer, body = ask(server.port, "/", Accept_Encoding="br, gzip;q=0.8")
    assert (answer.status, answer.headers["Content-Encoding"]) == (200, "gzip")
    assert gzip.decompress(body) == b"word " * 1000
    assert ask(server.port, "/")[1] == b"word " * 1000
    assert [(sent.path, sent.size) for sent in server.sent] == [("/", len(body)), ("/", 5000)]


def test_a_file_compressed_beforehand_is_sent_in_place_of_its_original(server: Server) -> None:
    assert gzip.decompress(ask(server.port, "/code.js", Accept_Encoding="gzip")[1]) == b"2;"
    assert ask(server.port, "/code.js")[1] == b"1;"


def test_what_is_packed_already_is_not_compressed_again(server: Server) -> None:
    answer, body = ask(server.port, "/font.woff2", Accept_Encoding="gzip")
    assert (answer.headers["Content-Encoding"], answer.headers["Content-Type"]) == (None, "font/woff2")
    assert len(body) == 100_000


def test_the_longest_prefix_counts_and_nothing_outside_is_served(server: Server) -> None:
    assert ask(server.port, "/below/code.js")[1] == b"other;"
    for path in ("/nothing", "/../secret.txt", "/below/../../secret.txt", "/%2e%2e/secret.txt"):
        answer, body = ask(server.port, path)
        assert (answer.status, body) == (404, b"nothing here"), path


def test_an_unchanged_file_is_not_sent_twice(server: Server) -> None:
    first, _ = ask(server.port, "/code.js")
    again, body = ask(server.port, "/code.js", If_None_Match=str(first.headers["ETag"]))
    assert (again.status, body) == (304, b"")


def test_a_link_takes_the_time_that_its_rate_and_latency_say(server: Server) -> None:
    # 100 kB at 8 Mbit/s: 0.1 s. The handshake and the request: a round trip of 0.06 s each.
    with Link(server.port, 8e6, 0.06) as link:
        port = int(link.url.rstrip("/").rpartition(":")[2])
        start = time.monotonic()
        _, body = ask(port, "/font.woff2")
        took = time.monotonic() - start
    assert body == bytes(100_000)
    assert took >= 0.1 + 2 * 0.06


def test_connections_share_one_rate(server: Server) -> None:
    from threading import Thread

    with Link(server.port, 8e6, 0.0) as link:
        port = int(link.url.rstrip("/").rpartition(":")[2])
        threads = [Thread(target=ask, args=(port, "/font.woff2")) for _ in range(3)]
        start = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert time.monotonic() - start >= 0.3
