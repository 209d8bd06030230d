#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tests/bench/peers.py WORK FILE: what a person would write in Python for the same work; prints what it found."""
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


print(globals()[sys.argv[1]](sys.argv[2]), "records")
