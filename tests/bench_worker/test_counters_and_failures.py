#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What counts power, heat and clocks of devices that are not here: fake tools in PATH, the kernel's files in a folder.
And what a worker says when a framework throws."""
import os
import subprocess
import sys
import tempfile
import time
import types
import unittest
from pathlib import Path

import virtual
from support import WORKER, load, worker


class Folder(unittest.TestCase):
    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = Path(held.name)
        (self.folder / "bin").mkdir()
        before = os.environ["PATH"]
        self.addCleanup(os.environ.__setitem__, "PATH", before)
        os.environ["PATH"] = f"{self.folder / 'bin'}:/usr/bin:/bin"

    def tool(self, name, script):
        path = self.folder / "bin" / name
        path.write_text("#!/bin/sh\n" + script)
        path.chmod(0o755)

    def file(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def within(self, seconds, condition):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition():
                return True
            time.sleep(0.02)
        return False


# What nvidia-smi is asked, and answers: once, and again and again.
LOOPS = """case "$*" in *--loop-ms*) while :; do echo "$line"; sleep 0.05; done;; esac
echo "$line"
"""


class NvidiaSmi(Folder):
    def counter(self):
        one = worker.Smi("GPU-604a")
        self.addCleanup(one.process.stdout.close)
        self.addCleanup(one.process.wait)
        self.addCleanup(one.process.kill)
        return one

    def test_readings_are_the_devices(self):
        self.tool("nvidia-smi", """case "$*" in *power.default_limit*) echo "650.00, 700.00"; exit;; esac
line="512.25, 71, 1755, 99, 4096, Not Active, Active, Not Active, Not Active, Active"
""" + LOOPS)
        one = self.counter()
        self.assertTrue(self.within(10, one.telemetry))
        self.assertEqual(one.telemetry(), {
            "power_w": 512.25, "temp_c": 71, "clock_mhz": 1755, "util_pct": 99, "mem_used_bytes": 4096 * 1048576,
            "throttle": ["hw_thermal_slowdown", "sw_power_cap"]})
        self.assertEqual(one.limits(), {"power_limit_w": 650, "power_limit_default_w": 700})

    def test_an_older_driver_is_asked_by_older_names(self):
        self.tool("nvidia-smi", """case "$*" in *event_reasons*) echo 'Field "x" is not a valid field to query.'; exit 2;; esac
line="[N/A], [Not Supported], 1380, 50, [N/A], Not Active, Not Active, Not Active, Not Active, Active"
""" + LOOPS)
        one = self.counter()
        self.assertTrue(self.within(10, one.telemetry))
        self.assertEqual(one.telemetry(), {"power_w": None, "temp_c": None, "clock_mhz": 1380, "util_pct": 50,
                                           "mem_used_bytes": None, "throttle": ["sw_power_cap"]})

    def test_what_cannot_be_asked_counts_nothing(self):
        for script in ("exit 9\n", "echo 'NVIDIA-SMI has failed'; exit 9\n", "echo '1, 2'\n",
                       "echo '1, 2, 3, 4, 5'; echo '1, 2, 3, 4, 5'\n"):
            self.tool("nvidia-smi", script)
            with self.assertRaises(OSError):
                worker.Smi("")
        (self.folder / "bin" / "nvidia-smi").unlink()
        properties = types.SimpleNamespace(uuid="604a")
        self.assertIsNone(worker.device_counter("cuda", properties))  # the driver's library is not here either

    def test_without_a_uuid_only_a_single_device_is_certain(self):
        class Many(virtual.Nvml):
            count = 2

            def nvmlDeviceGetCount_v2(self, value):
                value._obj.value = self.count
                return 0

            def nvmlDeviceGetHandleByIndex_v2(self, index, handle):
                return index
        with self.assertRaises(OSError):
            worker.Nvml("", Many(virtual.Machine(), 1))
        Many.count = 1
        self.assertEqual(worker.Nvml("", Many(virtual.Machine(), 500)).telemetry()["power_w"], 500)


class KernelFiles(Folder):
    def test_energy_of_the_processor_goes_round_with_its_counter(self):
        for name, now, most in (("intel-rapl:0", 900, 1000), ("intel-rapl:1", 5, 1000), ("intel-rapl:0:0", 7, 1000)):
            self.file(f"class/powercap/{name}/energy_uj", f"{now}\n")
            self.file(f"class/powercap/{name}/max_energy_range_uj", f"{most}\n")
        counter = worker.Rapl(str(self.folder))
        self.assertEqual(counter.energy_j(), 0)
        self.file("class/powercap/intel-rapl:0/energy_uj", "100\n")  # 200 further
        self.file("class/powercap/intel-rapl:1/energy_uj", "55\n")
        self.assertAlmostEqual(counter.energy_j(), 250e-6)
        (self.folder / "class/powercap/intel-rapl:1/energy_uj").unlink()  # root alone may read it
        self.assertIsNone(counter.energy_j())
        self.assertIsNone(worker.Rapl(str(self.folder / "none")).energy_j())

    def card(self, number, vendor="0x1002"):
        base = f"class/drm/card{number}/device/"
        self.file(base + "vendor", vendor + "\n")
        for name, value in (("gpu_busy_percent", 98), ("mem_info_vram_used", 123456), ("hwmon/hwmon4/power1_average", 701000000),
                            ("hwmon/hwmon4/temp1_input", 64500), ("hwmon/hwmon4/freq1_input", 2100000000),
                            ("hwmon/hwmon4/power1_cap", 600000000), ("hwmon/hwmon4/power1_cap_default", 750000000)):
            self.file(base + name, f"{value}\n")

    def test_an_amd_device_is_read_by_the_kernels_files(self):
        self.card(0)
        self.card(1, vendor="0x10de")
        self.file("class/drm/card0-DP-1/status", "connected\n")
        counter = worker.AmdGpu(root=str(self.folder))
        self.assertEqual(counter.telemetry(), {"power_w": 701, "temp_c": 64.5, "clock_mhz": 2100, "util_pct": 98,
                                               "mem_used_bytes": 123456, "throttle": []})
        self.assertEqual(counter.limits(), {"power_limit_w": 600, "power_limit_default_w": 750})
        self.card(2)
        with self.assertRaises(OSError):  # which of the two is not known
            worker.AmdGpu(root=str(self.folder))
        real = self.folder / "devices" / "0000:c1:00.0"
        real.parent.mkdir()
        (self.folder / "class/drm/card2/device").rename(real)
        (self.folder / "class/drm/card2/device").symlink_to(real)
        self.assertEqual(worker.AmdGpu("0000:c1:00.0", str(self.folder)).telemetry()["power_w"], 701)


class Neuron(Folder):
    # Of the documentation of neuron-monitor, but for its misprints.
    SAYS = """{"neuron_runtime_data":[{"pid":%d,"error":"","report":{"neuroncore_counters":{"period":1.0,"neuroncores_in_use":{
"0":{"neuroncore_utilization":90.0,"flops":1},"1":{"neuroncore_utilization":80.0}}},"memory_used":{"neuron_runtime_used_bytes":{
"host":6997643264,"neuron_device":12519138304}}}},{"pid":1,"error":"","report":{}}],"neuron_hardware_info":{}}"""

    def test_readings_are_those_of_our_cores(self):
        says = (self.SAYS % os.getpid()).replace("\n", "")
        self.tool("neuron-monitor", f"""[ -s "$2" ] || exit 1
echo 'not json'
echo '{{"neuron_runtime_data":null}}'
while :; do echo '{says}'; sleep 0.05; done
""")
        monitor = worker.NeuronMonitor()
        self.addCleanup(monitor.process.stdout.close)
        self.addCleanup(monitor.process.wait)
        self.addCleanup(monitor.process.kill)
        self.assertTrue(self.within(10, monitor.telemetry))
        self.assertEqual(monitor.telemetry(), {"util_pct": 85, "mem_used_bytes": 12519138304, "power_w": None,
                                               "throttle": []})
        self.assertIsNone(monitor.energy_j())  # Trainium tells no watts

    def test_without_the_tool_nothing_is_read(self):
        self.assertIsNone(worker.neuron_monitor(0))
        self.tool("neuron-monitor", "exit 1\n")
        monitor = worker.neuron_monitor(0)
        monitor.process.wait()
        monitor.process.stdout.close()
        self.assertIsNone(monitor.telemetry())
        self.assertIsNone(worker.neuron_monitor(1))  # the first rank of a host asks for all


class Failures(unittest.TestCase):
    def test_each_failure_has_its_code_and_what_mends_it(self):
        for text, code, mend in (
                ("CUDA out of memory. Tried to allocate 2.00 GiB", "out_of_memory", "smaller batch"),
                ("CUDA error: all CUDA-capable devices are busy or unavailable", "device_busy", "nvidia-smi"),
                ("nrt_allocate_neuron_cores: Available:0 (cores busy, ret=-16)", "device_busy", "neuron-ls"),
                ("[Errno 28] No space left on device: '/tmp/neff'", "disk_full", "(now /var/cache/x)"),
                ("Found no NVIDIA driver on your system.", "driver_missing", "driver"),
                ("The NVIDIA driver on your system is too old (found version 11040)", "driver_missing", "driver"),
                ("something else", "exception", "")):
            found = worker.what_failed(RuntimeError(text), "/var/cache/x")
            self.assertEqual(found[0], code, text)
            self.assertIn(mend, found[1])
        self.assertEqual(worker.what_failed(MemoryError())[0], "out_of_memory")

    def test_the_batch_that_fits_is_tried(self):
        tried = []

        def attempt(batch):
            tried.append(batch)
            if batch > 5:
                raise RuntimeError("CUDA out of memory")
        self.assertEqual(worker.batch_that_fits(attempt, 33), 4)
        self.assertEqual(tried, [16, 8, 4])

        def never(batch):
            raise MemoryError
        self.assertEqual(worker.batch_that_fits(never, 8), 0)

        def odd(batch):
            raise ValueError("of another kind")
        self.assertIsNone(worker.batch_that_fits(odd, 8))

    def test_why_there_is_no_device_is_told_apart(self):
        def torch(cuda, reason=""):
            def init():
                raise RuntimeError(reason)
            return types.SimpleNamespace(
                __version__="2.14.0", version=types.SimpleNamespace(cuda=cuda, hip=None),
                cuda=types.SimpleNamespace(is_available=lambda: False, init=init if reason else lambda: None))
        for module, code in ((torch(None), "torch_without_cuda"),
                             (torch("13.0", "Found no NVIDIA driver on your system. Please check"), "driver_missing"),
                             (torch("13.0"), "device_missing")):
            with self.assertRaises(worker.Refused) as refused:
                worker.Cuda(module)
            self.assertEqual(refused.exception.code, code)
            self.assertTrue(refused.exception.mend)


def has_torch():
    return subprocess.run([sys.executable, "-c", "import torch"], stderr=subprocess.DEVNULL, check=False).returncode == 0


@unittest.skipUnless(has_torch(), "no PyTorch here")
class FailuresOfTheRealWorker(Folder):
    """The worker's own text with a step that fails as a framework does."""

    def records_of(self, line, batch=8):
        import json
        step = "        x, y = ready[step]\n"
        text = WORKER.read_text()
        self.assertEqual(text.count(step), 1)
        script = self.folder / "train_step.py"
        script.write_text(text.replace(step, "        " + line + "\n" + step))
        spec = {"preset": "tiny", "threads": 1, "batch": batch, "plan": {"ceiling_s": 0}}
        done = subprocess.run([sys.executable, str(script), "--device", "cpu", "--spec", json.dumps(spec)],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, timeout=300,
                              check=False)
        self.assertEqual(done.returncode, 1)
        records = [json.loads(one) for one in done.stdout.decode().splitlines()]
        self.assertEqual(records[-1]["status"], "failed")
        return [one for one in records if one["t"] == "error"]

    def test_out_of_memory_names_the_batch_that_fits(self):
        errors = self.records_of("if batch > 2: raise RuntimeError('CUDA out of memory. Tried to allocate 2.00 GiB')")
        self.assertEqual(len(errors), 1)
        self.assertEqual(errors[0]["code"], "out_of_memory")
        self.assertEqual(errors[0]["mend"], "A batch of 2 fits: a step of it ran.")

    def test_nothing_that_fits_is_told_too(self):
        errors = self.records_of("raise MemoryError", batch=2)
        self.assertEqual(errors[0]["mend"], "Not even one sequence fits: take a smaller model.")

    def test_a_full_disk_names_the_cache(self):
        errors = self.records_of("raise OSError(28, 'No space left on device', '/cache/graph')")
        self.assertEqual(errors[0]["code"], "disk_full")
        self.assertIn("(now /", errors[0]["mend"])


if __name__ == "__main__":
    unittest.main()
