"""A demo: a module with a docstring and a function `view` whose parameters are its controls."""

import importlib
import inspect
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from live_demo.controls import Control, Values
from live_demo.elements import Element
from live_demo.errors import DemoError
from live_demo.starting_points import Prediction, Presets
from live_demo.views.view import View

PACKAGE = "demos"


@dataclass(frozen=True)
class Demo:
    """A demo as the build and the browser see it; `values` everywhere maps form element names to JSON values."""

    name: str
    description: str
    controls: Mapping[str, Control]
    defaults: Mapping[str, Any]
    function: Callable[..., Any]
    presets: Presets | None
    prediction: Prediction | None
    source: str

    def arguments(self, values: Values) -> dict[str, Any]:
        """Check `values`, filling what is missing from the defaults, and turn them into arguments of `view`."""
        complete = self.initial() | dict(values)
        known = self.initial().keys()
        for name in values:
            if name not in known:
                hint = f"the controls are {', '.join(known)}" if known else "this demo has no controls"
                raise DemoError(
                    f"{self.name}.{name}", expected="the name of a control", found=repr(name), hint=hint
                )
        return {name: control.parse(name, complete) for name, control in self.controls.items()}

    def check_start(self, values: Values) -> None:
        """Check values that a demo starts from: those of `arguments` that the form elements can also show."""
        self.arguments(values)
        complete = self.initial() | dict(values)
        for name, control in self.controls.items():
            control.check_start(name, complete)

    def initial(self) -> dict[str, Any]:
        """The values that the defaults stand for."""
        return {
            key: value
            for name, control in self.controls.items()
            for key, value in control.values(name, self.defaults[name]).items()
        }

    def frames(self, values: Values) -> Iterator[View]:
        """Run `view`. A generator gives a frame at a time, anything else one."""
        result = self.function(**self.arguments(values))
        if inspect.isgenerator(result):
            frame = None
            for frame in result:
                yield self._view(frame)
            if frame is None:
                raise DemoError(self.name, expected="a view that yields at least one frame", found="none")
        else:
            yield self._view(result)

    def view(self, values: Values) -> View:
        """The finished view: the last frame."""
        return deque(self.frames(values), maxlen=1).pop()

    def _view(self, result: Any) -> View:
        if isinstance(result, View):
            return result
        if isinstance(result, Element):
            return View(result)
        raise DemoError(
            self.name,
            expected="`view` to return a View or an element",
            found=type(result).__name__,
            hint="build it with live_demo.views",
        )


def load(name: str) -> Demo:
    """Import `demos.<name>` and read its controls. `heat-map` and `heat_map` are the same demo."""
    public, module_name = name.replace("_", "-"), name.replace("-", "_")
    if not module_name.isidentifier() or module_name.startswith("_"):
        raise DemoError("live-demo", expected="the name of a demo, such as temperature", found=repr(name))
    return read(public, importlib.import_module(f"{PACKAGE}.{module_name}"))


def read(name: str, module: ModuleType) -> Demo:
    """Read a demo out of its module; what is missing or does not fit raises DemoError."""
    function = getattr(module, "view", None)
    if not inspect.isfunction(function):
        raise DemoError(name, expected="a function `view` in the module", found="none")
    description = (module.__doc__ or "").strip().partition("\n")[0]
    if not description:
        raise DemoError(
            name, expected="a docstring that describes the demo to those who cannot see it", found="none"
        )
    controls, defaults = _controls(name, function)
    presets, prediction = getattr(module, "PRESETS", None), getattr(module, "PREDICT", None)
    demo = Demo(name, description, controls, defaults, function, presets, prediction, inspect.getsource(module))
    demo.check_start({})
    for label, values in presets.options.items() if presets else ():
        _within(f"{name}, preset {label!r}", demo, values)
    for values in prediction.questions if prediction else ():
        _within(f"{name}, a question of PREDICT", demo, values)
    return demo


def _within(what: str, demo: Demo, values: Values) -> None:
    try:
        demo.check_start(values)
    except DemoError as fault:
        raise DemoError(
            what, expected=fault.expected, found=f"{fault.found} for {fault.what}", hint=fault.hint
        ) from None


def _controls(name: str, function: Callable[..., Any]) -> tuple[dict[str, Control], dict[str, Any]]:
    hints = get_type_hints(function, include_extras=True)
    controls: dict[str, Control] = {}
    defaults: dict[str, Any] = {}
    for parameter in inspect.signature(function).parameters.values():
        hint = hints.get(parameter.name)
        extras = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
        control = next((e for e in extras if isinstance(e, Control)), None)
        if control is None:
            raise DemoError(
                f"{name}.{parameter.name}",
                expected="a control, such as Annotated[float, Slider(…)]",
                found="none" if hint is None else str(hint),
            )
        if parameter.default is parameter.empty:
            raise DemoError(f"{name}.{parameter.name}", expected="a default, the starting value", found="none")
        controls[parameter.name], defaults[parameter.name] = control, parameter.default
    return controls, defaults
