#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes dmon_8gpu.txt beside this file as `dcgmi dmon -e 50,203,252,155,156,150,140,1002,1004 -d 2000 -c 20` would on
eight devices: layout by dcgmi/DeviceMonitor.cpp of DCGM (header 10 wide, columns width + 6 + 2, texts longer than
their column cut with "...", three decimals, N/A for blanks, both header lines again after 14 ticks). Prints sums."""
import os

FIELDS = [("DVNAM", "", 20), ("GPUTL", "", 10), ("FBUSD", "", 10), ("POWER", "W", 10), ("TOTEC", "mJ", 10),
          ("TMPTR", "C", 5), ("MMTMP", "C", 5), ("SMACT", "", 5), ("TENSO", "", 5)]


def fixed(text, width):
    return text if len(text) <= width else text[:width - 3] + "..."


def line(first, cells):
    return f"{first:<10}" + "".join(f"{fixed(c, w + 6):<{w + 8}}" for c, (_, _, w) in zip(cells, FIELDS)) + "\n"


HEADER = line("#Entity", [f[0] for f in FIELDS]) + line("ID", [f[1] for f in FIELDS])
out, sums, since = [HEADER], {"util": 0, "fb": 0, "power": 0.0, "smact": 0.0}, 0
for tick in range(20):
    for gpu in range(8):
        util, used, power = 90 + (tick + gpu) % 11, 70000 + 100 * gpu + tick, 400 + 10 * gpu + tick / 8
        sm = 0.5 + gpu / 64 + tick / 512
        out.append(line(f"GPU {gpu}", ["NVIDIA H100 80GB HBM3", str(util), str(used), f"{power:.3f}",
                                       str(1_000_000_000 * gpu + 800_000 * tick), str(40 + gpu),
                                       "N/A" if gpu == 3 else str(50 + gpu), f"{sm:.3f}", "0.250"]))
        sums["util"] += util
        sums["fb"] += used
        sums["power"] += power
        sums["smact"] += float(f"{sm:.3f}")
    if since == 14 and tick < 19:
        out.append(HEADER)
        since = 0
    since += 1
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "dmon_8gpu.txt"), "w") as file:
    file.write("".join(out))
print(sums)
