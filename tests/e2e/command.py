"""Runs `dohrao` as somebody would, as a process of its own in a folder that is not the checkout."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """Its standard output, line by line."""
        return self.out.splitlines()


@dataclass(frozen=True, slots=True)
class Shell:
    """A working folder and the environment of the commands that are run in it."""

    folder: Path
    environment: dict[str, str] = field(default_factory=dict)

    def write(self, name: str, text: str) -> Path:
        """Write a file in the working folder."""
        path = self.folder / name
        path.write_bytes(text.encode())
        return path

    def command(self, *arguments: object, **environment: str) -> tuple[list[str], dict[str, str]]:
        """The command line and environment of `dohrao` with these arguments."""
        command = [sys.executable, "-m", "bot", *map(str, arguments)]
        return command, {"PYTHONPATH": str(CHECKOUT), **self.environment, **environment}

    def dohrao(self, *arguments: object, typed: bytes = b"", **environment: str) -> Ended:
        """Run `dohrao` to its end; it never ends with a traceback."""
        command, env = self.command(*arguments, **environment)
        ended = subprocess.run(
            command, cwd=self.folder, env=env, input=typed, capture_output=True, check=False, timeout=60
        )
        out, err = ended.stdout.decode(), ended.stderr.decode()
        assert "Traceback" not in err, err
        return Ended(ended.returncode, out, err)
