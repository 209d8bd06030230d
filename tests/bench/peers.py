#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tests/bench/peers.py WORK FILE|COUNT: what a person would write in Python for the same work; prints what it found."""
import array
import json
import re
import sys

FIELDS = re.compile(
    r"\[([^\]]+)\] iteration +(\d+)/ *\d+ \| consumed samples: +(\d+) \| elapsed time per iteration \(ms\): ([\d.]+)"
    r" \| throughput per GPU \(TFLOP/s/GPU\): ([\d.]+) \| learning rate: ([\dE.+-]+) .* lm loss: ([\dE.+-]+) .*"
    r" grad norm: ([\d.]+)"
)
KEYS = ["_step", "_timestamp", "train/loss", "train/grad_norm", "train/learning_rate", "perf/tokens_per_s", "perf/mfu"]


def regex(path):
    columns = [array.array("d") for _ in range(7)]
    times = []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if match := FIELDS.search(line):
                time, *numbers = match.groups()
                times.append(time)
                for column, number in zip(columns, numbers):
                    column.append(float(number))
    return len(times)


def jsonl(path):
    columns = [array.array("d") for _ in KEYS]
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            for column, key in zip(columns, KEYS):
                column.append(record[key])
    return len(columns[0])


def trainer_state(path):
    with open(path, encoding="utf-8") as text:
        history = json.load(text)["log_history"]
    columns = [array.array("d") for _ in range(5)]
    for record in history:
        for column, key in zip(columns, ("step", "epoch", "loss", "learning_rate", "grad_norm")):
            column.append(record[key])
    return len(columns[0])


def draws(count):
    """The model of bench_draws.cpp, vectorised; a line of CPU seconds, mean and P95 for each of several passes."""
    import time

    import numpy

    random = numpy.random.default_rng(1)
    n = int(count)

    def lognormal(p10, p90):
        middle = (numpy.log(p10) + numpy.log(p90)) / 2
        return random.lognormal(middle, (numpy.log(p90) - middle) / 1.2815515655446004, n)

    def pert(low, mode, high):
        return low + (high - low) * random.beta(1 + 4 * (mode - low) / (high - low), 1 + 4 * (high - mode) / (high - low), n)

    for _ in range(7):
        begin = time.process_time()
        price = random.triangular(20, 25, 32, n) * (1 - random.uniform(0, 0.2, n))
        productive = lognormal(150e9, 250e9) / random.normal(67800, 3000, n) / 3600
        compiling = 4 * lognormal(0.3, 1)
        running = productive * (1 + random.uniform(0.01, 0.03, n) + lognormal(0.01, 0.05)) + compiling
        busy = running / (1 - pert(0.05, 0.1, 0.2))
        billed = busy / (1 - random.triangular(0, 0.05, 0.15, n))
        storage = lognormal(5000, 20000) * 0.1 * numpy.maximum(billed * 3 / 730, 3)
        hours = random.triangular(20, 60, 160, n) + random.triangular(5, 20, 60, n) + 3 * lognormal(1, 4)
        labour = (hours + compiling * 3 * random.uniform(1, 3, n)) * random.normal(150, 15, n)
        total = 8 * billed * 3 * price + storage + labour + lognormal(0.5, 3) * random.normal(5000, 1000, n)
        mean, p95 = total.mean(), numpy.percentile(total, [5, 10, 50, 90, 95])[4]
        print(f"{time.process_time() - begin:.6f} {mean:.0f} {p95:.0f}")
    return n


print(globals()[sys.argv[1]](sys.argv[2]), "records")
