#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fullscope's training benchmark as PyTorch runs it: forward, backward and AdamW of one transformer language model.

    python3 train_step.py --spec '{"preset":"gpt"}' [--device auto|cpu|cuda|neuron|xla] > result.jsonl

One file, no dependency but PyTorch (1.13 or later) and what the device brings. Speaks protocol v1 (docs/benchmark.md):
JSON lines on a descriptor of its own, never mixed with what frameworks print. Weights and tokens are those of the
native engine bit for bit (core/bench/data.h); the specification's hash stands in every result.
"""
import argparse
import ctypes
import hashlib
import json
import math
import os
import platform
import signal
import socket
import statistics
import struct
import subprocess
import sys
import threading
import time

VERSION = "1"
SYS = "/sys"  # of the kernel
HEARTBEAT_S = 3.0
SETTLED, SETTLED_WITHIN = 5, 0.05  # of the warm-up: core/bench/statistics.h
STUDENT_975 = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262, 10: 2.228,
               12: 2.179, 15: 2.131, 20: 2.086, 30: 2.042}
# Names of the environment that change how fast a step is; their values stand in the record.
ENVIRONMENT = ("MALLOC_", "GLIBC_TUNABLES", "ATEN_CPU_CAPABILITY", "OMP_", "KMP_", "MKL_", "OPENBLAS_", "DNNL_", "CUDA_",
               "NCCL_", "HIP_", "ROCR_", "PYTORCH_", "TORCH", "XLA_", "NEURON_", "PJRT_", "NVIDIA_TF32_OVERRIDE")
SECRET = ("TOKEN", "SECRET", "PASSWORD", "KEY")
# PyTorch frees and maps its large tensors at every step; on a virtual machine the page faults alone take longer than
# the arithmetic. With glibc told to keep its memory the host is measured, not its allocator.
TUNED = {"MALLOC_MMAP_THRESHOLD_": "8589934592", "MALLOC_TRIM_THRESHOLD_": "17179869184",
         "MALLOC_TOP_PAD_": "67108864", "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1", "OMP_WAIT_POLICY": "passive"}


class Refused(Exception):
    """What was asked for cannot be measured here: said, never guessed around."""

    def __init__(self, code, message, mend=""):
        super().__init__(message)
        self.code, self.mend = code, mend


# --- the model, its data and their rules (core/bench/model_spec.h, data.h) -----------------------------------------

GPT = {"vocabulary": 32000, "width": 512, "heads": 8, "layers": 4, "feed_forward": 2048, "sequence": 512,
       "attention": "causal", "norm": "pre", "activation": "gelu_tanh", "data": "markov"}
PRESETS = {
    "gpt": ({}, 8),
    "tutorial": ({"attention": "full", "norm": "post", "activation": "relu"}, 8),
    "gpt-124m": ({"vocabulary": 50257, "width": 768, "heads": 12, "layers": 12, "feed_forward": 3072,
                  "sequence": 1024}, 8),
    "tiny": ({"vocabulary": 256, "width": 64, "heads": 4, "layers": 2, "feed_forward": 256, "sequence": 64}, 4),
}
OPTIMISER = {"name": "adamw", "learning_rate": 1e-4, "beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8,
             "weight_decay": 0.01}
PLAN = {"warmup_min": 5, "warmup_max": 50, "warmup_max_s": 60.0, "windows": 5, "steps_per_window": 20, "pause_s": 0.0,
        "half_width": 0.0, "max_steps": 0, "max_s": 0.0, "price_usd_h": 0.0, "max_usd": 0.0, "ceiling_s": 0.5}
CHOICES = {"attention": ("causal", "full"), "norm": ("pre", "post"), "activation": ("gelu_tanh", "relu"),
           "data": ("fixed-batch", "markov", "uniform")}
MASK = 0xFFFFFFFF
WEIGHTS, TOKENS, CHAIN = 1, 2, 3


def merged(defaults, given, path):
    if not isinstance(given, dict):
        raise Refused("bad_spec", f"{path}: a JSON object is expected, found {given!r}")
    for key, value in given.items():
        if key not in defaults:
            raise Refused("bad_spec", f"{path}.{key}: this name is not known", "Known: " + ", ".join(defaults))
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if isinstance(defaults[key], str) != isinstance(value, str) or (not isinstance(value, str) and (
                not is_number or value < 0 or (isinstance(defaults[key], int) and value != int(value)))):
            raise Refused("bad_spec", f"{path}.{key}: {value!r} is not allowed here")
    return {**defaults, **given}


def read_spec(text):
    try:
        given = json.loads(text)
    except ValueError as error:
        raise Refused("bad_spec", f"--spec is no JSON: {error}") from error
    known = {"preset": "gpt", "model": {}, "batch": 0, "precision": "fp32", "optimiser": {}, "seed": 1, "threads": 0,
             "plan": {}}
    parts = {key: given.pop(key) for key in ("model", "optimiser", "plan") if isinstance(given, dict) and key in given}
    spec = merged(known, given, "spec")
    if spec["preset"] not in (*PRESETS, "custom"):
        raise Refused("bad_spec", f"preset: {spec['preset']!r} is not known", "Known: " + ", ".join(PRESETS))
    changes, batch = PRESETS.get(spec["preset"], ({}, 8))
    spec["model"] = merged({**GPT, **changes}, parts.get("model", {}), "model")
    spec["optimiser"] = merged(OPTIMISER, parts.get("optimiser", {}), "optimiser")
    spec["plan"] = merged(PLAN, parts.get("plan", {}), "plan")
    spec["batch"] = spec["batch"] or batch
    for key, choices in CHOICES.items():
        if spec["model"][key] not in choices:
            raise Refused("bad_spec", f"model.{key}: {spec['model'][key]!r} is not known", "Known: " + ", ".join(choices))
    if spec["precision"] not in ("fp32", "bf16"):
        raise Refused("bad_spec", f"precision: {spec['precision']!r} is not known", "Known: fp32, bf16")
    if spec["model"]["width"] % spec["model"]["heads"]:
        raise Refused("bad_spec", "model.width is no multiple of model.heads")
    return spec


def spec_hash(model):
    values = {"format": "tinylm-1", **{key: model[key] for key in list(GPT)[:6]}, "attention": model["attention"],
              "norm": model["norm"], "activation": model["activation"], "positions": "learned", "head": "untied",
              "init": "uniform-0.02-1", "data": model["data"] + "-1"}
    return hashlib.sha256(json.dumps(values, separators=(",", ":")).encode()).hexdigest()


def step_flops(model, batch):
    """Of the matrix products really in the model, forward and backward; the embedding is a gather."""
    d, t, layers = model["width"], model["sequence"], model["layers"]
    linear = 6 * (layers * (4 * d * d + 2 * d * model["feed_forward"]) + d * model["vocabulary"]) * t * batch
    pairs = t * t if model["attention"] == "full" else t * (t + 1) // 2
    return linear + 12 * d * layers * batch * pairs


def loss_floor(model):
    if model["attention"] == "full" or model["data"] == "fixed-batch":
        return None
    return math.log(32 if model["data"] == "markov" else model["vocabulary"])


def philox(counter, key):
    c, k = list(counter), list(key)
    for _ in range(10):
        p0, p1 = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(p1 >> 32) ^ c[1] ^ k[0], p1 & MASK, (p0 >> 32) ^ c[3] ^ k[1], p0 & MASK]
        k = [(k[0] + 0x9E3779B9) & MASK, (k[1] + 0xBB67AE85) & MASK]
    return c


def random_word(seed, domain, stream, index):
    block = index // 4
    return philox([block & MASK, block >> 32, stream, domain], [seed & MASK, seed >> 32])[index % 4]


def random_words(torch, seed, domain, stream, first, count):
    """Words first … first+count-1 as int64: the same, many at once. Products wrap as two's complement does."""
    low, high = first // 4, (first + count + 3) // 4
    blocks = torch.arange(low, high, dtype=torch.int64)
    c = [blocks & MASK, blocks >> 32, torch.full_like(blocks, stream), torch.full_like(blocks, domain)]
    k = [seed & MASK, seed >> 32]
    for _ in range(10):
        p0, p1 = c[0] * 0xD2511F53, c[2] * 0xCD9E8D57
        c = [((p1 >> 32) & MASK) ^ c[1] ^ k[0], p1 & MASK, ((p0 >> 32) & MASK) ^ c[3] ^ k[1], p0 & MASK]
        k = [(k[0] + 0x9E3779B9) & MASK, (k[1] + 0xBB67AE85) & MASK]
    return torch.stack(c, 1).reshape(-1)[first - 4 * low:][:count]


def weight_values(torch, seed, stream, first, count, deviation):
    reach = struct.unpack("f", struct.pack("f", deviation * math.sqrt(3)))[0]
    words = random_words(torch, seed, WEIGHTS, stream, first, count)
    return ((words >> 8) - 2**23).to(torch.float32) * 2.0**-23 * torch.tensor(reach, dtype=torch.float32)


class Tokens:
    def __init__(self, torch, model, batch, seed):
        self.torch, self.model, self.batch, self.seed = torch, model, batch, seed
        v = model["vocabulary"]
        classes = min(64, v) if model["data"] == "markov" else 0
        self.start = torch.tensor([random_word(seed, CHAIN, 0, 2 * c) * v >> 32 for c in range(classes)])
        self.stride = torch.tensor(
            [1 + (random_word(seed, CHAIN, 0, 2 * c + 1) * ((v - 1) // 31) >> 32) for c in range(classes)])

    def rows(self, step, first=0, count=None):
        """Rows first … first+count-1 of a step's batch, [count, sequence + 1]."""
        torch, v, length = self.torch, self.model["vocabulary"], self.model["sequence"] + 1
        count = self.batch - first if count is None else count
        step = 0 if self.model["data"] == "fixed-batch" else step
        words = random_words(torch, self.seed, TOKENS, 0, (step * self.batch + first) * length, count * length)
        words = words.reshape(count, length)
        if self.model["data"] != "markov":
            return (words * v) >> 32
        columns = [(words[:, 0] * v) >> 32]
        for t in range(1, length):
            c = columns[-1] % len(self.start)
            columns.append((self.start[c] + (words[:, t] >> 27) * self.stride[c]) % v)
        return torch.stack(columns, 1)


def build_model(torch, model):
    nn, F = torch.nn, torch.nn.functional
    d, heads, causal = model["width"], model["heads"], model["attention"] == "causal"
    pre = model["norm"] == "pre"

    def activation(x):
        return F.gelu(x, approximate="tanh") if model["activation"] == "gelu_tanh" else F.relu(x)

    def attend(q, k, v):
        if hasattr(F, "scaled_dot_product_attention"):
            return F.scaled_dot_product_attention(q, k, v, is_causal=causal)
        scores = q @ k.transpose(-2, -1) * (1 / math.sqrt(d // heads))
        if causal:
            t = q.shape[-2]
            mask = torch.ones(t, t, dtype=torch.bool, device=q.device).triu(1)
            scores = scores.masked_fill(mask, float("-inf"))
        return torch.softmax(scores, -1) @ v

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm1 = nn.LayerNorm(d)
            self.qkv = nn.Linear(d, 3 * d)
            self.projection = nn.Linear(d, d)
            self.norm2 = nn.LayerNorm(d)
            self.up = nn.Linear(d, model["feed_forward"])
            self.down = nn.Linear(model["feed_forward"], d)

        def attention(self, x):
            b, t, _ = x.shape
            q, k, v = self.qkv(x).view(b, t, 3, heads, d // heads).permute(2, 0, 3, 1, 4)
            return self.projection(attend(q, k, v).transpose(1, 2).reshape(b, t, d))

        def forward(self, x):
            if pre:
                x = x + self.attention(self.norm1(x))
                return x + self.down(activation(self.up(self.norm2(x))))
            x = self.norm1(x + self.attention(x))
            return self.norm2(x + self.down(activation(self.up(x))))

    class LanguageModel(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = nn.Embedding(model["vocabulary"], d)
            self.positions = nn.Embedding(model["sequence"], d)
            self.layers = nn.ModuleList(Block() for _ in range(model["layers"]))
            if pre:
                self.norm = nn.LayerNorm(d)
            self.head = nn.Linear(d, model["vocabulary"], bias=False)

        def forward(self, tokens, targets):
            x = self.embedding(tokens) + self.positions.weight
            for layer in self.layers:
                x = layer(x)
            x = self.norm(x) if pre else x
            return F.cross_entropy(self.head(x).float().flatten(0, 1), targets.flatten())

    return LanguageModel()


def fill_weights(torch, module, model, seed):
    """Norms are ones and zeros, biases zeros as they are made; a tensor's place in the list is its stream."""
    residual = 0.02 / math.sqrt(2.0 * model["layers"])
    with torch.no_grad():
        for stream, (name, tensor) in enumerate(module.named_parameters()):
            if name.endswith("bias"):
                tensor.zero_()
            elif "norm" in name:
                tensor.fill_(1)
            else:
                deviation = residual if ".projection." in name or ".down." in name else 0.02
                flat = tensor.view(-1)
                for first in range(0, flat.numel(), 1 << 20):
                    count = min(1 << 20, flat.numel() - first)
                    flat[first:first + count] = weight_values(torch, seed, stream, first, count, deviation)


# --- protocol -----------------------------------------------------------------------------------------------------

class Records:
    """JSON lines v1: one write each, at most 64 KiB; silent on all ranks but the first."""

    def __init__(self, descriptor, path=None, rank=0, clock=time.monotonic_ns):
        self.files = [descriptor] if descriptor >= 0 and rank == 0 else []
        if path and rank == 0:
            self.files.append(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644))
        self.rank, self.clock, self.seq, self.lock = rank, clock, 0, threading.Lock()

    def say(self, record_kind, **fields):
        with self.lock:
            record = {"v": 1, "t": record_kind, "seq": self.seq, "mono_ns": self.clock(), "rank": self.rank, **fields}
            line = (json.dumps(record, allow_nan=False, ensure_ascii=False, separators=(",", ":")) + "\n").encode()
            if len(line) > 65536:
                record = {**record, **{k: v[:2000] for k, v in fields.items() if isinstance(v, str)}}
                line = (json.dumps(record, allow_nan=False, separators=(",", ":")) + "\n").encode()
            self.seq += 1
            for file in list(self.files):
                try:
                    os.write(file, line)
                except OSError:
                    self.files.remove(file)  # nobody reads it, or the disk is full: the other one goes on
                    if not self.files:
                        os._exit(1)

    def beat(self):
        def run():
            while True:
                time.sleep(HEARTBEAT_S)
                self.say("heartbeat")
        threading.Thread(target=run, daemon=True).start()


def finite(value):
    return value if value is not None and math.isfinite(value) else None


# --- devices: what each is asked, in its own words ------------------------------------------------------------------

def first_of(root, *paths):
    """The first of some dotted names that exists: (name, function); (None, None) where none does."""
    for path in paths:
        found = root
        for name in path.split("."):
            found = getattr(found, name, None)
        if found is not None:
            return path, found
    return None, None


def dynamo_counters():
    utils = sys.modules.get("torch._dynamo.utils")
    return getattr(utils, "counters", None)


def number_in(path):
    """A whole number that is all of a file of the kernel; None where it cannot be read."""
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return int(file.read())
    except (OSError, ValueError):
        return None


def tool(words):
    """A program that talks on while we live, and no longer."""
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                            preexec_fn=lambda: die_with_parent(signal.SIGKILL))


class Rapl:
    """Energy of the processor packages as the kernel counts it, in microjoules; most systems show it to root alone."""

    def __init__(self, root=SYS):
        folder = os.path.join(root, "class/powercap")
        names = [name for name in (os.listdir(folder) if os.path.isdir(folder) else ()) if name.count(":") == 1]
        self.zones = [os.path.join(folder, name) for name in sorted(names)]
        self.most = {zone: number_in(zone + "/max_energy_range_uj") for zone in self.zones}
        self.last, self.total = {}, 0

    def energy_j(self):
        """Of all packages since the first reading; None where one cannot be read."""
        for zone in self.zones:
            now = number_in(zone + "/energy_uj")
            if now is None:
                return None
            gone = now - self.last.get(zone, now)
            if gone < 0:  # the counter went round
                if self.most[zone] is None:
                    return None
                gone += self.most[zone]
            self.last[zone], self.total = now, self.total + gone
        return self.total / 1e6 if self.zones else None


class Cpu:
    kind, backend = "cpu", "gloo"

    def __init__(self, torch, local_rank=0):
        self.torch, self.device, self.used = torch, torch.device("cpu"), {"synchronize": "none: the host computes"}
        self.counter = Rapl() if local_rank == 0 else None  # packages belong to all ranks of a host: counted once

    def describe(self):
        name = platform.processor()
        try:
            with open("/proc/cpuinfo", encoding="utf-8") as file:
                name = next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), name)
        except OSError:
            pass
        info = self.torch.__config__.show() if hasattr(self.torch, "__config__") else ""
        isa = next((line.split(":")[1].strip() for line in info.splitlines() if "CPU capability" in line), "")
        return {"name": name, "threads": self.torch.get_num_threads(), "isa": isa, "count": os.cpu_count(),
                "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")}

    def sync(self):
        pass

    def end_of_step(self):
        pass  # lazy devices cut their graph here

    def event(self):
        return None

    def optimiser_step(self, optimiser):
        optimiser.step()

    def compiles(self):
        counters = dynamo_counters()
        return int(counters["stats"]["unique_graphs"]) if counters else 0

    def reported_compile_s(self):
        return None

    def fallbacks(self):
        return {}

    def reset_memory(self):
        pass

    def memory_peak(self):
        import resource
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

    def autocast(self):
        return self.torch.autocast(self.device.type, dtype=self.torch.bfloat16)

    def energy_j(self):
        counter = getattr(self, "counter", None)
        return counter.energy_j() if counter else None

    def telemetry(self):
        counter = getattr(self, "counter", None)
        return counter.telemetry() if hasattr(counter, "telemetry") else None

    def compile_backend(self):
        return "inductor"

    def cache_path(self):
        return os.environ.get("TORCHINDUCTOR_CACHE_DIR") or "/tmp"

    def checks(self):
        return []


class Nvml:
    """Counters of one NVIDIA device through the driver's own library; None where it does not count."""
    REASONS = {0x4: "sw_power_cap", 0x8: "hw_slowdown", 0x20: "sw_thermal_slowdown", 0x40: "hw_thermal_slowdown",
               0x80: "hw_power_brake_slowdown"}

    def __init__(self, uuid, library=None):
        self.library = library or ctypes.CDLL("libnvidia-ml.so.1")
        if self.library.nvmlInit_v2():
            raise OSError("nvmlInit_v2 failed")
        self.handle, count = ctypes.c_void_p(), ctypes.c_uint()
        if uuid:
            failed = self.library.nvmlDeviceGetHandleByUUID(uuid.encode(), ctypes.byref(self.handle))
        else:  # older frameworks do not tell it: certain only where there is one device
            failed = (self.library.nvmlDeviceGetCount_v2(ctypes.byref(count)) or count.value != 1
                      or self.library.nvmlDeviceGetHandleByIndex_v2(0, ctypes.byref(self.handle)))
        if failed:
            raise OSError("no device " + uuid)

    def read(self, name, *arguments, of=ctypes.c_uint):
        value, function = of(), getattr(self.library, name, None)
        if function is None or function(self.handle, *arguments, ctypes.byref(value)):
            return None
        return value.value

    def energy_j(self):
        millijoules = self.read("nvmlDeviceGetTotalEnergyConsumption", of=ctypes.c_ulonglong)
        return None if millijoules is None else millijoules / 1000

    def telemetry(self):
        reasons = self.read("nvmlDeviceGetCurrentClocksThrottleReasons", of=ctypes.c_ulonglong)
        power = self.read("nvmlDeviceGetPowerUsage")
        return {"power_w": None if power is None else power / 1000, "temp_c": self.read("nvmlDeviceGetTemperature", 0),
                "clock_mhz": self.read("nvmlDeviceGetClockInfo", 1),
                "throttle": [name for bit, name in self.REASONS.items() if reasons and reasons & bit]}

    def limits(self):
        now, usual = (self.read(name) for name in ("nvmlDeviceGetEnforcedPowerLimit",
                                                   "nvmlDeviceGetPowerManagementDefaultLimit"))
        return {"power_limit_w": None if now is None else now / 1000,
                "power_limit_default_w": None if usual is None else usual / 1000}


class Smi:
    """The same by nvidia-smi, where the driver's library cannot be loaded: a container may have the one alone. One
    unknown name fails the whole query: drivers before 535 know the older ones."""
    NAMES = ("power.draw", "temperature.gpu", "clocks.current.sm", "utilization.gpu", "memory.used")
    REASONS = ("hw_slowdown", "hw_thermal_slowdown", "sw_thermal_slowdown", "hw_power_brake_slowdown", "sw_power_cap")

    def __init__(self, uuid):
        self.uuid, self.last = uuid, None
        for prefix in ("clocks_event_reasons.", "clocks_throttle_reasons.", None):
            self.names = [*self.NAMES, *(prefix + name for name in self.REASONS if prefix)]
            if self.ask(self.names) is not None:
                break
        else:
            raise OSError("nvidia-smi cannot be asked")
        # It goes on by itself: a program started within a window would be measured too.
        self.process = tool(self.words(self.names) + ["--loop-ms=500"])
        threading.Thread(target=self.listen, daemon=True).start()

    def words(self, names):
        return ["nvidia-smi", "--query-gpu=" + ",".join(names), "--format=csv,noheader,nounits",
                *(["-i", self.uuid] if self.uuid else [])]

    def ask(self, names):
        """The cells of the device; None: it did not answer for one device alone."""
        try:
            done = subprocess.run(self.words(names), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                  stdin=subprocess.DEVNULL, timeout=10, check=True)
        except (OSError, subprocess.SubprocessError):
            return None
        lines = done.stdout.splitlines()
        return self.cells(names, lines[0]) if len(lines) == 1 else None

    @staticmethod
    def cells(names, line):
        cells = [cell.strip() for cell in line.decode(errors="replace").split(",")]
        return dict(zip(names, cells)) if len(cells) == len(names) else None

    def listen(self):
        for line in self.process.stdout:
            self.last = self.cells(self.names, line)

    def energy_j(self):
        return None

    def telemetry(self):
        cells = self.last
        if cells is None:
            return None

        def amount(name, by=1):
            try:
                return float(cells[name]) * by  # `[N/A]`, `[Not Supported]`: not counted
            except ValueError:
                return None
        return {"power_w": amount("power.draw"), "temp_c": amount("temperature.gpu"),
                "clock_mhz": amount("clocks.current.sm"), "util_pct": amount("utilization.gpu"),
                "mem_used_bytes": amount("memory.used", 1 << 20),
                "throttle": [name.split(".")[1] for name, cell in cells.items() if "_reasons." in name and cell == "Active"]}

    def limits(self):
        cells = self.ask(["enforced.power.limit", "power.default_limit"]) or {}
        out = {}
        for name, cell in zip(("power_limit_w", "power_limit_default_w"), cells.values()):
            try:
                out[name] = float(cell)
            except ValueError:
                out[name] = None
        return out


class AmdGpu:
    """Counters of one AMD device by the kernel's own files (Documentation/gpu/amdgpu, hwmon): no tool of ROCm needed."""

    def __init__(self, bus=None, root=SYS):
        folder = os.path.join(root, "class/drm")
        cards = [os.path.join(folder, name, "device") for name in sorted(os.listdir(folder)) if name[4:].isdigit()
                 and name.startswith("card")] if os.path.isdir(folder) else []
        cards = [card for card in cards if self.text(card + "/vendor") == "0x1002"]
        if bus:
            cards = [card for card in cards if os.path.basename(os.path.realpath(card)) == bus]
        if len(cards) != 1:
            raise OSError("no single AMD device")
        self.card = cards[0]
        sensors = os.path.join(self.card, "hwmon")
        names = sorted(os.listdir(sensors)) if os.path.isdir(sensors) else []
        self.sensors = os.path.join(sensors, names[0]) if names else ""

    @staticmethod
    def text(path):
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                return file.read().strip()
        except OSError:
            return ""

    def read(self, by, *names):
        for name in names:
            value = number_in(os.path.join(self.sensors, name)) if self.sensors else None
            if value is not None:
                return value / by
        return None

    def energy_j(self):
        return None

    def telemetry(self):
        return {"power_w": self.read(1e6, "power1_average", "power1_input"), "temp_c": self.read(1e3, "temp1_input"),
                "clock_mhz": self.read(1e6, "freq1_input"), "util_pct": number_in(self.card + "/gpu_busy_percent"),
                "mem_used_bytes": number_in(self.card + "/mem_info_vram_used"), "throttle": []}

    def limits(self):
        return {"power_limit_w": self.read(1e6, "power1_cap"),
                "power_limit_default_w": self.read(1e6, "power1_cap_default")}


def device_counter(kind, properties):
    """What counts energy, power and clocks of a device; None: nothing here does, and the summary says so."""
    uuid = str(getattr(properties, "uuid", None) or "")
    if kind == "hip":
        place = [getattr(properties, "pci_" + part + "_id", None) for part in ("domain", "bus", "device")]
        tries = [lambda: AmdGpu(None if None in place else "{:04x}:{:02x}:{:02x}.0".format(*place))]
    else:
        name = "GPU-" + uuid if uuid else ""
        tries = [lambda: Nvml(name), lambda: Smi(name)]
    for one in tries:
        try:
            return one()
        except (OSError, AttributeError):
            pass
    return None


def why_no_device(torch):
    """PyTorch built for the CPU, no driver, or a driver without a device: each is mended in another way."""
    version = getattr(torch, "version", None)
    if not (getattr(version, "cuda", None) or getattr(version, "hip", None)):
        return Refused("torch_without_cuda", f"this PyTorch ({torch.__version__}) was built for the CPU alone",
                       "Install a build for CUDA or ROCm (pytorch.org/get-started/locally), or name another Python.")
    reason = ""
    try:
        torch.cuda.init()
    except Exception as error:  # it says why
        reason = (str(error).splitlines() or [""])[0]
    code, mend = what_failed(RuntimeError(reason))
    return Refused(code if reason and code != "exception" else "device_missing",
                   "PyTorch sees no CUDA or ROCm device here" + (": " + reason if reason else ""),
                   mend or "Check nvidia-smi or rocm-smi, and whether the container was given the device.")


class Cuda(Cpu):
    backend = "nccl"

    def __init__(self, torch, local_rank=0):
        if not torch.cuda.is_available():
            raise why_no_device(torch)
        self.torch = torch
        self.kind = "hip" if getattr(torch.version, "hip", None) else "cuda"
        self.device = torch.device("cuda", local_rank)
        torch.cuda.set_device(self.device)
        self.properties = torch.cuda.get_device_properties(self.device)
        self.used = {"synchronize": "torch.cuda.synchronize", "events": "torch.cuda.Event"}
        self.counter = device_counter(self.kind, self.properties)

    def describe(self):
        p = self.properties
        return {"name": p.name, "uuid": str(getattr(p, "uuid", "")), "memory_bytes": p.total_memory,
                "index": self.device.index, "count": self.torch.cuda.device_count(),
                "compute_capability": f"{p.major}.{p.minor}",
                "runtime": str(getattr(self.torch.version, "hip", None) or self.torch.version.cuda),
                **(self.counter.limits() if self.counter else {})}

    def sync(self):
        self.torch.cuda.synchronize(self.device)

    def event(self):
        return self.torch.cuda.Event(enable_timing=True)

    def reset_memory(self):
        self.torch.cuda.reset_peak_memory_stats(self.device)

    def memory_peak(self):
        return self.torch.cuda.memory_stats(self.device).get("active_bytes.all.peak")

    def checks(self):
        wanted = f"sm_{self.properties.major}{self.properties.minor}"
        known = self.torch.cuda.get_arch_list() if hasattr(self.torch.cuda, "get_arch_list") else []
        ok = None if self.kind == "hip" or not known else any(
            arch == wanted or arch.startswith(f"compute_{self.properties.major}") for arch in known)
        return [{"id": "torch_knows_device", "ok": ok, "severity": "error", "measured": ", ".join(known),
                 "wanted": wanted, "mend": "Install a PyTorch that was built for this device."}]


class NeuronMonitor:
    """What neuron-monitor says of our cores, once a second: how busy they are and what memory they hold. It tells no
    watts. The last sentence is kept; no sentence, no reading."""
    CONFIG = {"period": "1s", "neuron_runtimes": [{"tag_filter": ".*", "metrics": [
        {"type": "neuroncore_counters"}, {"type": "memory_used"}]}], "system_metrics": []}

    def __init__(self, pid=None):
        import tempfile
        self.pid, self.last = pid or os.getpid(), None
        with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as config:
            json.dump(self.CONFIG, config)
        self.process = tool(["neuron-monitor", "-c", config.name])
        threading.Thread(target=self.listen, args=(config.name,), daemon=True).start()

    def listen(self, config):
        for line in self.process.stdout:
            try:
                self.take(json.loads(line))
            except (ValueError, AttributeError, TypeError):
                pass  # a sentence that is not understood is none
        try:
            os.remove(config)
        except OSError:
            pass

    def take(self, said):
        for one in said.get("neuron_runtime_data") or []:
            if one.get("pid") != self.pid or one.get("error"):
                continue
            report = one.get("report") or {}
            cores = (report.get("neuroncore_counters") or {}).get("neuroncores_in_use") or {}
            busy = [core["neuroncore_utilization"] for core in cores.values() if "neuroncore_utilization" in core]
            used = ((report.get("memory_used") or {}).get("neuron_runtime_used_bytes") or {}).get("neuron_device")
            self.last = {"util_pct": sum(busy) / len(busy) if busy else None, "mem_used_bytes": used, "power_w": None,
                         "throttle": []}

    def energy_j(self):
        return None

    def telemetry(self):
        return self.last


def neuron_monitor(local_rank):
    try:
        return NeuronMonitor() if local_rank == 0 else None
    except OSError:
        return None


class Neuron(Cpu):
    """TorchNeuron: the native `neuron` device of Trn2 and Trn3."""
    kind, backend = "neuron", "neuron"

    def __init__(self, torch, local_rank=0):
        self.torch = torch
        self.device = torch.device("neuron")  # bare: rank 1 owns only its own index
        self.extension = sys.modules.get("torch_neuronx")
        if self.extension is None:
            try:
                import torch_neuronx as extension
                self.extension = extension
            except ImportError:
                pass
        name, self.synchronize = first_of(torch, "neuron.synchronize")
        if self.synchronize is None and self.extension is not None:
            name, self.synchronize = first_of(self.extension, "synchronize")
            name = name and "torch_neuronx." + name
        else:
            name = name and "torch." + name
        if self.synchronize is None:
            raise Refused("interface_unknown", "no way to wait for the neuron device is known in this PyTorch",
                          "Wanted: torch.neuron.synchronize or torch_neuronx.synchronize (Neuron 2.33 or later).")
        resolved = torch.empty(1, device=self.device).device.type
        if resolved != "neuron":
            raise Refused("wrong_device", f"neuron was asked for, and {resolved} answered")
        # torch_neuronx.Event.elapsed_time returns some 30 µs whatever the work was: never used.
        self.used = {"synchronize": name}
        self.counter = neuron_monitor(local_rank)

    def describe(self):
        count = first_of(self.torch, "neuron.device_count")[1]
        return {"name": "AWS Trainium", "count": count() if count else 1,
                "driver": str(getattr(self.extension, "__version__", "")),
                "lnc": os.environ.get("NEURON_LOGICAL_NC_CONFIG", "")}

    def sync(self):
        self.synchronize()

    def compiles(self):
        counters = dynamo_counters()
        if not counters:
            return 0
        return int(counters["neuron"]["compiled_graphs"] or counters["stats"]["unique_graphs"])

    def reported_compile_s(self):
        metrics = first_of(self.extension, "get_dynamo_metrics")[1]
        if metrics is None:
            return None
        return sum(graph.get(f"torch_neuronx_{part}_us", 0) for graph in metrics()
                   for part in ("fx_passes", "lower", "compile")) / 1e6

    def memory_peak(self):
        stats = first_of(self.extension, "memory_stats")[1]
        return stats().get("active_bytes.all.peak") if stats else None

    def compile_backend(self):
        return "neuron"

    def cache_path(self):
        return os.environ.get("TORCH_NEURONX_NEFF_CACHE_DIR") or "/tmp/neff_cache"

    def checks(self):
        return neuron_checks(self.torch, self.extension, native=True)


class Xla(Cpu):
    """PyTorch/XLA on Neuron 2.31 and earlier: Trn1."""
    kind, backend = "xla", "xla"

    def __init__(self, torch, local_rank=0):
        os.environ.setdefault("PJRT_DEVICE", "NEURON")  # left open it times the host CPU and does not say so
        try:
            import torch_xla
            import torch_xla.core.xla_model as xm
            import torch_xla.debug.metrics as metrics
        except ImportError as error:
            raise Refused("device_missing", f"PyTorch/XLA cannot be used: {error}",
                          "Install torch-xla and torch-neuronx of one Neuron release (2.31 or earlier).") from error
        self.torch, self.xm, self.metrics = torch, xm, metrics
        name, make = first_of(torch_xla, "device")
        self.device = make() if make else xm.xla_device()
        hardware = str(xm.xla_device_hw(self.device)).upper() if hasattr(xm, "xla_device_hw") else ""
        if hardware != "NEURON":
            raise Refused("wrong_device", f"NEURON was asked for, and XLA resolved to {hardware or 'nothing known'}",
                          "Set PJRT_DEVICE=NEURON, and have the environment's bin folder in PATH (libneuronpjrt-path).")
        cut, self.cut = first_of(torch_xla, "sync")
        if self.cut is None:
            cut, self.cut = first_of(xm, "mark_step")
        if self.cut is None or not hasattr(xm, "wait_device_ops"):
            raise Refused("interface_unknown", "no way to wait for the XLA device is known in this torch_xla",
                          "Wanted: torch_xla.sync or xm.mark_step, and xm.wait_device_ops.")
        self.used = {"synchronize": f"{cut}, xm.wait_device_ops", "device": name or "xm.xla_device"}
        self.counter = neuron_monitor(local_rank)

    def describe(self):
        return {"name": "AWS Trainium (XLA)", "count": 1, "runtime": "PJRT " + os.environ.get("PJRT_DEVICE", "")}

    def end_of_step(self):
        self.cut()  # what is not cut off is not run: a result dropped before is dead code

    def sync(self):
        self.cut()
        self.xm.wait_device_ops()

    def optimiser_step(self, optimiser):
        self.xm.optimizer_step(optimiser)  # all-reduce, then the step

    def compiles(self):
        data = self.metrics.metric_data("CompileTime")
        return int(data[0]) if data else 0

    def reported_compile_s(self):
        data = self.metrics.metric_data("CompileTime")
        return data[1] / 1e9 if data else None

    def fallbacks(self):
        return {name: self.metrics.counter_value(name) for name in self.metrics.counter_names()
                if name.startswith("aten::") and name != "aten::_local_scalar_dense"}  # a read by the host is none

    def memory_peak(self):
        return None

    def compile_backend(self):
        raise Refused("not_together", "--compile does not go with XLA, which compiles every graph by itself")

    def cache_path(self):
        flags = os.environ.get("NEURON_CC_FLAGS", "").split()
        return next((flag.split("=", 1)[1] for flag in flags if flag.startswith("--cache_dir=")),
                    os.environ.get("NEURON_COMPILE_CACHE_URL") or "/var/tmp/neuron-compile-cache")

    def checks(self):
        return neuron_checks(self.torch, sys.modules.get("torch_neuronx"), native=False)


def numbers(version):
    return tuple(int(part) for part in version.split("+")[0].split(".")[:2] if part.isdigit())


def neuron_checks(torch, extension, native):
    """Versions that go together: AWS Neuron release notes of 2.31 and 2.33 (2026)."""
    import shutil
    version, wanted = numbers(torch.__version__), "torch 2.13, 2.14" if native else "torch 2.9 or earlier"
    ok = version in ((2, 13), (2, 14)) if native else version <= (2, 9)
    compiler = shutil.which("neuronx-cc")
    return [{"id": "versions_fit", "ok": ok, "severity": "error", "wanted": wanted,
             "measured": f"torch {torch.__version__}, torch-neuronx {getattr(extension, '__version__', '?')}",
             "mend": "Install the versions of one Neuron release."},
            {"id": "compiler_on_path", "ok": compiler is not None, "severity": "error", "measured": compiler or "",
             "wanted": "neuronx-cc", "mend": "Put the environment's bin folder into PATH; without it a run hangs."}]


ADAPTERS = {"cpu": Cpu, "cuda": Cuda, "hip": Cuda, "neuron": Neuron, "xla": Xla}


def choose_adapter(torch, asked, local_rank):
    if asked != "auto":
        return ADAPTERS[asked](torch, local_rank)
    if os.path.exists("/dev/neuron0"):
        try:
            return Neuron(torch, local_rank)
        except (Refused, RuntimeError):
            return Xla(torch, local_rank)
    return Cuda(torch, local_rank) if torch.cuda.is_available() else Cpu(torch)


# --- measuring ------------------------------------------------------------------------------------------------------

class Stop:
    """Asked to end: by the user (a word on standard input, its end, a signal) or by a limit."""

    def __init__(self):
        self.by = ""

    def ask(self, by="cancel"):
        self.by = self.by or by

    def listen(self):
        def run():
            for line in sys.stdin:
                if '"cancel"' in line:
                    break
            self.ask()
        threading.Thread(target=run, daemon=True).start()


class Alone:
    """One process."""
    size, rank = 1, 0

    def gather(self, values):
        return [values]

    def agree(self, by):
        return by


class Group:
    """Ranks of one training: what one is told, all follow, between windows alone so that none waits in vain."""
    WORDS = ("", "plan", "precision", "steps", "time", "money", "cancel")

    def __init__(self, torch, adapter):
        self.torch, self.adapter = torch, adapter
        self.dist = torch.distributed
        self.size, self.rank = self.dist.get_world_size(), self.dist.get_rank()

    def gather(self, values):
        own = self.torch.tensor([float(value or 0) for value in values], dtype=self.torch.float32,
                                device=self.adapter.device)
        all_of = [self.torch.zeros_like(own) for _ in range(self.size)]
        self.dist.all_gather(all_of, own)
        return [one.tolist() for one in all_of]

    def agree(self, by):
        return self.WORDS[int(max(row[0] for row in self.gather([self.WORDS.index(by)])))]


class Measurement:
    """Phases of one run over `train(i)`, which queues step i and returns its loss, still on the device. `clock` and
    `cpu_clock` count nanoseconds."""

    def __init__(self, records, adapter, train, spec, group=None, stop=None, clock=time.perf_counter_ns,
                 cpu_clock=time.process_time_ns, read_losses=None, prepare=None, ceiling=None, pause=time.sleep):
        self.records, self.adapter, self.train, self.plan = records, adapter, train, spec["plan"]
        self.group, self.stop = group or Alone(), stop or Stop()
        self.clock, self.cpu_clock, self.pause = clock, cpu_clock, pause
        self.read_losses = read_losses or (lambda losses: [float(loss) for loss in losses])
        self.prepare = prepare or (lambda first, count: None)
        self.ceiling = ceiling
        self.tokens = spec["tokens_per_step"]
        self.begun, self.step, self.warm_times, self.compiled, self.reading = clock(), 0, [], [], None
        self.seen = {"compiles": adapter.compiles(), "fallbacks": dict(adapter.fallbacks())}

    def delta(self):
        compiles, fallbacks = self.adapter.compiles(), dict(self.adapter.fallbacks())
        new = {k: v - self.seen["fallbacks"].get(k, 0) for k, v in fallbacks.items()}
        out = compiles - self.seen["compiles"], {k: v for k, v in new.items() if v > 0}
        self.seen = {"compiles": compiles, "fallbacks": fallbacks}
        return out

    def one_step(self):
        """A step waited for: of the warm-up."""
        self.prepare(self.step, 1)
        self.adapter.sync()
        start, cpu = self.clock(), self.cpu_clock()
        loss = self.train(self.step)
        self.adapter.end_of_step()
        self.adapter.sync()
        wall, cpu = self.clock() - start, self.cpu_clock() - cpu
        compiles, fallbacks = self.delta()
        self.records.say("step", i=self.step, window=-1, wall_ns=wall, device_ns=None, cpu_ns=cpu,
                         compiles_delta=compiles, fallbacks_delta=sum(fallbacks.values()))
        self.say_losses(self.step, [loss])
        self.step += 1
        return wall, compiles

    def say_losses(self, first, losses):
        values = self.read_losses(losses)
        if self.group.size > 1:  # of the whole batch, not of the first rank's share
            values = [sum(of_rank) / self.group.size for of_rank in zip(*self.group.gather(values))]
        values = [finite(value) for value in values]
        more = {"nonfinite": True} if None in values else {}
        self.records.say("loss", i=list(range(first, first + len(values))), loss=values, **more)

    def is_settled(self):
        n = len(self.warm_times)
        if n < max(self.plan["warmup_min"], 2 * SETTLED) or any(self.compiled[-SETTLED:]):
            return False
        last, before = self.warm_times[-SETTLED:], self.warm_times[-2 * SETTLED:-SETTLED]
        return abs(statistics.median(last) / statistics.median(before) - 1) < SETTLED_WITHIN

    def first_step(self):
        self.records.say("phase", name="first step", edge="begin")
        wall, compiles = self.one_step()
        self.records.say("compile", graphs=compiles, wall_s=wall / 1e9, reported_s=self.adapter.reported_compile_s(),
                         cache=cache_state(self.adapter, compiles))

    def warm_up(self):
        self.records.say("phase", name="warm-up", edge="begin")
        start = self.clock()
        while not self.agreed(""):
            wall, compiles = self.one_step()
            self.warm_times.append(wall)
            self.compiled.append(compiles)
            long_enough = (len(self.warm_times) >= self.plan["warmup_max"]
                           or (self.clock() - start) / 1e9 > self.plan["warmup_max_s"])
            if self.agreed("plan" if self.is_settled() or long_enough else ""):
                break

    def agreed(self, by):
        """What all ranks do: the worst that any of them was told."""
        return self.group.agree(self.stop.by or by)

    def window(self, w):
        count, losses, host, events = self.plan["steps_per_window"], [], [], []
        self.prepare(self.step, count)
        self.adapter.reset_memory()
        self.adapter.sync()
        energy, cpu, start = self.adapter.energy_j(), self.cpu_clock(), self.clock()
        at = start
        for k in range(count):
            events.append(self.adapter.event())
            if events[-1] is not None:
                events[-1].record()
            losses.append(self.train(self.step + k))
            self.adapter.end_of_step()
            before, at = at, self.clock()
            host.append((at - before, *self.delta()))
            if k == count // 2:  # while the device is at work, not when it has cooled down
                self.reading = self.adapter.telemetry()
            if self.stop.by and self.group.size == 1:
                break
        events.append(self.adapter.event())
        if events[-1] is not None:
            events[-1].record()
        self.adapter.sync()
        wall, cpu = self.clock() - start, self.cpu_clock() - cpu
        energy_end = self.adapter.energy_j()
        self.say_window(w, wall, cpu, None if energy is None or energy_end is None else energy_end - energy, host, events)
        self.say_losses(self.step, losses)
        self.step += len(losses)
        return wall / len(losses)

    def say_window(self, w, wall, cpu, energy, host, events):
        timed = events[0] is not None
        for k, (took, compiles, fallbacks) in enumerate(host):
            device = events[k].elapsed_time(events[k + 1]) * 1e6 if timed else None
            self.records.say("step", i=self.step + k, window=w, wall_ns=took, device_ns=device, cpu_ns=None,
                             compiles_delta=compiles, fallbacks_delta=sum(fallbacks.values()))
        compiles, fallbacks = self.delta()
        for _, count, some in host:
            compiles += count
            for name, times in some.items():
                fallbacks[name] = fallbacks.get(name, 0) + times
        ranks = self.group.gather([wall / 1e9, cpu / 1e9, self.adapter.memory_peak(), compiles, energy])
        wall_ns = max(round(row[0] * 1e9) for row in ranks) if len(ranks) > 1 else wall
        steps = len(host)
        self.records.say(
            "window", w=w, steps=steps, wall_ns=wall_ns, tokens=steps * self.tokens,
            tokens_per_s=steps * self.tokens / max(wall_ns, 1) * 1e9, cpu_ns=round(sum(row[1] for row in ranks) * 1e9),
            energy_j=None if energy is None else sum(row[4] for row in ranks),
            mem_peak_bytes=max(row[2] or 0 for row in ranks) or None,
            compiles=int(max(row[3] for row in ranks)), fallbacks=fallbacks,
            ranks_wall_s=[row[0] for row in ranks] if len(ranks) > 1 else None)
        if self.reading:
            self.records.say("telemetry", **self.reading)
        self.reading = None

    def limit(self, times):
        """Which limit holds after these windows; empty: none."""
        plan, passed = self.plan, (self.clock() - self.begun) / 1e9
        if plan["half_width"] and len(times) >= 5:
            mean = statistics.mean(times)
            degrees = max(n for n in STUDENT_975 if n <= len(times) - 1)
            reach = STUDENT_975[degrees] * statistics.stdev(times) / math.sqrt(len(times))
            if reach / mean <= plan["half_width"]:
                return "precision"
        if plan["max_steps"] and len(times) * plan["steps_per_window"] >= plan["max_steps"]:
            return "steps"
        if plan["max_s"] and passed >= plan["max_s"]:
            return "time"
        if plan["max_usd"] and passed / 3600 * plan["price_usd_h"] >= plan["max_usd"]:
            return "money"
        return ""

    def run(self):
        """Returns what ended it."""
        if self.ceiling:
            self.ceiling("before")
        self.first_step()
        self.warm_up()
        times, by = [], self.agreed("")
        self.records.say("phase", name="windows", edge="begin")
        while not by and len(times) < self.plan["windows"]:
            if times and self.plan["pause_s"]:
                self.pause(self.plan["pause_s"])
            times.append(self.window(len(times)))
            by = self.agreed(self.limit(times))
        by = by or "plan"
        if self.ceiling and by in ("plan", "precision", "steps"):
            self.ceiling("after")
        return by


def cache_state(adapter, compiles):
    """Warm: a graph was made and nothing compiled. Only XLA's counters tell."""
    metrics = getattr(adapter, "metrics", None)
    if metrics is None:
        return "unknown"
    if metrics.counter_value("PersistentCacheHit"):
        return "warm"
    return "cold" if compiles else "warm"


def shapes_of(model, tokens):
    """The model's matrix products, forward: name, batch, M, N, K. The head in pieces, as no device need hold it all."""
    d, rows = model["width"], min(tokens, 4096)
    t, head = model["sequence"], min(tokens, 512)
    layers, heads = model["layers"], model["heads"]
    sequences = max(1, tokens // t)
    return [("qkv", 1, rows, 3 * d, d, layers * tokens / rows), ("projection", 1, rows, d, d, layers * tokens / rows),
            ("up", 1, rows, model["feed_forward"], d, layers * tokens / rows),
            ("down", 1, rows, d, model["feed_forward"], layers * tokens / rows),
            ("head", 1, head, model["vocabulary"], d, tokens / head),
            ("attention", sequences * heads, t, t, d // heads, 2 * layers)]


def measure_ceiling(torch, adapter, records, spec, when, clock=time.perf_counter_ns):
    """What the device gives on the model's own shapes alone: groups of products long enough for one wait each."""
    if spec["plan"]["ceiling_s"] <= 0:
        return
    records.say("phase", name="ceiling " + when, edge="begin")
    dtype = torch.bfloat16 if spec["precision"] == "bf16" else torch.float32
    shapes = shapes_of(spec["model"], spec["batch"] * spec["model"]["sequence"])
    total = sum(2 * b * m * n * k * times for _, b, m, n, k, times in shapes)
    for name, b, m, n, k, times in shapes:
        x = torch.ones(b, m, k, dtype=dtype, device=adapter.device)
        y = torch.ones(b, k, n, dtype=dtype, device=adapter.device)
        flops = 2 * b * m * n * k

        def group(count):
            adapter.sync()
            start = clock()
            kept = [torch.bmm(x, y) for _ in range(count)]
            adapter.sync()
            took = clock() - start
            del kept
            return max(took, 1)

        group(1)
        count = max(1, min(64, round(2e7 / group(1))))  # about 20 ms, and no more memory than that needs
        rates, begun = [], clock()
        while len(rates) < 10 or (clock() - begun) / 1e9 < spec["plan"]["ceiling_s"]:
            rates.append(flops * count / group(count) * 1e9)
            if (clock() - begun) / 1e9 > 10 * max(spec["plan"]["ceiling_s"], 0.1):
                break  # a slow host: a few are enough
        records.say("ceiling", op=name, m=b * m, n=n, k=k, dtype=str(dtype).split(".")[-1], best_flops=max(rates),
                    median_flops=statistics.median(rates), reps=len(rates) * count, when=when,
                    share=flops * times / total)


# --- the program ----------------------------------------------------------------------------------------------------

def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spec", default="{}", help="what to train and for how long, JSON (docs/benchmark.md)")
    parser.add_argument("--fd", type=int, default=1, help="descriptor that the records go to")
    parser.add_argument("--out", help="file that the records are appended to as well")
    parser.add_argument("--device", default="auto", choices=["auto", *ADAPTERS])
    parser.add_argument("--compile", action="store_true", help="torch.compile the model")
    parser.add_argument("--compile-only", action="store_true", help="one step, so that the cache is filled")
    parser.add_argument("--tf32", action="store_true", help="fp32 products by TF32")
    parser.add_argument("--default-environment", action="store_true", help="PyTorch as it comes, with the host's allocator")
    parser.add_argument("--ranks", type=int, default=1, help="processes on this host, without torchrun")
    parser.add_argument("--control", action="store_true", help='end at {"cmd":"cancel"} or at the end of standard input')
    parser.add_argument("--check-only", action="store_true", help="say what is here and measure nothing")
    return parser.parse_args()


def tune_environment(args):
    """glibc reads its settings when a program starts: so it starts again, once."""
    os.environ.pop("OPENBLAS_CORETYPE", None)  # set for old builds it halves Debian's OpenBLAS
    script = globals().get("__file__")
    if args.default_environment or os.environ.get("FULLSCOPE_TUNED") or not script or not os.path.exists(script):
        return
    wanted = {name: value for name, value in TUNED.items() if name not in os.environ}
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            if "avx512f" in file.read():
                wanted.setdefault("ATEN_CPU_CAPABILITY", "avx512")
    except OSError:
        pass
    os.execve(sys.executable, [sys.executable, script, *sys.argv[1:]],
              {**wanted, **os.environ, "FULLSCOPE_TUNED": "1"})


def environment():
    return {name: value for name, value in sorted(os.environ.items())
            if name.startswith(ENVIRONMENT) and not any(word in name.upper() for word in SECRET)}


def start_ranks(args, records):
    """The other processes of this host; an end of one with an error is the end of all."""
    if args.ranks <= 1 or "RANK" in os.environ:
        return []
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    common = {"WORLD_SIZE": str(args.ranks), "LOCAL_WORLD_SIZE": str(args.ranks), "MASTER_ADDR": "127.0.0.1",
              "MASTER_PORT": str(port)}
    os.environ.update({**common, "RANK": "0", "LOCAL_RANK": "0"})
    words = [sys.executable, os.path.abspath(__file__), *sys.argv[1:], "--fd", "-1"]
    words = [word for word in words if word != "--control"]
    others = [subprocess.Popen(words, env={**os.environ, "RANK": str(rank), "LOCAL_RANK": str(rank), "FULLSCOPE_RANK": "1"},
                               stdin=subprocess.DEVNULL, stdout=sys.stderr) for rank in range(1, args.ranks)]

    def watch():
        while True:
            time.sleep(0.2)
            for rank, other in enumerate(others, 1):
                if other.poll() not in (None, 0):
                    records.say("error", code="rank_ended", fatal=True,
                                message=f"rank {rank} ended with {other.returncode}")
                    records.say("end", status="failed")
                    for one in others:
                        one.kill()
                    os._exit(1)
    threading.Thread(target=watch, daemon=True).start()
    return others


def die_with_parent(by):
    try:
        ctypes.CDLL(None).prctl(1, by)  # PR_SET_PDEATHSIG
    except (OSError, AttributeError):
        pass


def now():
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def instance_type():
    """Of a machine of EC2, as its firmware tells it; empty elsewhere."""
    def said(name):
        try:
            with open("/sys/devices/virtual/dmi/id/" + name, encoding="utf-8", errors="replace") as file:
                return file.read().strip()
        except OSError:
            return ""
    return said("product_name") if said("sys_vendor") == "Amazon EC2" else ""


def import_torch(records, spec):
    try:
        import torch
    except ImportError as error:
        records.say("hello", engine="torch", engine_version=VERSION, host=platform.node(), pid=os.getpid(), started=now(),
                    python=platform.python_version(), spec_hash=spec_hash(spec["model"]))
        raise Refused("torch_missing", f"this Python ({sys.executable}) has no PyTorch: {error}",
                      "Name a Python that has it: --python PATH.") from error
    return torch


def say_hello(torch, records, args, spec, adapter):
    records.say("hello", engine="torch", engine_version=VERSION, host=platform.node(), pid=os.getpid(), argv=sys.argv,
                started=now(), python=platform.python_version(), torch=torch.__version__, backends=adapter.used,
                env=environment(),
                tuned=bool(os.environ.get("FULLSCOPE_TUNED")) and not args.default_environment,
                spec_hash=spec_hash(spec["model"]))


def say_plan(torch, records, args, spec, group):
    model, bf16 = spec["model"], spec["precision"] == "bf16"
    batch = spec["batch"] * group.size
    rounding = os.environ.get("NEURON_RT_STOCHASTIC_ROUNDING_EN", "0") == "1"
    records.say("plan", batch=batch, seq_len=model["sequence"], model=model, seed=spec["seed"], device=args.device,
                precision={"weights": "fp32", "compute": spec["precision"], "accumulate": "fp32",
                           "tf32": args.tf32, "autocast": bf16, "stochastic_rounding": rounding},
                optimizer=spec["optimiser"]["name"], optimiser=spec["optimiser"], data=model["data"],
                mode="compiled" if args.compile else "eager", warmup_min=spec["plan"]["warmup_min"],
                windows=spec["plan"]["windows"], steps_per_window=spec["plan"]["steps_per_window"],
                flops_per_step=step_flops(model, batch), tokens_per_step=batch * model["sequence"],
                entropy_nats=loss_floor(model), quick=spec["plan"]["windows"] == 1,
                price_usd_h=spec["plan"]["price_usd_h"] or None)


def say_checks(records, adapter):
    import shutil
    path = adapter.cache_path()
    check = {"id": "cache_disk", "severity": "warning", "wanted": "5 GB", "measured": path, "ok": None,
             "mend": "Compilation caches need room: free some, or name another folder."}
    if "://" not in path:
        folder = path
        while not os.path.isdir(folder) and folder not in ("", "/"):
            folder = os.path.dirname(folder)
        free = shutil.disk_usage(folder or "/").free
        check.update(ok=free >= 5e9 and os.access(folder, os.W_OK), measured=f"{free / 1e9:.1f} GB ({path})")
    for one in [check, *adapter.checks()]:
        records.say("check", **one)


def trainer(torch, adapter, spec, args, group):
    """(train(i), prepare(first, count)): the step, and the tokens of the coming ones, made outside of the timing."""
    model = build_model(torch, spec["model"])
    fill_weights(torch, model, spec["model"], spec["seed"])
    model = model.to(adapter.device)
    options = spec["optimiser"]
    parameters = [p for p in model.parameters()]
    optimiser = torch.optim.AdamW(parameters, lr=options["learning_rate"], betas=(options["beta1"], options["beta2"]),
                                  eps=options["epsilon"], weight_decay=options["weight_decay"])
    forward = model
    if args.compile:
        if not hasattr(torch, "compile"):
            raise Refused("interface_unknown", f"PyTorch {torch.__version__} has no torch.compile", "2.0 or later has.")
        forward = torch.compile(model, backend=adapter.compile_backend(), dynamic=False)
    if group.size > 1 and adapter.kind != "xla":  # XLA: xm.optimizer_step reduces
        forward = torch.nn.parallel.DistributedDataParallel(forward)
    batch = spec["batch"]
    tokens = Tokens(torch, spec["model"], batch * group.size, spec["seed"])
    ready = {}

    def prepare(first, count):
        ready.clear()
        for step in range(first, first + count):
            rows = tokens.rows(step, group.rank * batch, batch)
            ready[step] = rows[:, :-1].contiguous().to(adapter.device), rows[:, 1:].contiguous().to(adapter.device)

    def train(step):
        x, y = ready[step]
        optimiser.zero_grad(set_to_none=True)
        if spec["precision"] == "bf16":
            with adapter.autocast():
                loss = forward(x, y)
        else:
            loss = forward(x, y)
        loss.backward()
        adapter.optimiser_step(optimiser)
        return loss.detach()

    return train, prepare


# What frameworks and drivers say, in lower case, where they have no exception of its own.
FAILURES = (
    ("out_of_memory", ("out of memory", "out_of_memory", "resource_exhausted", "failed to allocate"),
     "A smaller batch needs less."),
    ("device_busy", ("busy or unavailable", "cores busy", "device or resource busy", "nrt_allocate_neuron_cores",
                     "all cuda-capable devices are busy"),
     "Another process holds the device: end it (nvidia-smi, neuron-ls and rocm-smi name it), then start again."),
    ("disk_full", ("no space left on device", "disk quota exceeded"),
     "Free some disk, or name another folder for the compile cache{cache}."),
    ("driver_missing", ("found no nvidia driver", "driver on your system is too old", "driver version is insufficient",
                        "no neuron device", "hiperrornodevice"),
     "Install the driver that this PyTorch was built for, or a PyTorch for the driver that is here."),
)


def what_failed(error, cache=""):
    """(code, what mends it) of an exception."""
    text = f"{type(error).__name__} {error}".lower()
    if isinstance(error, MemoryError):
        text += " out of memory"
    for code, signs, mend in FAILURES:
        if any(sign in text for sign in signs):
            return code, mend.format(cache=f" (now {cache})" if cache else "")
    return "exception", ""


def batch_that_fits(attempt, batch):
    """The largest half, quarter … of `batch` of which `attempt` trains a step; 0: none. Tried, not guessed: what a step
    takes besides the weights is the framework's own affair."""
    batch //= 2
    while batch >= 1:
        try:
            attempt(batch)
            return batch
        except Exception as error:
            if what_failed(error)[0] != "out_of_memory":
                return None  # it tells nothing
        batch //= 2
    return 0


def free_memory(torch, adapter):
    import gc
    gc.collect()
    if adapter.kind in ("cuda", "hip"):
        torch.cuda.empty_cache()


def look_for_batch(torch, adapter, spec, args, group, error):
    """Adds to an error for lack of memory the batch that would do."""
    if what_failed(error)[0] != "out_of_memory" or group.size > 1:
        return
    error.__traceback__ = None  # its frames hold the model that did not fit

    def attempt(batch):
        free_memory(torch, adapter)
        train, prepare = trainer(torch, adapter, {**spec, "batch": batch}, args, group)
        prepare(0, 1)
        train(0)
        adapter.end_of_step()
        adapter.sync()
    error.batch_that_fits = batch_that_fits(attempt, spec["batch"])


def measure(args, records, spec, stop):
    torch = import_torch(records, spec)
    local_rank, size = int(os.environ.get("LOCAL_RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
    group = Alone()
    if size > 1:
        kind = args.device if args.device != "auto" else "cuda" if torch.cuda.is_available() else "cpu"
        from datetime import timedelta
        if kind == "xla":
            import torch_xla.distributed.xla_backend  # noqa: F401, makes the backend known
        # Before the device is touched.
        torch.distributed.init_process_group(ADAPTERS[kind].backend, timeout=timedelta(seconds=120))
        adapter = ADAPTERS[kind](torch, local_rank)
        group = Group(torch, adapter)
    else:
        adapter = choose_adapter(torch, args.device, local_rank)
    local_size = int(os.environ.get("LOCAL_WORLD_SIZE", size))
    torch.set_num_threads(spec["threads"] or max(1, len(os.sched_getaffinity(0)) // local_size))
    if hasattr(torch.backends, "cuda"):
        torch.backends.cuda.matmul.allow_tf32 = args.tf32
        torch.backends.cudnn.allow_tf32 = args.tf32
    say_hello(torch, records, args, spec, adapter)
    records.say("device", **{"kind": adapter.kind, "world_size": group.size, "instance_type": instance_type(),
                              **adapter.describe()})
    say_checks(records, adapter)
    if args.check_only:
        return "plan"
    say_plan(torch, records, args, spec, group)
    spec["tokens_per_step"] = spec["batch"] * group.size * spec["model"]["sequence"]
    try:
        return measure_on(torch, adapter, records, spec, args, group, stop)
    except Exception as error:
        error.cache_path = adapter.cache_path()
        look_for_batch(torch, adapter, spec, args, group, error)
        raise


def measure_on(torch, adapter, records, spec, args, group, stop):
    train, prepare = trainer(torch, adapter, spec, args, group)
    run = Measurement(records, adapter, train, spec, group, stop, prepare=prepare,
                      read_losses=lambda losses: torch.stack([loss.float() for loss in losses]).cpu().tolist(),
                      ceiling=lambda when: measure_ceiling(torch, adapter, records, spec, when))
    if args.compile_only:
        run.first_step()
        return "plan"
    return run.run()


def main():
    args = arguments()
    tune_environment(args)
    descriptor = args.fd
    if descriptor >= 0:
        descriptor = os.dup(descriptor)
    os.dup2(2, 1)  # standard output is everybody's: what frameworks print there goes to standard error
    records = Records(descriptor, args.out, int(os.environ.get("RANK", 0)))
    stop, status, by = Stop(), "ok", ""
    try:
        spec = read_spec(args.spec)
        others = start_ranks(args, records)
        records.beat()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.ask())
        if args.control:
            die_with_parent(signal.SIGTERM)
            stop.listen()
        if os.environ.get("FULLSCOPE_RANK"):
            die_with_parent(signal.SIGKILL)  # it may wait for the first rank for ever
        by = measure(args, records, spec, stop)
        status = "cancelled" if by == "cancel" else "ok"
        for other in others:
            other.wait()
    except Refused as refused:
        records.say("error", code=refused.code, message=str(refused), mend=refused.mend, fatal=True)
        status = "failed"
    except Exception as error:  # whatever a framework throws: out of memory, a collective that timed out …
        text = str(error) or type(error).__name__
        code, mend = what_failed(error, getattr(error, "cache_path", ""))
        fits = getattr(error, "batch_that_fits", None)
        if fits is not None:
            mend = (f"A batch of {fits} fits: a step of it ran." if fits else
                    "Not even one sequence fits: take a smaller model.")
        records.say("error", code=code, message=text[:4000], fatal=True, mend=mend)
        import traceback
        traceback.print_exc()
        status = "failed"
    records.say("end", status=status, stopped_by=by)
    sys.stderr.flush()
    os._exit(0 if status != "failed" else 1)  # a framework's threads must not keep a finished run alive


if __name__ == "__main__":
    main()
