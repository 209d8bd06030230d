#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tests/fuzz/seeds.py OUT: what fuzzing starts from, beside the kept corpus.

OUT/samples/      the beginning of every sample, and the longer texts that the tests of the parsers hold
OUT/TARGET/       what a target takes that is no file as it is: parts of a workbook, a folder, containers
OUT/words         a dictionary: the texts of which the parsers themselves are made
"""
import ast
import bz2
import gzip
import io
import lzma
import pathlib
import re
import struct
import sys
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST = 4096  # bytes of a seed
LITERAL = re.compile(r'R"(\w*)\((.*?)\)\1"|"((?:[^"\\\n]|\\.)*)"', re.S)


def write(folder, name, content):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content[:MOST])


def literals(source):
    """Texts of a C++ source; those with only white space between them are one."""
    texts, end = [], None
    for match in LITERAL.finditer(source):
        raw, plain = match.group(2), match.group(3)
        try:
            text = raw.encode() if raw is not None else ast.literal_eval(f'"{plain}"').encode("utf-8", "replace")
        except (SyntaxError, ValueError):  # an escape that only C++ has
            text = b""
        joined = end is not None and not source[end : match.start()].strip()
        texts[-1:] = [texts[-1] + text] if joined else texts[-1:] + [text]
        end = match.end()
    return texts


def samples():
    found = {}
    for path in sorted((ROOT / "tests/samples").rglob("*")):
        if path.is_file() and path.name not in ("SOURCE", "MANIFEST.tsv"):
            found["_".join(path.relative_to(ROOT / "tests/samples").parts)] = path.read_bytes()
    for path in sorted((ROOT / "tests/core/import").glob("tst_*.cpp")):
        for number, text in enumerate(literals(path.read_text())):
            if len(text) >= 40:
                found[f"{path.stem}_{number}"] = text
    return found


def containers(texts):
    """Of each of a few small texts: compressed, and together in archives."""
    tar, zipped = io.BytesIO(), io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as archive, zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as book:
        for name, text in texts.items():
            yield name + ".gz", gzip.compress(text, mtime=0)
            yield name + ".two.gz", gzip.compress(text, mtime=0) * 2
            yield name + ".bz2", bz2.compress(text)
            yield name + ".xz", lzma.compress(text)
            info = tarfile.TarInfo("logs/" + name)
            info.size = len(text)
            archive.addfile(info, io.BytesIO(text))
            book.writestr("logs/" + name, text)
    yield "all.tar", tar.getvalue()
    yield "all.tar.gz", gzip.compress(tar.getvalue(), mtime=0)
    yield "all.zip", zipped.getvalue()
    frame = b"\x28\xb5\x2f\xfd\x20\x05\x29\x00\x00hello"  # zstd: one raw block
    yield "one.zst", frame
    yield "two.zst", b"\x50\x2a\x4d\x18\x04\x00\x00\x00skip" + frame * 2


def workbooks():
    rows = (
        b'<row r="1"><c r="A1" t="inlineStr"><is><t>Date</t></is></c><c r="B1" t="s"><v>0</v></c></row>'
        b'<row r="2"><c r="A2" s="1"><v>45292</v></c><c r="B2"><v>1.1000000000000001</v></c></row>'
        b'<row r="4"><c r="A4" t="str"><f>A2</f><v>x</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>'
    )
    main = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    sheet = b'<worksheet %s><sheetData>%s</sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells></worksheet>'
    strings = b"<sst %s><si><t>Cost</t></si><si><r><t>a</t></r><r><t xml:space='preserve'> b</t></r></si></sst>" % main
    styles = (
        b'<styleSheet %s><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>'
        b'<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>' % main
    )
    yield "whole", b"\0".join([sheet % (main, rows), strings, styles])
    published = ROOT / "tests/samples/bills/aws-cost-explorer-xlsx/ce_monthly_by_service.xlsx"
    with zipfile.ZipFile(published) as book:
        parts = [book.read(name) for name in book.namelist() if "sheet1.xml" in name or "sharedStrings" in name]
        yield "published", b"\0".join(part[:3000] for part in parts)


def folders():
    run = next((ROOT / "tests/samples/logs/mlflow/deepcnn_mlruns/0").iterdir())
    files = ["meta.yaml", "metrics/loss", "metrics/accuracy", "params/BATCH_SIZE"]
    yield "mlflow_run", "deepcnn", b"\0".join((run / file).read_bytes()[:2000] for file in files)
    runs = ROOT / "tests/samples/logs/tensorboard"
    for name in ("restart", "keras_run"):
        files = [path.read_bytes() for path in sorted((runs / name).rglob("*events*"))][:4]
        begins = [sum(map(len, files[:i])) for i in range(len(files))]
        places = b"".join(struct.pack("<HH", begin, len(file)) for begin, file in zip(begins, files))
        yield "tensorboard_run", name, places.ljust(16, b"\0") + b"".join(files)
    old = (ROOT / "tests/samples/logs/wandb/alpaca_wandb-history.jsonl").read_bytes()[:4000]
    config = b"wandb_version: 1\nbatch_size:\n  desc: null\n  value: 8\n"
    metadata = b'{"gpu": "NVIDIA A100", "gpu_count": 8, "startedAt": "2024-01-01T00:00:00.000000"}'
    log = b":W&B\xe1\xbe\0" + b"\0" * 4 + b"\x10\0\x01" + b"\x12\x0e\x0a\x0c\x12\x04loss\x82\x01\x030.5"
    yield "wandb_run", "old", b"\0".join([config, metadata, old])
    yield "wandb_run", "new", b"\0".join([config, metadata, b"", log])
    yield "wandb", "one", log


def typed():
    yield "mapped_table", "log", b'step=n,loss="my, loss",time=when\nn;my, loss;when\n1;2,5;2024-01-01T00:00:00Z\n'
    yield "mapped_table", "json", b'step=n,loss=o\n{"n": 1, "o": 2.5}\n{"n": 2, "o": 2}\n'
    bill = b"billed=Betrag,charge_start=Datum,currency:=EUR,tag:team=T\nDatum;Betrag;T\n01.02.2025;1.234,56;a\n"
    yield "mapped_table", "bill", bill
    for number, text in enumerate([b'{"loss": 2.5, "step":7,"lr":-1e-05}', b'{"a" : "x", "b":true,"c":null,"d":-0}']):
        yield "plain_json", str(number), text
    for number, text in enumerate([b"12.5", b"-1.234E-05", b"170000000000000", b"0.000000000000000000000001"]):
        yield "decimal", str(number), text
    quantities = ["$24.69/h", "40 min", "18%", "1,234.5", "173.52B", "121.4K tokens/s", "1.2万", "16 PFLOP/s", "3 TB"]
    for number, text in enumerate(quantities):
        yield "quantity", str(number), bytes([number]) + text.encode()
    instants = ["2023-11-01T00:00:00.000Z", "2025-06-04 08:51:48,074", "2024-03-01 01:00:00+05:30", "2024/03/01"]
    for number, text in enumerate(instants):
        yield "instant", str(number), text.encode()
    invoice = "AWS|March 2026|12,345.67|USD|123|EC2|us-east-1|1.5|p5.48xlarge|720|reserved|page 3"
    yield "invoice", "whole", invoice.replace("|", "\n").encode()
    for path in sorted((ROOT / "tests/core/audit").glob("tst_*.cpp")):
        for number, text in enumerate(literals(path.read_text())):
            if len(text) >= 40:
                yield "claims", f"{path.stem}_{number}", text
    for path in (ROOT / "tests").rglob("*.json"):
        if b'"options"' in path.read_bytes():
            yield "scenario", path.stem, path.read_bytes()
    scenario = (
        b'{"schema": 1, "name": "n", "currency": "USD", "baseline": "a", "workload": {"tokens": {"value": "1.5T"}},'
        b' "options": [{"name": "a", "price_per_h": {"value": 2.5, "provenance": {"origin": "assumed"}}}]}'
    )
    yield "scenario", "small", scenario


def words():
    """For libFuzzer: what the parsers look for."""
    found = set()
    for path in [*(ROOT / "core/import").rglob("*.cpp"), *(ROOT / "core/audit/read").rglob("*.cpp")]:
        found.update(text for text in literals(path.read_text()) if 2 <= len(text) <= 32 and b".h" not in text)
    for text in sorted(found):
        yield '"' + "".join(chr(c) if 32 <= c < 127 and chr(c) not in '"\\' else f"\\x{c:02X}" for c in text) + '"'


def main(out):
    all_samples = samples()
    for name, content in all_samples.items():
        write(out / "samples", name, content)
    small = dict(list((name, text) for name, text in all_samples.items() if len(text) < 1500)[::40])
    for name, content in containers(small):
        write(out / "file", name, content)
    for name, content in workbooks():
        write(out / "workbook", name, content)
    for target, name, content in [*folders(), *typed()]:
        write(out / target, name, content)
    (out / "words").write_text("\n".join(words()) + "\n")


main(pathlib.Path(sys.argv[1]))
