# SPDX-License-Identifier: GPL-3.0-or-later
"""The worker as a module, and golden values of it."""
import json
import types
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORKER = ROOT / "resources" / "bench" / "train_step.py"


def golden(name):
    return json.loads((ROOT / "tests" / "golden" / "bench" / name).read_text())


def load(source=None):
    """The worker as a module; `source` in place of its own text."""
    module = types.ModuleType("train_step")
    module.__file__ = str(WORKER)
    exec(compile(source or WORKER.read_text(), str(WORKER), "exec"), module.__dict__)
    return module


worker = load()
