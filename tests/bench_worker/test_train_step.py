#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The PyTorch worker: its data, losses and gradients against values made by other programs, its protocol, and, where
PyTorch is installed, the real thing on the CPU."""
import json
import math
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from support import WORKER, golden, worker

GOLDEN, GRADIENTS = golden("tokens.json"), golden("gradients.json")
try:
    import torch
except ImportError:
    torch = None


class Specification(unittest.TestCase):
    def test_hashes_and_flops_are_those_of_the_native_engine(self):
        for name, golden in GOLDEN["specs"].items():
            model = worker.read_spec(json.dumps({"preset": name}))["model"]
            self.assertEqual(worker.spec_hash(model), golden["sha256"], name)
            flops = GOLDEN["flops"][name]
            batch = 4 if name == "tiny" else 8
            attention = flops["attention_causal" if model["attention"] == "causal" else "attention_full"]
            self.assertEqual(worker.step_flops(model, batch), flops["linear"] + attention, name)

    def test_what_is_not_known_is_refused_by_name(self):
        for text, said in (('{"preset":"huge"}', "huge"), ('{"model":{"wdith":1}}', "wdith"), ("{", "JSON"),
                           ('{"model":{"layers":"4"}}', "layers"), ('{"model":{"width":65}}', "width"),
                           ('{"precision":"fp8"}', "fp8"), ("[]", "object"), ('{"batch":-1}', "batch"),
                           ('{"plan":{"windows":1.5}}', "windows"), ('{"model":{"data":"random"}}', "random")):
            with self.assertRaises(worker.Refused) as refused:
                worker.read_spec(text)
            self.assertIn(said, str(refused.exception) + refused.exception.mend)

    def test_words_are_those_of_philox(self):
        # Known answers of the authors' own test vectors (Random123 1.09, kat_vectors, philox4x32 10 rounds).
        self.assertEqual(worker.philox([0] * 4, [0] * 2), [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8])
        self.assertEqual(worker.philox([0xFFFFFFFF] * 4, [0xFFFFFFFF] * 2),
                         [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD])


@unittest.skipIf(torch is None, "no PyTorch here")
class Data(unittest.TestCase):
    def test_weights_are_those_of_the_native_engine_to_the_bit(self):
        for one in GOLDEN["weights"]:
            for before in (0, 1, 3):  # also out of the middle of a stretch
                first = max(0, one["index"] - before)
                values = worker.weight_values(torch, one["seed"], one["stream"], first, 9, one["deviation"])
                self.assertEqual(values[one["index"] - first].item(), float.fromhex(one["value"]), one)

    def test_tokens_are_those_of_the_native_engine(self):
        for one in GOLDEN["data"]:
            model = {**worker.GPT, "vocabulary": one["vocabulary"], "sequence": one["sequence"], "data": one["kind"]}
            tokens = worker.Tokens(torch, model, one["batch"], one["seed"])
            self.assertEqual(tokens.rows(one["step"]).tolist(), one["tokens"], one)
            self.assertEqual(tokens.rows(one["step"], 1, 1).tolist(), one["tokens"][1:], "a rank's share")

    def test_many_words_at_once_are_the_single_ones(self):
        for seed, first in ((1, 0), (2**40 + 3, 5), (7, 2**34 + 1)):
            self.assertEqual(worker.random_words(torch, seed, 2, 9, first, 11).tolist(),
                             [worker.random_word(seed, 2, 9, first + i) for i in range(11)])

    def test_tensors_are_named_and_ordered_as_the_specification_says(self):
        model = worker.read_spec('{"preset":"tiny"}')["model"]
        names = [name for name, _ in worker.build_model(torch, model).named_parameters()]
        layer = ["norm1.weight", "norm1.bias", "qkv.weight", "qkv.bias", "projection.weight", "projection.bias",
                 "norm2.weight", "norm2.bias", "up.weight", "up.bias", "down.weight", "down.bias"]
        self.assertEqual(names, ["embedding.weight", "positions.weight",
                                 *[f"layers.{i}.{name}" for i in range(2) for name in layer],
                                 "norm.weight", "norm.bias", "head.weight"])


@unittest.skipIf(torch is None, "no PyTorch here")
class Model(unittest.TestCase):
    """Losses and gradients against those of another program in float64 (tests/golden/bench/make_gradients.py)."""

    def test_losses_and_gradients_are_those_of_float64(self):
        for case in GRADIENTS:
            model = {key: case[key] for key in worker.GPT}
            module = worker.build_model(torch, model)
            with torch.no_grad():  # as that program makes them: larger, and biases and gains of all sizes
                for stream, (name, tensor) in enumerate(module.named_parameters()):
                    values = worker.weight_values(torch, case["seed"], stream, 0, tensor.numel(),
                                                  0.2 if tensor.dim() == 2 else 0.1)
                    gain = 1.0 if "norm" in name and name.endswith("weight") else 0.0
                    tensor.copy_((values + gain).reshape(tensor.shape))
            tokens = worker.Tokens(torch, model, case["batch"], case["seed"])
            optimiser = torch.optim.AdamW(module.parameters(), lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01)
            for step, golden in enumerate(case["losses"]):
                rows = tokens.rows(step)
                optimiser.zero_grad(set_to_none=True)
                loss = module(rows[:, :-1], rows[:, 1:])
                loss.backward()
                self.assertAlmostEqual(loss.item(), golden, delta=2e-6 * golden)
                for name, tensor in module.named_parameters() if step == 0 else ():
                    self.assertAlmostEqual(tensor.grad.double().norm().item(), case["gradients"][name]["norm"],
                                           delta=1e-5 * case["gradients"][name]["norm"] + 1e-9, msg=name)
                optimiser.step()


class Protocol(unittest.TestCase):
    def test_a_line_is_one_json_object_of_at_most_64_kib(self):
        reading, writing = os.pipe()
        records = worker.Records(writing, clock=lambda: 5)
        records.say("hello", engine="torch", text="ü" * 200, kind="a field of that name")
        records.say("error", message="x" * 100_000)
        with self.assertRaises(ValueError):
            records.say("loss", loss=[math.nan])
        os.close(writing)
        with os.fdopen(reading, "rb") as file:
            lines = file.read().splitlines()
        self.assertEqual(len(lines), 2)
        self.assertLess(max(map(len, lines)), 65536)
        first = json.loads(lines[0])
        self.assertEqual([first[key] for key in ("v", "t", "seq", "mono_ns", "rank")], [1, "hello", 0, 5, 0])
        self.assertEqual(json.loads(lines[1])["message"], "x" * 2000)

    def test_without_pytorch_it_says_so(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "torch.py").write_text("raise ImportError('none here')")
            records = run_worker("--device", "cpu", environment={"PYTHONPATH": folder})[0]
        self.assertEqual(records[-2]["code"], "torch_missing")
        self.assertIn("none here", records[-2]["message"])
        self.assertEqual(records[-1]["status"], "failed")

    def test_what_is_asked_in_vain_is_told(self):
        records, code, _ = run_worker("--spec", '{"preset":"huge"}')
        self.assertEqual((records[-2]["code"], records[-1]["status"], code), ("bad_spec", "failed", 1))


def run_worker(*arguments, environment=None, timeout=300):
    done = subprocess.run([sys.executable, str(WORKER), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, timeout=timeout, env={**os.environ, **(environment or {})})
    records = [json.loads(line) for line in done.stdout.decode().splitlines()]
    return [one for one in records if one["t"] != "heartbeat"], done.returncode, done.stderr.decode()


QUICK = {"warmup_min": 1, "warmup_max": 1, "windows": 2, "steps_per_window": 3, "ceiling_s": 0.01}


@unittest.skipIf(torch is None, "no PyTorch here")
class RealOnCpu(unittest.TestCase):
    def losses(self, *arguments, model=None, **changes):
        what = {"preset": "tiny", "threads": 1, "plan": QUICK, "model": model or {}, **changes}
        records, code, errors = run_worker("--device", "cpu", "--spec", json.dumps(what), *arguments)
        self.assertEqual(code, 0, errors)
        self.assertEqual(records[-1]["status"], "ok")
        return [loss for one in records if one["t"] == "loss" for loss in one["loss"]], records

    def test_it_trains(self):
        losses, records = self.losses()
        self.assertAlmostEqual(losses[0], math.log(256), delta=0.05)  # nothing is learned yet
        self.assertEqual(len(losses), 8)
        kinds = {one["t"] for one in records}
        self.assertLessEqual({"hello", "device", "check", "plan", "ceiling", "step", "window", "loss", "end"}, kinds)
        hello = next(one for one in records if one["t"] == "hello")
        self.assertEqual(hello["spec_hash"], GOLDEN["specs"]["tiny"]["sha256"])
        self.assertTrue(hello["tuned"])
        again, _ = self.losses()
        self.assertEqual(losses, again)  # to the bit

    def test_it_learns_a_batch_by_heart(self):
        losses, _ = self.losses(model={"data": "fixed-batch"}, optimiser={"learning_rate": 0.01})
        self.assertLess(losses[-1], losses[0] - 1)

    def test_two_ranks_train_as_one_of_twice_the_batch(self):
        one, _ = self.losses(batch=4)
        two, records = self.losses("--ranks", "2", batch=2)
        plan = next(record for record in records if record["t"] == "plan")
        self.assertEqual((plan["batch"], plan["tokens_per_step"]), (4, 256))
        for a, b in zip(one, two):
            self.assertAlmostEqual(a, b, delta=1e-5)
        window = next(record for record in records if record["t"] == "window")
        self.assertEqual(len(window["ranks_wall_s"]), 2)

    def test_a_rank_that_is_killed_ends_all_and_is_told(self):
        what = {"preset": "tiny", "threads": 1, "plan": {**QUICK, "windows": 10_000}}
        with subprocess.Popen([sys.executable, str(WORKER), "--device", "cpu", "--ranks", "2", "--spec", json.dumps(what)],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL) as first:
            lines = []
            for line in first.stdout:
                lines.append(json.loads(line))
                if lines[-1]["t"] == "window":
                    break
            other = Path(f"/proc/{first.pid}/task/{first.pid}/children").read_text().split()
            self.assertEqual(len(other), 1)
            os.kill(int(other[0]), 9)
            lines += [json.loads(line) for line in first.stdout]
        self.assertEqual(first.returncode, 1)
        self.assertEqual(lines[-1]["status"], "failed")
        self.assertTrue([one for one in lines if one["t"] == "error"])

    def test_a_first_rank_that_is_killed_leaves_nobody(self):
        what = {"preset": "tiny", "threads": 1, "plan": {**QUICK, "windows": 10_000}}
        with subprocess.Popen([sys.executable, str(WORKER), "--device", "cpu", "--ranks", "2", "--spec", json.dumps(what)],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL) as first:
            for line in first.stdout:
                if json.loads(line)["t"] == "window":
                    break
            other = int(Path(f"/proc/{first.pid}/task/{first.pid}/children").read_text())
            first.kill()
        for _ in range(200):
            if not Path(f"/proc/{other}").exists() or Path(f"/proc/{other}/stat").read_text().split()[2] == "Z":
                return
            time.sleep(0.05)
        self.fail("the other rank goes on alone")

    def test_the_end_of_standard_input_ends_it_with_what_it_has(self):
        what = {"preset": "tiny", "threads": 1, "plan": {**QUICK, "windows": 10_000}}
        with subprocess.Popen([sys.executable, str(WORKER), "--device", "cpu", "--control", "--spec", json.dumps(what)],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.PIPE) as one:
            lines = []
            for line in one.stdout:
                lines.append(json.loads(line))
                if lines[-1]["t"] == "window" and lines[-1]["w"] == 1:
                    one.stdin.close()
        self.assertEqual((lines[-1]["status"], lines[-1]["stopped_by"], one.returncode), ("cancelled", "cancel", 0))

    def test_bf16_is_near(self):
        full, _ = self.losses()
        half, records = self.losses(precision="bf16")
        self.assertNotEqual(full, half)
        for a, b in zip(full, half):
            self.assertAlmostEqual(a, b, delta=0.02)
        plan = next(record for record in records if record["t"] == "plan")
        self.assertEqual(plan["precision"]["compute"], "bf16")

    def test_what_this_pytorch_cannot_do_is_refused(self):
        arguments = ["--device", "cuda"] if not torch.cuda.is_available() else ["--device", "neuron"]
        records, code, _ = run_worker(*arguments, "--spec", '{"preset":"tiny"}')
        self.assertEqual((records[-1]["status"], code), ("failed", 1))
        self.assertEqual(records[-2]["t"], "error")


if __name__ == "__main__":
    unittest.main()
