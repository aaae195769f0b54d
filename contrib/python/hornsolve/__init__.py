"""hornsolve from Python: the program is in this package's environment, and is run for every call.

>>> import hornsolve
>>> answer = hornsolve.solve("(set-logic HORN) ... (check-sat)", timeout=60)
>>> answer.verdict
'sat'
>>> print(answer.model)

>>> result = hornsolve.verify("main.adb", options=["--level=1"])
>>> [check for check in result["checks"] if check["status"] == "fails"]
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterable, Optional, Union

__all__ = ["Answer", "Error", "solve", "verify", "program", "run"]


class Error(Exception):
    """The program has refused the input, or something else is broken; `code` is its exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Answer:
    """What was found out about clauses."""

    verdict: str
    """`sat`, `unsat` or `unknown`."""
    model: Optional[str]
    """The relations as `define-fun`s, if it is `sat`."""
    refutation: Optional[str]
    """The derivation of `false`, if it is `unsat`."""


def program() -> str:
    """The path of the program: the one that was installed with this package, else the first on `PATH`."""
    own = Path(sysconfig.get_path("scripts")) / "hornsolve"
    # Where the package was put into a folder with `pip install --target`.
    beside = Path(__file__).resolve().parent.parent / "bin" / "hornsolve"
    for path in (own, beside):
        if path.is_file():
            return str(path)
    found = shutil.which("hornsolve")
    if found is None:
        raise Error("the program `hornsolve` is not installed", 2)
    return found


def run(
    arguments: Iterable[Union[str, os.PathLike[str]]],
    *,
    input: Optional[str] = None,
    cwd: Optional[Union[str, os.PathLike[str]]] = None,
) -> subprocess.CompletedProcess[str]:
    """Runs the program with these arguments; what it prints is in the result, whatever its exit code is."""
    command = [program(), *(os.fspath(argument) for argument in arguments)]
    # The Z3 that was installed with the package, also where its environment is not active.
    path = os.pathsep.join([os.path.dirname(command[0]), os.environ.get("PATH", os.defpath)])
    return subprocess.run(
        command,
        input=input,
        cwd=cwd,
        env={**os.environ, "PATH": path},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def solve(
    clauses: Union[str, os.PathLike[str]],
    *,
    timeout: Optional[float] = None,
    steps: Optional[int] = None,
    options: Iterable[str] = (),
) -> Answer:
    """Decides clauses: the text of a script in SMT-LIB, or the path of a file (`pathlib.Path`), of any language.

    `timeout` is in seconds, `steps` an amount of work that is the same on every machine; `options` are those of the
    command line. `Error` is raised for what is no system of clauses.
    """
    words: list[Union[str, os.PathLike[str]]] = ["--model", "--refutation", *options]
    if timeout is not None:
        words.append(f"--timeout={timeout}")
    if steps is not None:
        words.append(f"--steps={steps}")
    text = clauses if isinstance(clauses, str) else None
    done = run([*words, "-" if text is not None else clauses], input=text)
    verdict, _, rest = done.stdout.partition("\n")
    if done.returncode != 0 or verdict not in ("sat", "unsat", "unknown"):
        raise Error(done.stderr.strip() or done.stdout.strip(), done.returncode)
    return Answer(verdict, rest if verdict == "sat" else None, rest if verdict == "unsat" else None)


def verify(
    *files: Union[str, os.PathLike[str]],
    options: Iterable[str] = (),
    cwd: Optional[Union[str, os.PathLike[str]]] = None,
) -> dict[str, Any]:
    """Decides every check of a program: the result as `--json` has it (docs/schema/hornsolve-1.json).

    `options` are those of the command line, such as `["-P", "project.gpr", "--level=3"]`. `Error` is raised for bad
    input or usage, where there is no result.
    """
    done = run([*options, "--json", "-", *files], cwd=cwd)
    try:
        result = json.loads(done.stdout)
    except json.JSONDecodeError:
        raise Error(done.stderr.strip() or done.stdout.strip(), done.returncode) from None
    if not isinstance(result, dict):
        raise Error("no result", done.returncode)
    return result
