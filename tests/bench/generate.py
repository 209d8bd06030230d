#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tests/bench/generate.py KIND MEGABYTES FILE: an input for the benchmark, the same in every run.

KIND: megatron, jsonl, trainer_state, cur (legacy Cost and Usage Report, 164 columns), focus (FOCUS 1.0).
Bills are rows of the published samples with days, ids, amounts and costs of their own.
"""
import csv
import datetime
import io
import pathlib
import random
import sys

SAMPLES = pathlib.Path(__file__).resolve().parents[1] / "samples"
RANDOM = random.Random(20261130)


def noise():
    return RANDOM.random()


def megatron():
    time = datetime.datetime(2026, 1, 1)
    for step in range(1, 1 << 40):
        if step % 1000 == 0:
            yield f"saving checkpoint at iteration {step:7d} to /checkpoints in torch format\n"
        if step % 777 == 0:
            yield "/usr/lib/python3/torch/utils/checkpoint.py:31: UserWarning: None of the inputs have requires_grad\n"
        took = 340 + 20 * noise()
        time += datetime.timedelta(milliseconds=took)
        yield (
            f" [{time:%Y-%m-%d %H:%M:%S}.{time.microsecond:06d}] iteration {step:8d}/ 5000000 | consumed samples:"
            f" {512 * step:12d} | elapsed time per iteration (ms): {took:.1f} | throughput per GPU (TFLOP/s/GPU):"
            f" {400 + 20 * noise():.1f} | learning rate: {3e-4 * noise():.6E} | global batch size:   512 | lm loss:"
            f" {2 + 9 / step**0.5 + noise() / 10:.6E} | loss scale: 1.0 | grad norm: {noise():.3f} | number of skipped"
            " iterations:   0 | number of nan iterations:   0 |\n"
        )


KEYS = ["train/loss", "train/grad_norm", "train/learning_rate", "perf/tokens_per_s", "perf/mfu", "memory/peak"]


def jsonl():
    time = 1767225600.0
    for step in range(1 << 40):
        time += 0.35 + 0.02 * noise()
        values = [f'"{key}": {noise()!r}' for key in KEYS] + [f'"layers/{i}/norm": {noise()!r}' for i in range(11)]
        yield "{" + ", ".join(values) + f', "_timestamp": {time!r}, "_runtime": {time - 1767225600!r}, "_step": {step}}}\n'


def trainer_state():
    yield '{\n  "best_metric": null,\n  "epoch": 3.0,\n  "global_step": 9999999,\n  "log_history": [\n'
    for step in range(1, 1 << 40):
        yield (
            ("" if step == 1 else ",\n")
            + f'    {{\n      "epoch": {step / 1e5!r},\n      "grad_norm": {noise() * 5!r},\n      "learning_rate":'
            f' {noise() / 1e4!r},\n      "loss": {2 + noise():.4f},\n      "step": {5 * step}\n    }}'
        )


def table(header, rows, change):
    """Endless records of a CSV file."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    for number in range(1 << 40):
        row = list(RANDOM.choice(rows))
        change(row, number)
        writer.writerow(row)
        if number % 100 == 99:
            yield out.getvalue()
            out.seek(0)
            out.truncate()


def rows_of(path):
    with open(path, encoding="utf-8-sig", newline="") as text:
        header, *rows = csv.reader(text)
    return header, rows


def cur():
    header, rows = rows_of(SAMPLES / "bills/aws-cur-legacy/cur_legacy_usage_tax_CA.csv")
    at = {name: index for index, name in enumerate(header)}
    rows = [row for row in rows if row[at["lineItem/LineItemType"]] == "Usage"]
    tags = [f"resourceTags/user:tag{i}" for i in range(164 - len(header))]
    rows = [row + [f'{i} "quoted", v{i % 7}' if i % 17 == 3 else "" for i in range(len(tags))] for row in rows]

    def change(row, number):
        day = 1 + RANDOM.randrange(29)
        row[at["identity/LineItemId"]] = f"{RANDOM.getrandbits(120):030x}{number:08x}"
        row[at["identity/TimeInterval"]] = f"2023-11-{day:02d}T00:00:00Z/2023-11-{day + 1:02d}T00:00:00Z"
        row[at["lineItem/UsageStartDate"]] = f"2023-11-{day:02d}T00:00:00.000Z"
        row[at["lineItem/UsageEndDate"]] = f"2023-11-{day + 1:02d}T00:00:00.000Z"
        row[at["lineItem/UsageAmount"]] = f"{noise() * 24:.10f}"
        for cost in ("lineItem/UnblendedCost", "lineItem/BlendedCost", "pricing/publicOnDemandCost"):
            row[at[cost]] = f"{noise() * 10:.10f}"

    return table(header + tags, rows, change)


def focus():
    header, rows = rows_of(SAMPLES / "bills/focus-1.0/focus10_multicloud_sample.csv")
    at = {name: index for index, name in enumerate(header)}

    def change(row, number):
        for cost in ("BilledCost", "EffectiveCost", "ListCost", "ContractedCost"):
            row[at[cost]] = f"{noise() * 10:.10f}"

    return table(header, rows, change)


def hours():
    """A narrow CUR: an hour of an instance in each row."""
    yield (
        "bill/PayerAccountId,bill/BillingPeriodStartDate,bill/BillingPeriodEndDate,lineItem/LineItemType,"
        "lineItem/UsageStartDate,lineItem/UsageEndDate,lineItem/ProductCode,lineItem/UsageType,lineItem/UsageAmount,"
        "lineItem/CurrencyCode,lineItem/UnblendedCost,pricing/unit,lineItem/ResourceId\n"
    )
    for number in range(1 << 40):
        hour = number % (31 * 24)
        times = [f"2024-03-{1 + at // 24:02d}T{at % 24:02d}:00:00Z" for at in (hour, hour + 1)]
        times[1] = times[1].replace("2024-03-32", "2024-04-01")
        yield (
            f"9,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,Usage,{times[0]},{times[1]},AmazonEC2,"
            f"USE2-BoxUsage:p4d.24xlarge,1,USD,{30 + noise():.6f},Hrs,i-{number // (31 * 24)}\n"
        )


def main(kind, megabytes, path):
    left = float(megabytes) * 1e6
    with open(path, "w", encoding="utf-8", newline="") as out:
        for piece in globals()[kind]():
            out.write(piece)
            left -= len(piece)
            if left <= 0:
                break
        if kind == "trainer_state":
            out.write("\n  ]\n}\n")


main(*sys.argv[1:])
