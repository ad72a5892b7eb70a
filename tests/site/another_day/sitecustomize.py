"""Python starts with this file where its folder is on PYTHONPATH: the clock is 400 days ahead."""

import datetime
import time
from collections.abc import Callable
from datetime import date as _Date  # noqa: N812  (names of classes)
from datetime import datetime as _Datetime  # noqa: N812
from typing import Any

DAYS = 400
_seconds, _nanoseconds = time.time, time.time_ns


class _Real(type):
    """C code keeps making the real classes; what it makes counts as one of these."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, cls.__mro__[1])


class LaterDate(_Date, metaclass=_Real):
    @classmethod
    def today(cls) -> Any:
        return cls.fromtimestamp(time.time())


class LaterDatetime(_Datetime, metaclass=_Real):
    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> Any:
        return cls.fromtimestamp(time.time(), tz)

    @classmethod
    def utcnow(cls) -> Any:
        return cls.now(datetime.UTC).replace(tzinfo=None)

    @classmethod
    def today(cls) -> Any:
        return cls.now()


def _later(convert: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap what converts a time and takes the present one where none is given."""
    return lambda *given: convert(*given) if given and given[0] is not None else convert(time.time())


def _strftime(form: str, *given: Any) -> str:
    return _format(form, *(given or [time.localtime()]))


_format = time.strftime
time.time = lambda: _seconds() + DAYS * 86400
time.time_ns = lambda: _nanoseconds() + DAYS * 86400 * 10**9
time.gmtime, time.localtime, time.ctime = map(_later, (time.gmtime, time.localtime, time.ctime))
time.strftime = _strftime
datetime.date, datetime.datetime = LaterDate, LaterDatetime  # type: ignore[misc]
