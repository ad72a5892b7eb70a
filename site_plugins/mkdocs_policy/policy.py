"""One content security policy for all pages, from the inline scripts and styles that they hold."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html.parser import HTMLParser

from mkdocs_assets.integrity import integrity
from mkdocs_policy.errors import PolicyError

# Types of script elements that browsers run; all others are data.
_RUN = {"", "module", "text/javascript", "application/javascript"}
_ADDRESSES = {"href", "src", "action", "formaction", "xlink:href"}
_CHARSET = re.compile(r'\s*<meta charset="?[\w-]+"?\s*/?>', re.IGNORECASE)
_HEAD = re.compile(r"<head(?:\s[^>]*)?>", re.IGNORECASE)


@dataclass(frozen=True)
class Inline:
    """The text of inline scripts and style elements of a page."""

    scripts: frozenset[str] = frozenset()
    styles: frozenset[str] = frozenset()


def inline(name: str, html: str) -> Inline:
    """Collect the inline scripts and styles of a page.

    Raises
    ------
    PolicyError
        If the page has a script where no policy can allow it by a hash: an event handler, a ``javascript:`` link.

    Examples
    --------
    >>> inline("a.html", "<script>start()</script><script type='application/json'>{}</script>").scripts
    frozenset({'start()'})
    """
    page = _Page(name)
    page.feed(html)
    page.close()
    return Inline(frozenset(page.scripts), frozenset(page.styles))


class _Page(HTMLParser):
    def __init__(self, name: str) -> None:
        super().__init__(convert_charrefs=False)
        self.name = name
        self.scripts: list[str] = []
        self.styles: list[str] = []
        self._open: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        for name, value in given.items():
            scripted = name in _ADDRESSES and "".join(value.split()).lower().startswith("javascript:")
            if name.startswith("on") or scripted:
                raise PolicyError(
                    f"{self.name}, line {self.getpos()[0]}",
                    expected="scripts in files or in script elements",
                    found=f'<{tag} {name}="{" ".join(value.split())[:40]}">',
                    hint="listen for the event in a script; no policy allows one in an attribute",
                )
        if tag == "style":
            self.styles.append("")
            self._open = self.styles
        elif tag == "script" and "src" not in given and given.get("type", "").lower() in _RUN:
            self.scripts.append("")
            self._open = self.scripts

    def handle_endtag(self, tag: str) -> None:
        if tag in {"script", "style"}:
            self._open = None

    def handle_data(self, data: str) -> None:
        if self._open is not None:
            self._open[-1] += data


def policy(pages: Iterable[Inline]) -> str:
    """Return the policy that fits every page.

    It is one for all, since by instant navigation the first page's stays in force. Nothing comes from another
    host. WebAssembly may be compiled. `style` attributes are allowed: they carry the values of figures and can't
    run anything. Images may be ``data:``, as the icons of Material's style sheets are.
    """
    found = list(pages)
    scripts = _hashes(text for page in found for text in page.scripts)
    styles = _hashes(text for page in found for text in page.styles)
    parts = {
        "default-src": ["'self'"],
        "script-src": ["'self'", "'wasm-unsafe-eval'", *scripts],
        "style-src-elem": ["'self'", *styles],
        "style-src-attr": ["'unsafe-inline'"],
        "img-src": ["'self'", "data:"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "object-src": ["'none'"],
    }
    return "; ".join(" ".join([name, *values]) for name, values in parts.items())


def _hashes(texts: Iterable[str]) -> list[str]:
    """The source expressions of inline texts, in a fixed order.

    >>> _hashes(["start()"])
    ["'sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00='"]
    """
    return sorted(f"'{integrity(text.encode())}'" for text in set(texts) if text)


def with_policy(html: str, text: str) -> str:
    """Put the policy at the start of a page's head, before all that it governs.

    The page's encoding comes first: browsers look for it within 1,024 bytes only. A page without a head stays as
    it is.

    Examples
    --------
    >>> with_policy('<head><script></script><meta charset="utf-8">', "default-src 'self'")[:56]
    '<head><meta charset="utf-8"><meta http-equiv="Content-Se'
    """
    head = _HEAD.search(html)
    if not head:
        return html
    before, after = html[: head.end()], html[head.end() :]
    meta = f'<meta http-equiv="Content-Security-Policy" content="{text}">'
    return f'{before}<meta charset="utf-8">{meta}{_CHARSET.sub("", after, count=1)}'


def headers(text: str) -> str:
    r"""The same for hosts that read a ``_headers`` file. A header also reaches the worker, an element does not.

    >>> headers("default-src 'self'")
    "/*\n  Content-Security-Policy: default-src 'self'\n"
    """
    return f"/*\n  Content-Security-Policy: {text}\n"
