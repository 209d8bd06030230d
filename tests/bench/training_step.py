#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tests/bench/training_step.py [WORKER]: the native training step against PyTorch and against its own ceiling, as far
as a CPU can show it. One table with targets; exit code 1 where one is missed.

WORKER is fullscope-bench (build/bench or build/dev). Pairs run in turn, A B, B A …, each a process of its own, with the
same threads; ratios are medians over the pairs of CPU time per step, so that other work on the machine moves both alike.
PAIRS=5, BATCHES=2,8, STEPS=4 (of each of two windows) and PYTHON=/usr/bin/python3 change what is run; without PyTorch its
rows are left out. With perf(1) the share of the step that is matrix products is told too.
"""
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAIRS, STEPS = int(os.environ.get("PAIRS", "5")), int(os.environ.get("STEPS", "4"))
BATCHES = [int(one) for one in os.environ.get("BATCHES", "2,8").split(",")]
PYTHON = os.environ.get("PYTHON", "/usr/bin/python3")
ENVIRONMENT = {name: value for name, value in os.environ.items()
               if not name.startswith(("OPENBLAS_", "OMP_", "MALLOC_", "FULLSCOPE_"))}


def worker():
    for one in sys.argv[1:2] or [ROOT / "build" / kind / "app/bench/fullscope-bench" for kind in ("bench", "dev")]:
        if os.access(one, os.X_OK):
            return str(one)
    sys.exit("no fullscope-bench: name one")


def spec(batch, precision, threads, ceiling):
    # PyTorch's allocator needs four or five steps until it keeps its memory.
    return json.dumps({"preset": "gpt", "batch": batch, "precision": precision, "threads": threads, "plan": {
        "warmup_min": 5, "warmup_max": 6, "warmup_max_s": 600, "windows": 2, "steps_per_window": STEPS,
        "ceiling_s": ceiling}})


class Run:
    """What one process said, as figures of one step."""

    def __init__(self, words):
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                              env=ENVIRONMENT, check=False)
        records = [json.loads(line) for line in done.stdout.decode().splitlines() if line.startswith("{")]
        of = lambda kind: [one for one in records if one["t"] == kind]
        if not of("window"):
            sys.exit(f"{' '.join(words)[:200]}\n{done.stderr.decode()[-2000:]}")
        windows, plan = of("window"), of("plan")[0]
        self.cpu_s = min(one["cpu_ns"] / one["steps"] for one in windows) / 1e9
        self.wall_s = min(one["wall_ns"] / one["steps"] for one in windows) / 1e9
        self.memory = max(one["mem_peak_bytes"] or 0 for one in windows)
        self.predicted, self.flops = plan.get("memory_needed_bytes"), plan["flops_per_step"]
        before = [one for one in of("ceiling") if one.get("share")]
        time = sum(one["share"] / one.get("median_cpu_flops", one["median_flops"]) for one in before)
        self.ceiling = sum(one["share"] for one in before) / time if time else None


def native(batch, precision="fp32", threads=1, ceiling=0.0):
    return Run([worker(), "worker", "--spec", spec(batch, precision, threads, ceiling)])


def torch(batch, precision="fp32", threads=1, default=False):
    return Run([PYTHON, str(ROOT / "resources/bench/train_step.py"), "--device", "cpu", "--spec",
                spec(batch, precision, threads, 0.0), *(["--default-environment"] if default else [])])


def pairs(first, second):
    """[(a, b)], A B, B A, A B …"""
    out = []
    for number in range(PAIRS):
        order = (first, second) if number % 2 == 0 else (second, first)
        done = [one() for one in order]
        out.append(tuple(done if number % 2 == 0 else reversed(done)))
    return out


def matrix_share(batch, precision):
    """Of the step's CPU time, that in the matrix library; None without perf."""
    with tempfile.TemporaryDirectory() as folder:
        data = os.path.join(folder, "perf.data")
        command = ["perf", "record", "-q", "-e", "cpu-clock", "-o", data, worker(), "worker", "--spec",
                   spec(batch, precision, 1, 0.0)]
        try:
            if subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT,
                              check=False).returncode:
                return None
            said = subprocess.run(["perf", "report", "-i", data, "--sort", "dso,symbol", "--stdio", "-g", "none"],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout.decode()
        except OSError:
            return None
    rows = [(float(share), rest) for share, rest in re.findall(r"^ +([0-9.]+)% +(.*)$", said, re.M)]
    for share, rest in rows[:12]:
        print(f"#   {share:5.1f} %  {' '.join(rest.split())[:100]}")
    # oneDNN writes its kernels while it runs: they lie in no file.
    return sum(share for share, rest in rows if re.match(r"libdnnl|libopenblas|\[unknown\]|\[JIT\]|jit|perf-|//anon|anon", rest)) / 100


def show(name, target, ratios, at_least=True):
    middle = statistics.median(ratios)
    met = middle >= target if at_least else middle <= target
    print(f"| {name} | {'≥' if at_least else '≤'} {target:g} | {middle:.3f} | {min(ratios):.3f} … {max(ratios):.3f} "
          f"| {'reached' if met else 'missed'} |", flush=True)
    return met


def main():
    has_torch = subprocess.run([PYTHON, "-c", "import torch"], stderr=subprocess.DEVNULL, check=False).returncode == 0
    print("| what | target | median | least … greatest | |\n|---|---|---|---|---|", flush=True)
    met = []
    for batch in BATCHES if has_torch else []:
        done = pairs(lambda b=batch: native(b), lambda b=batch: torch(b))
        met.append(show(f"native fp32 over tuned PyTorch, batch {batch}", 1.1 if batch < 8 else 1.05,
                        [b.cpu_s / a.cpu_s for a, b in done]))
        met.append(show(f"peak memory of that, batch {batch}", 0.5, [a.memory / b.memory for a, b in done], False))
        done = pairs(lambda b=batch: native(b, "bf16"), lambda b=batch: torch(b, "bf16"))
        met.append(show(f"native bf16 over tuned PyTorch bf16, batch {batch}", 1.3, [b.cpu_s / a.cpu_s for a, b in done]))
    if has_torch:
        batch = BATCHES[0]
        done = pairs(lambda: native(batch), lambda: torch(batch, default=True))
        met.append(show(f"native fp32 over default PyTorch, batch {batch}", 3, [b.cpu_s / a.cpu_s for a, b in done]))
    for batch in BATCHES:
        done = pairs(lambda b=batch: native(b, "bf16"), lambda b=batch: native(b, ceiling=0.3))
        met.append(show(f"native bf16 over its own fp32, batch {batch}", 1.7, [b.cpu_s / a.cpu_s for a, b in done]))
        shares = [b.flops / b.cpu_s / b.ceiling for _, b in done]
        met.append(show(f"share of the sgemm ceiling, whole step, batch {batch}", 0.8, shares))
        met.append(show(f"peak over predicted memory, batch {batch}", 1.1, [b.memory / b.predicted for _, b in done], False))
        part = matrix_share(batch, "fp32")
        if part:
            met.append(show(f"… matrix part alone (perf: {100 * part:.0f} % of the time)", 0.9,
                            [share / part for share in shares]))
    if (os.cpu_count() or 1) > 1:
        done = pairs(lambda: native(BATCHES[0], threads=2), lambda: native(BATCHES[0]))
        met.append(show("two threads over one, by the wall clock (a quiet machine alone tells)", 1.7,
                        [b.wall_s / a.wall_s for a, b in done]))
    sys.exit(0 if all(met) else 1)


if __name__ == "__main__":
    main()
