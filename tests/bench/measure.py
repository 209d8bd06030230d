#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tests/bench/measure.py BUILD [NAME…]: called by ./run.

Each comparison runs the two commands in turn, A B A B …, PAIRS times, as whole processes. CPU is user + system, memory
the peak of the process, both as the system reports them for the child. The ratio is the median over the pairs: single
seconds move with the load of the machine, ratios hardly. All inputs are in the page cache. The result is kept in
results/DATE.json, by the class of the machine.
"""
import datetime
import functools
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(sys.argv[1]).resolve()
WORK = BUILD / "inputs"
MEGABYTES = float(os.environ.get("MEGABYTES", "200"))
PAIRS = int(os.environ.get("PAIRS", "5"))
OURS = str(BUILD / "tests/bench/fs_measure")
PEERS = BUILD / "peers"
STEPS = {"P8": 1_000_000, "P9": 10_000_000}


# --- commands


def python(work, path):
    return [sys.executable, str(HERE / "peers.py"), work, str(path)]


def duck(*sql, database=":memory:"):
    return ["node", str(HERE / "duck.mjs"), str(database), *sql] if (PEERS / "node_modules").is_dir() else None


def fresh(*paths):
    """What a command makes is gone before the next one."""
    for path in paths:
        for made in pathlib.Path(path).parent.glob(pathlib.Path(path).name + "*"):
            made.unlink()


def measured(command):
    """CPU seconds, wall seconds, peak MB."""
    environment = {**os.environ, "FULLSCOPE_PEERS": str(PEERS), "LC_ALL": "C.UTF-8"}
    begin = time.monotonic()
    # By way of time(1): what this process itself holds would count for a child of its own.
    with open(WORK / "output", "wb") as out:
        timed = ["/usr/bin/time", "-f", "%M", "-o", str(WORK / "peak"), *command]
        child = subprocess.Popen(timed, stdout=out, stderr=subprocess.STDOUT, env=environment)
        _, status, usage = os.wait4(child.pid, 0)
    wall = time.monotonic() - begin
    if status != 0:
        sys.exit(f"{' '.join(command)[:300]}\n{(WORK / 'output').read_text(errors='replace')[-2000:]}")
    return usage.ru_utime + usage.ru_stime, wall, int((WORK / "peak").read_text()) / 1000


# --- inputs, made once


def made(kind, megabytes):
    path = WORK / f"{kind}-{megabytes:g}"
    if not path.exists():
        part = path.with_suffix(".part")
        subprocess.run([sys.executable, HERE / "generate.py", kind, str(megabytes), part], check=True)
        part.rename(path)
    return path


def packed(path):
    gz = path.with_suffix(path.suffix + ".gz")
    if not gz.exists():
        with open(gz, "wb") as out:
            subprocess.run(["gzip", "-6", "-c", path], stdout=out, check=True)
    return gz


def stored(verb, steps):
    path = WORK / f"{verb}-{steps}"
    if not path.exists():
        subprocess.run([OURS, verb, str(steps), path], check=True)
    return path


# --- comparisons: (peer, our command, the peer's, target ratio[, what is compared])


@functools.cache
def duck_start():
    """CPU seconds of the peer before any work: not its work, and taken off."""
    return statistics.median(measured(duck("select 1"))[0] for _ in range(PAIRS))


def compare(name, work, ours, peers, clean=()):
    """`peers`: (label, command, target ratio, "cpu" | "wall")."""
    for label, command, target, of in peers:
        if command is None:
            continue
        pairs = []
        for _ in range(PAIRS):
            fresh(*clean)
            a = measured(ours)
            fresh(*clean)
            b = measured(command)
            start = duck_start() if command[0] == "node" else 0
            pairs.append((a, (b[0] - start, b[1] - start, b[2])))
        at = 0 if of == "cpu" else 1
        ratios = sorted(a[at] / max(b[at], 1e-3) for a, b in pairs)
        yield {
            "name": name,
            "work": work,
            "peer": label,
            "of": of,
            "target": target,
            "ratio": round(statistics.median(ratios), 3),
            "least": round(ratios[0], 3),
            "most": round(ratios[-1], 3),
            "ours_cpu_s": round(statistics.median(a[0] for a, _ in pairs), 3),
            "peer_cpu_s": round(statistics.median(b[0] for _, b in pairs), 3),
            "ours_wall_s": round(statistics.median(a[1] for a, _ in pairs), 3),
            "peer_wall_s": round(statistics.median(b[1] for _, b in pairs), 3),
            "ours_peak_mb": round(statistics.median(a[2] for a, _ in pairs), 1),
            "peer_peak_mb": round(statistics.median(b[2] for _, b in pairs), 1),
            "pairs": PAIRS,
        }


def figure(name, work, value, unit, target):
    return {"name": name, "work": work, "value": round(value, 3), "unit": unit, "target": target}


def csv_of(path):
    return f"read_csv('{path}', all_varchar=true, header=true, delim=',', quote='\"', escape='\"')"


CUR = {
    "text": ["lineItem/LineItemType", "lineItem/ProductCode", "lineItem/UsageType", "lineItem/Operation",
             "lineItem/CurrencyCode", "lineItem/LineItemDescription", "product/region", "pricing/unit"],
    "time": ["lineItem/UsageStartDate", "lineItem/UsageEndDate", "bill/BillingPeriodStartDate"],
    "money": ["lineItem/UsageAmount", "lineItem/UnblendedCost", "lineItem/BlendedCost", "pricing/publicOnDemandCost"],
}  # fmt: skip
FOCUS = {
    "text": ["ChargeCategory", "ServiceName", "SkuId", "RegionId", "BillingCurrency", "ChargeDescription",
             "ServiceCategory", "PricingCategory"],
    "time": ["ChargePeriodStart", "ChargePeriodEnd", "BillingPeriodStart"],
    "money": ["BilledCost", "EffectiveCost", "ListCost", "ContractedCost"],
}  # fmt: skip


def grouped(path, columns):
    """As the ledger: exact sums by month, service and charge type."""
    sums = ", ".join(f"sum(cast(nullif(\"{name}\", '') as decimal(18,10)))" for name in columns["money"])
    lengths = ", ".join(f'sum(length("{name}"))' for name in columns["text"][2:])
    key = f"substr(\"{columns['time'][0]}\", 1, 7), \"{columns['text'][0]}\", \"{columns['text'][1]}\""
    return f"select {key}, count(*), {sums}, {lengths} from {csv_of(path)} group by all order by all"


def table(path, columns):
    parts = [f'"{name}"' for name in columns["text"]]
    parts += [f"cast(nullif(\"{name}\", '') as timestamp)" for name in columns["time"]]
    parts += [f"cast(nullif(\"{name}\", '') as decimal(18,10))" for name in columns["money"]]
    return f"create table bill as select {', '.join(parts)} from {csv_of(path)}"


def import_into(path, workspace):
    return [OURS, "import", str(path), str(workspace)]


def p1():
    bill, focus = made("cur", MEGABYTES), made("focus", MEGABYTES)
    yield from compare("P1", "CUR into its ledger, nothing stored", [OURS, "parse", str(bill)],
        [("DuckDB group by", duck(grouped(bill, CUR)), 0.20, "cpu"), ("wc -l (P2)", ["wc", "-l", str(bill)], 2, "cpu")])
    yield from compare("P1", "FOCUS into its ledger, nothing stored", [OURS, "parse", str(focus)],
        [("DuckDB group by", duck(grouped(focus, FOCUS)), 0.30, "cpu")])  # fmt: skip


def p3():
    bill = packed(made("cur", MEGABYTES))
    yield from compare("P3", "CUR .csv.gz into its ledger", [OURS, "parse", str(bill)],
        [("zcat", ["zcat", str(bill)], 0.5, "cpu"), ("DuckDB group by", duck(grouped(bill, CUR)), 0.4, "cpu")])  # fmt: skip


def p4():
    bill, workspace, peer = made("cur", MEGABYTES), WORK / "p4.ours", WORK / "p4.peer"
    yield from compare("P4", "CUR into the workspace, committed", import_into(bill, workspace),
        [("DuckDB create table as", duck(table(bill, CUR), "checkpoint", database=peer), 0.35, "cpu"),
         ("sqlite3 .import", ["sqlite3", str(peer), f".import --csv '{bill}' bill"], 0.15, "cpu")],
        [workspace, peer])  # fmt: skip


def p5():
    log, workspace = made("megatron", MEGABYTES), WORK / "p5.ours"
    peers = [("python re", python("regex", log), 0.2, "cpu"), ("wc -l", ["wc", "-l", str(log)], 5, "cpu")]
    yield from compare("P5", "Megatron console into series", [OURS, "parse", str(log)], peers)
    yield from compare("P5", "… into the workspace, with its ledger", import_into(log, workspace), peers[:1], [workspace])


def p6():
    log = made("jsonl", MEGABYTES)
    keys = ["_step", "_timestamp", "train/loss", "train/grad_norm", "train/learning_rate", "perf/tokens_per_s", "perf/mfu"]
    types = ", ".join(f"'{key}': 'DOUBLE'" for key in keys)
    sums = ", ".join(f'sum("{key}")' for key in keys)
    sql = f"select {sums} from read_json('{log}', format='newline_delimited', columns={{{types}}})"
    yield from compare("P6", "JSON lines into series, all 20 values", [OURS, "parse", str(log)],
        [("DuckDB, 7 values", duck(sql), 0.7, "cpu"), ("python json, 7 values", python("jsonl", log), 0.12, "cpu")])  # fmt: skip


def p7():
    log = made("trainer_state", min(MEGABYTES, 50))
    yield from compare("P7", "trainer_state.json into series", [OURS, "parse", str(log)],
        [("python json", python("trainer_state", log), 0.5, "cpu")])  # fmt: skip


def p8():
    ours, peer, steps = WORK / "p8.ours", WORK / "p8.peer", STEPS["P8"]
    yield from compare("P8", "1e6 steps stored", [OURS, "store", str(steps), str(ours)],
        [("SQLite rows, prepared", [OURS, "rows", str(steps), str(peer)], 0.3, "cpu")], [ours, peer])  # fmt: skip
    sizes = [stored(verb, steps).stat().st_size for verb in ("store", "rows")]
    yield figure("P8", f"file of 1e6 steps, {sizes[0] / 1e6:.1f} MB", sizes[0] / sizes[1], "of SQLite rows", 0.25)


def p9():
    ours, peer = stored("store", STEPS["P9"]), stored("rows", STEPS["P9"])
    database, rows = WORK / "p9.duckdb", WORK / "p9.csv"
    create = duck(f"create table step as from read_csv('{rows}')", "checkpoint", database=database)
    if create and not database.exists():
        with open(rows, "wb") as out:
            subprocess.run(["sqlite3", "-csv", "-header", str(peer), "select * from step"], stdout=out, check=True)
        measured(create)
        rows.unlink()
    sql = "select min(loss), max(loss) from step group by step * 2000 // 10000001 order by 1"
    peers = [("SQL min, max in SQLite", [OURS, "plot_rows", str(peer)], 0.1, "cpu")]
    if database.exists():
        peers.append(("DuckDB min, max", duck(sql, database=database), 0.5, "cpu"))
    yield from compare("P9", "1e7 points to 2,000 columns", [OURS, "plot", str(ours)], peers)
    out = subprocess.run([OURS, "frames", str(ours)], capture_output=True, text=True, check=True).stdout
    frames = [float(line) for line in out.split()]
    yield figure("P9", "a stretch of it, median of 200", statistics.median(frames), "ms", 16)
    yield figure("P9", "a stretch of it, longest of 200", max(frames), "ms", 16)


def m1():
    workspace = WORK / "m1.ours"
    for kind in ("megatron", "cur"):
        peaks = []
        for megabytes in (MEGABYTES / 4, 2 * MEGABYTES):
            fresh(workspace)
            peaks.append(measured(import_into(made(kind, megabytes), workspace))[2])
        yield figure("M1", f"peak memory of importing {kind}, {2 * MEGABYTES:g} MB", peaks[1], "MB", 64)
        yield figure("M1", "… against a file an eighth of that", peaks[1] / peaks[0], "times", 1.2)


def printed(command):
    """The first number of each line."""
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
    return [float(line.split()[0]) for line in done.stdout.splitlines() if line[:1].isdigit() and "records" not in line]


def p10():
    """CPU seconds of a warm pass, as each of the two prints them: the first one of a process is page faults."""
    draws, pairs = 1_000_000, []
    for _ in range(PAIRS):
        ours = printed([OURS, "draws", str(draws)])
        peer = printed(["/usr/bin/python3", str(HERE / "peers.py"), "draws", str(draws)])  # Debian's, that has NumPy
        pairs.append((statistics.median(ours), statistics.median(peer)))
    ratios = sorted(a / b for a, b in pairs)
    seconds = [statistics.median(pair[side] for pair in pairs) for side in (0, 1)]
    rates = " against ".join(f"{draws / each / 1e6:.1f}e6" for each in seconds)
    yield figure("P10", f"draws of 17 inputs per CPU second: {rates}", statistics.median(ratios), "of NumPy's time", 0.5)


def p13():
    """From Enter in a cell of the Scenario page to the Compare page with the figures of 1e5 draws."""
    times = printed([str(BUILD / "tests/bench/fs_window_bench")])
    yield figure("P13", "cell edited to Compare refreshed, median", statistics.median(times), "ms", 50)
    yield figure("P13", "… longest of 40", max(times), "ms", 200)


def first_paint(*arguments):
    """Milliseconds from the start to the first paint, as the program itself prints them."""
    home = WORK / "home"
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen", "HOME": str(home)}
    for name in ("CONFIG", "DATA", "CACHE"):
        environment[f"XDG_{name}_HOME"] = str(home)
    command = [str(BUILD / "app/fullscope"), *arguments, "--timing"]
    child = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        for line in child.stderr:
            if line.startswith("first paint:"):
                return float(line.split()[2])
    finally:
        child.terminate()
        child.wait()
    sys.exit("no first paint: " + " ".join(command))


def p14():
    workspace, steps = WORK / "p14.fullscope", 150_000_000  # 1 GB of them, and a bill
    if not workspace.exists():
        part = WORK / "p14.part"
        fresh(part)
        subprocess.run([OURS, "store", str(steps), part], check=True)
        subprocess.run(import_into(made("cur", MEGABYTES), part), check=True, stdout=subprocess.DEVNULL)
        part.rename(workspace)
    pairs = [(first_paint("open", str(workspace)), first_paint()) for _ in range(max(PAIRS, 5) + 1)][1:]
    size = f"{workspace.stat().st_size / 1e9:.2f} GB"
    yield figure("P14", f"start to first paint, workspace of {size}", statistics.median(a for a, _ in pairs), "ms", 300)
    yield figure("P14", "… without a workspace", statistics.median(b for _, b in pairs), "ms", 300)


def w1():
    """A bill of more than 1e6 rows: there at once, and any place of them in a frame or a few."""
    workspace = WORK / "w1.fullscope"
    if not workspace.exists():
        part = WORK / "w1.part"
        fresh(part)
        subprocess.run(import_into(made("hours", 200), part), check=True, stdout=subprocess.DEVNULL)
        part.rename(workspace)
    first, *jumps = printed([str(BUILD / "tests/bench/fs_window_bench"), "rows", str(workspace)])
    yield figure("W1", "bill of 1e6 rows shown", first, "ms", 500)
    yield figure("W1", "… a jump to any of them, median of 100", statistics.median(jumps), "ms", 100)
    yield figure("W1", "… longest of 100", max(jumps), "ms", 200)


def w2():
    frames = printed([str(BUILD / "tests/bench/fs_window_bench"), "pan", str(stored("store", STEPS["P9"]))])
    yield figure("W2", "1e7 points dragged, median frame of 200", statistics.median(frames), "ms", 16)
    yield figure("W2", "… longest of 200", max(frames), "ms", 50)


ALL = {"P14": p14, "W1": w1, "W2": w2, "P1": p1, "P3": p3, "P4": p4, "P5": p5, "P6": p6, "P7": p7, "P8": p8, "P9": p9, "P10": p10, "P13": p13, "M1": m1}


def machine():
    model = next(line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name"))
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    return f"{model}, {os.cpu_count()} cores, {memory:.0f} GB"


def shown(row):
    if "ratio" in row:
        seconds = f"{row['ours_cpu_s']:.2f} s, {row['peer_cpu_s']:.2f} s"
        peak = f"{row['ours_peak_mb']:.0f} MB, {row['peer_peak_mb']:.0f} MB"
        value = f"{row['ratio']:.3f} ({row['least']:.3f}–{row['most']:.3f})"
        met = row["ratio"] <= row["target"]
        return f"{row['name']:3} {row['work']:42} {row['peer']:24} {value:22} {row['target']:<6} {met and 'met' or 'MISSED':7}{seconds:18} {peak}"
    met = row["value"] <= row["target"]
    value = f"{row['value']:.3g} {row['unit']}"
    return f"{row['name']:3} {row['work']:42} {'':24} {value:22} {row['target']:<6} {met and 'met' or 'MISSED'}"


def main(names):
    WORK.mkdir(parents=True, exist_ok=True)
    rows = []
    print(f"{'':3} {'':42} {'peer':24} {'ratio':22} target        ours, peer: CPU     peak memory")
    for name in names or ALL:
        for row in ALL[name]():
            print(shown(row), flush=True)
            rows.append(row)
    results = HERE / "results"
    results.mkdir(exist_ok=True)
    load = round(os.getloadavg()[0], 1)
    document = {
        "date": datetime.date.today().isoformat(),
        "machine": machine(),
        "load_at_end": load,
        "megabytes": MEGABYTES,
        "rows": rows,
    }
    path = results / f"{document['date']}{'' if not names else '-' + '-'.join(names)}.json"
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")


main(sys.argv[2:])
