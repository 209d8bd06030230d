#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The PyTorch worker's adapters and phases on stand-ins with a virtual clock (virtual.py)."""
import json
import math
import os
import types
import unittest

import virtual
from support import WORKER, load, worker


class Kept:
    """Records in memory."""

    def __init__(self):
        self.all = []

    def say(self, record_kind, **fields):
        self.all.append({"t": record_kind, **json.loads(json.dumps(fields, allow_nan=False))})

    def of(self, kind):
        return [record for record in self.all if record["t"] == kind]


def spec(**plan):
    out = worker.read_spec(json.dumps({"preset": "tiny", "plan": plan}))
    out["tokens_per_step"] = 256
    return out


def measured(adapter, machine, train, module=worker, read_losses=None, ceiling=False, **plan):
    records = Kept()
    settings = spec(**plan)
    module.Measurement(
        records, adapter, train, settings, clock=machine.clock, cpu_clock=lambda: machine.cpu,
        read_losses=read_losses or (lambda losses: [2.0 for _ in losses]), pause=lambda _: None,
        ceiling=(lambda when: module.measure_ceiling(adapter.torch, adapter, records, settings, when,
                                                     clock=machine.clock)) if ceiling else None).run()
    return records


def cuda(module, machine):
    return module.Cuda(virtual.cuda(machine))


def neuron(module, machine):
    return module.Neuron(virtual.neuron(machine))


def xla(module, machine):
    names, _ = virtual.xla_modules(machine)
    with virtual.Modules(names):
        return module.Xla(virtual.torch_base(machine))


# Adapter, and the line of it that waits for the device.
WAITS = ((cuda, "self.torch.cuda.synchronize(self.device)"), (neuron, "self.synchronize()"),
         (xla, "self.xm.wait_device_ops()"))
STEP_NS = 10_000_000


class VirtualDevices(unittest.TestCase):
    def setUp(self):
        self.dynamo = virtual.dynamo()
        self.held = virtual.Modules({"torch._dynamo.utils": self.dynamo})
        self.held.__enter__()
        self.addCleanup(self.held.__exit__)

    def step_time(self, make, module=worker):
        machine = virtual.Machine()
        records = measured(make(module, machine), machine, lambda i: machine.queue(STEP_NS), module, ceiling=True)
        windows = records.of("window")
        self.assertEqual(len(windows), 5)
        return sum(one["wall_ns"] for one in windows) / sum(one["steps"] for one in windows), records

    def test_the_device_is_waited_for(self):
        for make, _ in WAITS:
            taken, records = self.step_time(make)
            # The device is busy all the time but for the first launch of a window.
            self.assertAlmostEqual(taken, STEP_NS, delta=STEP_NS * 0.001 + virtual.LAUNCH_NS, msg=make.__name__)
            for one in records.of("ceiling"):
                self.assertLessEqual(one["best_flops"], virtual.PEAK * 1.0001, make.__name__)
            self.assertGreater(max(one["best_flops"] for one in records.of("ceiling")), virtual.PEAK * 0.95)
            self.assertEqual(len(records.of("ceiling")), 12)  # six shapes, before and after
            self.assertAlmostEqual(sum(one["share"] for one in records.of("ceiling")), 2, places=9)

    def test_without_the_wait_these_tests_fail(self):
        text = WORKER.read_text()
        for make, waits in WAITS:
            self.assertEqual(text.count(waits), 1, waits)
            taken, records = self.step_time(make, load(text.replace(waits, "pass")))
            self.assertLess(taken, STEP_NS / 10, make.__name__)
            self.assertGreater(max(one["best_flops"] for one in records.of("ceiling")), 2 * virtual.PEAK)

    def test_events_time_the_steps_without_waiting(self):
        _, records = self.step_time(cuda)
        steps = [one for one in records.of("step") if one["window"] >= 0]
        self.assertEqual(len(steps), 100)
        for one in steps[1:19]:
            self.assertAlmostEqual(one["device_ns"], STEP_NS, delta=virtual.LAUNCH_NS)
            self.assertLess(one["wall_ns"], STEP_NS / 10)  # the host only queues

    def test_events_of_neuron_are_not_used(self):
        _, records = self.step_time(neuron)
        self.assertTrue(all(one["device_ns"] is None for one in records.of("step")))

    def test_warm_up_goes_on_while_it_compiles(self):
        machine = virtual.Machine()

        def train(i):
            if i in (0, 9):
                self.dynamo.counters["stats"]["unique_graphs"] += 1
                machine.now += 2_000_000_000
            machine.queue(STEP_NS)
        records = measured(cuda(worker, machine), machine, train)
        warm = [one for one in records.of("step") if one["window"] < 0]
        self.assertEqual([one["i"] for one in warm if one["compiles_delta"]], [0, 9])
        self.assertGreaterEqual(len(warm), 15)  # five steps without a compilation, after the last
        self.assertEqual([one["compiles"] for one in records.of("window")], [0] * 5)
        self.assertEqual(records.of("compile")[0]["graphs"], 1)

    def test_a_compilation_in_a_window_is_counted(self):
        machine = virtual.Machine()

        def train(i):
            if i == 40:
                self.dynamo.counters["stats"]["unique_graphs"] += 1
            machine.queue(STEP_NS)
        records = measured(cuda(worker, machine), machine, train)
        self.assertEqual(sum(one["compiles"] for one in records.of("window")), 1)
        self.assertEqual([one["i"] for one in records.of("step") if one["compiles_delta"]], [40])

    def test_operators_on_the_host_are_told_and_reads_are_none(self):
        machine, counters = virtual.Machine(), {}
        names, _ = virtual.xla_modules(machine, counters=counters)

        def train(i):
            counters["aten::nonzero"] = counters.get("aten::nonzero", 0) + 2
            counters["aten::_local_scalar_dense"] = counters.get("aten::_local_scalar_dense", 0) + 1
            machine.queue(STEP_NS)
        with virtual.Modules(names):
            records = measured(worker.Xla(virtual.torch_base(machine)), machine, train)
        self.assertEqual([one["fallbacks"] for one in records.of("window")], [{"aten::nonzero": 40}] * 5)

    def test_a_device_that_turns_out_to_be_the_host_is_refused(self):
        machine = virtual.Machine()
        with self.assertRaises(worker.Refused) as refused:
            worker.Neuron(virtual.neuron(machine, resolves_to="cpu"))
        self.assertEqual(refused.exception.code, "wrong_device")
        names, _ = virtual.xla_modules(machine, hardware="CPU")
        with virtual.Modules(names), self.assertRaises(worker.Refused) as refused:
            worker.Xla(virtual.torch_base(machine))
        self.assertEqual(refused.exception.code, "wrong_device")
        self.assertEqual(os.environ.pop("PJRT_DEVICE"), "NEURON")

    def test_an_interface_that_is_not_known_is_refused(self):
        with self.assertRaises(worker.Refused) as refused:
            worker.Neuron(virtual.neuron(virtual.Machine(), synchronize=False))
        self.assertEqual(refused.exception.code, "interface_unknown")
        names, _ = virtual.xla_modules(virtual.Machine())
        del names["torch_xla"].sync  # and there is no mark_step either
        with virtual.Modules(names), self.assertRaises(worker.Refused) as refused:
            worker.Xla(virtual.torch_base(virtual.Machine()))
        self.assertEqual(refused.exception.code, "interface_unknown")

    def test_older_names_are_probed(self):
        machine = virtual.Machine()
        names, _ = virtual.xla_modules(machine)
        root, model = names["torch_xla"], names["torch_xla.core.xla_model"]
        model.mark_step, model.xla_device = root.sync, root.device
        del root.sync, root.device
        with virtual.Modules(names):
            adapter = worker.Xla(virtual.torch_base(machine))
        self.assertEqual(adapter.used, {"synchronize": "mark_step, xm.wait_device_ops", "device": "xm.xla_device"})
        extension = types.ModuleType("torch_neuronx")
        extension.synchronize = machine.wait
        with virtual.Modules({"torch_neuronx": extension}):
            adapter = worker.Neuron(virtual.neuron(machine, synchronize=False))
        self.assertEqual(adapter.used, {"synchronize": "torch_neuronx.synchronize"})

    def test_losses_that_are_no_numbers_are_null(self):
        machine = virtual.Machine()
        records = measured(cuda(worker, machine), machine, lambda i: machine.queue(STEP_NS),
                           read_losses=lambda losses: [math.nan] * len(losses), windows=1)
        self.assertTrue(all(one["loss"] == [None] * len(one["i"]) and one["nonfinite"] for one in records.of("loss")))

    def test_energy_and_clocks_are_the_drivers(self):
        machine = virtual.Machine()
        adapter = cuda(worker, machine)
        adapter.counter = worker.Nvml("GPU-604a", virtual.Nvml(machine, watts=500))
        records = measured(adapter, machine, lambda i: machine.queue(STEP_NS))
        for one in records.of("window"):
            self.assertAlmostEqual(one["energy_j"], 500 * one["wall_ns"] / 1e9, delta=0.002)
        readings = records.of("telemetry")
        self.assertEqual(len(readings), 5)
        self.assertEqual(readings[0]["throttle"], ["sw_power_cap", "hw_thermal_slowdown"])
        self.assertEqual((readings[0]["power_w"], readings[0]["clock_mhz"]), (500, 1980))
        self.assertIsNone(readings[0]["temp_c"])  # the driver does not tell
        self.assertEqual(adapter.describe()["power_limit_w"], 700)
        self.assertIsNone(adapter.describe()["power_limit_default_w"])
        with self.assertRaises(OSError):
            worker.Nvml("GPU-other", virtual.Nvml(machine, watts=1))

    def test_limits_end_it_and_say_which(self):
        for plan, by, windows in (({"half_width": 0.01, "windows": 50}, "precision", 5),
                                  ({"max_steps": 40, "windows": 50}, "steps", 2),
                                  ({"max_s": 0.5, "windows": 50}, "time", 2),
                                  ({"max_usd": 0.001, "price_usd_h": 7.2, "windows": 50}, "money", 2),
                                  ({"windows": 3}, "plan", 3)):
            machine = virtual.Machine()
            records = Kept()
            run = worker.Measurement(records, cuda(worker, machine), lambda i: machine.queue(STEP_NS), spec(**plan),
                                     clock=machine.clock, cpu_clock=lambda: 0, read_losses=lambda x: [1.0] * len(x))
            self.assertEqual(run.run(), by)
            self.assertEqual(len(records.of("window")), windows, by)

    def test_cancelled_in_a_window_it_keeps_what_was_measured(self):
        machine, stop = virtual.Machine(), worker.Stop()

        def train(i):
            if i == 30:
                stop.ask()
            machine.queue(STEP_NS)
        records = Kept()
        run = worker.Measurement(records, cuda(worker, machine), train, spec(), stop=stop, clock=machine.clock,
                                 cpu_clock=lambda: 0, read_losses=lambda x: [1.0] * len(x))
        self.assertEqual(run.run(), "cancel")
        windows = records.of("window")
        self.assertEqual(sum(one["steps"] for one in windows) + len(
            [one for one in records.of("step") if one["window"] < 0]), 31)
        self.assertEqual(windows[-1]["tokens"], 256 * windows[-1]["steps"])


if __name__ == "__main__":
    unittest.main()
