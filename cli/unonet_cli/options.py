"""The options that commands share, declared once.

A command's first parameter is annotated with one of the dataclasses here; ``command`` turns its
fields into options, hands them over as one value, and gives every body the same end: an error
becomes a sentence and an exit code. Knows no command.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer
import typer.core

from unonet_cli import failures
from unonet_cli.output import Output
from unonet_cli.phrases import usage


class Color(StrEnum):
    """When to paint."""

    auto = "auto"
    always = "always"
    never = "never"


@dataclass(frozen=True, slots=True, kw_only=True)
class Common:
    """What every command takes."""

    json: Annotated[
        bool, typer.Option("--json", help="Print JSON on stdout, sentences on stderr.")
    ] = False
    plain: Annotated[
        bool, typer.Option("--plain", help="Sentences only (the only mode for now).")
    ] = False
    color: Annotated[
        Color,
        typer.Option(
            "--color", metavar="WHEN", help="auto, always or never; NO_COLOR is respected."
        ),
    ] = Color.auto
    debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks of what went wrong.")] = (
        False
    )

    def output(self) -> Output:
        """Where sentences and results go, painted or not, as these options say."""
        stream = sys.stderr if self.json else sys.stdout
        return Output(stream, as_json=self.json, painted=self._painted(stream))

    def _painted(self, stream: Any) -> bool:
        if self.color is not Color.auto:
            return self.color is Color.always
        return (
            stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AtHome(Common):
    """For commands that keep keys and logs."""

    home: Annotated[
        Path | None,
        typer.Option(
            "--home", metavar="DIR", envvar="UNONET_HOME", help="Folder of keys, logs and settings."
        ),
    ] = None

    def home_folder(self) -> Path:
        """``--home``, else the place of this system for such files."""
        if self.home is not None:
            return _expanded(self.home)
        import platformdirs

        return platformdirs.user_data_path("unonet", appauthor=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class OnNetwork(AtHome):
    """For commands that talk to other machines."""

    interface: Annotated[
        str | None,
        typer.Option(
            "--interface",
            metavar="IP",
            envvar="UNONET_INTERFACE",
            help="Own address to use (all by default).",
        ),
    ] = None


def _expanded(path: Path) -> Path:
    try:
        return path.expanduser()
    except RuntimeError as error:
        raise typer.BadParameter(f"--home: {error}") from error


class Command(typer.core.TyperCommand):
    """A command whose usage names its arguments as its help does, without braces."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]


Body = Callable[..., int | None]


def command(body: Body) -> Callable[..., None]:
    """``body(common, ...) -> exit code or None`` as a function that typer understands.

    The fields of the first parameter's dataclass become options of their own.
    """
    hints = get_type_hints(body, include_extras=True)
    first, *own = inspect.signature(body).parameters.values()
    shared = hints[first.name]

    def run(**values: Any) -> None:
        common = shared(**{field.name: values.pop(field.name) for field in fields(shared)})
        _finish(common, functools.partial(body, common, **values))

    parameters = [p.replace(kind=p.KEYWORD_ONLY, annotation=hints[p.name]) for p in own]
    parameters += _parameters(shared)
    run.__name__, run.__doc__ = body.__name__, body.__doc__
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    vars(run)["__signature__"] = inspect.Signature(parameters)
    return run


def _parameters(shared: type) -> list[inspect.Parameter]:
    hints = get_type_hints(shared, include_extras=True)
    return [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=field.default,
            annotation=hints[field.name],
        )
        for field in fields(shared)
    ]


def _finish(common: Common, body: Callable[[], int | None]) -> None:
    """Runs ``body`` and leaves with its exit code; every error leaves through here."""
    try:
        code = body() or failures.OK
    except (typer.Exit, typer.BadParameter):
        raise
    except BrokenPipeError:
        _forget_stdout()
        raise typer.Exit(failures.READER_GONE) from None
    except KeyboardInterrupt as error:
        print(usage.INTERRUPTED, file=sys.stderr)
        raise typer.Exit(failures.INTERRUPTED) from error
    except Exception as error:
        raise typer.Exit(_report(common, error)) from error
    if code:
        raise typer.Exit(code)


def _forget_stdout() -> None:
    """A reader that went away (``unonet replay LOG | head``) must not fail again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report(common: Common, error: Exception) -> int:
    if common.debug:
        failures.show_traceback(error)
    print(failures.explain(error), file=sys.stderr)
    if common.json:
        with contextlib.suppress(OSError):
            common.output().result(failures.as_json(error))
    return failures.failure(error).exit_code
