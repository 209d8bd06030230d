# SPDX-License-Identifier: GPL-3.0-or-later
"""Stand-ins for PyTorch on devices that are not here: a virtual clock, and work that is queued and not waited for until
somebody synchronises. A worker that forgets to wait measures how fast work is queued."""
import sys
import types

LAUNCH_NS = 20_000  # that the host takes to queue one piece of work
PEAK = 1e11  # FLOP/s of the virtual device


class Machine:
    def __init__(self):
        self.now, self.busy_until, self.cpu = 1_000_000, 0, 0

    def clock(self):
        return self.now

    def queue(self, work_ns):
        self.now += LAUNCH_NS
        self.busy_until = max(self.busy_until, self.now) + int(work_ns)

    def wait(self, *_):
        self.now = max(self.now, self.busy_until)


class Event:
    """As CUDA's: its time is that of the device, when all before it is done."""

    def __init__(self, machine):
        self.machine, self.at = machine, None

    def record(self):
        self.at = max(self.machine.busy_until, self.machine.now)

    def elapsed_time(self, later):
        return (later.at - self.at) / 1e6


class Nvml:
    """libnvidia-ml.so.1 as ctypes calls it: 0 is success, a value comes through a pointer. Knows one device, and no
    temperature."""

    def __init__(self, machine, watts):
        self.machine, self.watts = machine, watts

    def nvmlInit_v2(self):
        return 0

    def nvmlDeviceGetHandleByUUID(self, uuid, handle):
        return 0 if uuid == b"GPU-604a" else 6

    def nvmlDeviceGetTotalEnergyConsumption(self, _, value):
        value._obj.value = int(self.machine.now / 1e6 * self.watts)
        return 0

    def nvmlDeviceGetPowerUsage(self, _, value):
        value._obj.value = self.watts * 1000
        return 0

    def nvmlDeviceGetTemperature(self, _, sensor, value):
        return 3  # not supported

    def nvmlDeviceGetClockInfo(self, _, kind, value):
        value._obj.value = {0: 1, 1: 1980}[kind]  # 1: of the streaming multiprocessors
        return 0

    def nvmlDeviceGetCurrentClocksThrottleReasons(self, _, value):
        value._obj.value = 0x44
        return 0

    def nvmlDeviceGetEnforcedPowerLimit(self, _, value):
        value._obj.value = 700_000
        return 0


class Matrix:
    def __init__(self, *shape):
        self.shape = shape


def dynamo():
    """torch._dynamo.utils with its counters, as they count from 2.0 on."""
    from collections import Counter, defaultdict
    module = types.ModuleType("torch._dynamo.utils")
    module.counters = defaultdict(Counter)
    return module


def torch_base(machine):
    torch = types.SimpleNamespace(__version__="2.14.0", float32="torch.float32", bfloat16="torch.bfloat16")
    torch.device = lambda kind, index=None: types.SimpleNamespace(type=kind, index=index)
    torch.empty = lambda *_, device: types.SimpleNamespace(device=device)
    torch.ones = lambda *shape, dtype, device: Matrix(*shape)

    def bmm(x, y):
        machine.queue(2 * x.shape[0] * x.shape[1] * x.shape[2] * y.shape[2] / PEAK * 1e9)
        return Matrix()
    torch.bmm = bmm
    return torch


def cuda(machine):
    torch = torch_base(machine)
    torch.version = types.SimpleNamespace(hip=None, cuda="13.0")
    properties = types.SimpleNamespace(name="Virtual H200", total_memory=141e9, major=9, minor=0)
    torch.cuda = types.SimpleNamespace(
        is_available=lambda: True, set_device=lambda _: None, get_device_properties=lambda _: properties,
        device_count=lambda: 1, synchronize=machine.wait, Event=lambda enable_timing: Event(machine),
        reset_peak_memory_stats=lambda _: None, memory_stats=lambda _: {"active_bytes.all.peak": 7_000_000},
        get_arch_list=lambda: ["sm_80", "sm_90"])
    return torch


def neuron(machine, resolves_to="neuron", synchronize=True):
    torch = torch_base(machine)
    torch.neuron = types.SimpleNamespace(**({"synchronize": machine.wait} if synchronize else {}))
    torch.empty = lambda *_, device: types.SimpleNamespace(device=types.SimpleNamespace(type=resolves_to))
    return torch


def xla_modules(machine, hardware="NEURON", counters=None):
    """torch_xla and the modules of it that are imported. A graph runs when it is cut, and not before."""
    state = {"cut": 0, "counters": counters if counters is not None else {}, "compiled": 0}
    root = types.ModuleType("torch_xla")
    core, model = types.ModuleType("torch_xla.core"), types.ModuleType("torch_xla.core.xla_model")
    debug, metrics = types.ModuleType("torch_xla.debug"), types.ModuleType("torch_xla.debug.metrics")
    root.core, core.xla_model, root.debug, debug.metrics = core, model, debug, metrics
    root.device = lambda: types.SimpleNamespace(type="xla", index=0)
    root.sync = lambda: state.update(cut=state["cut"] + 1)
    model.xla_device_hw = lambda _: hardware
    model.wait_device_ops = machine.wait
    model.optimizer_step = lambda optimiser: optimiser.step()
    metrics.metric_data = lambda name: (state["compiled"], state["compiled"] * 2e9, []) if state["compiled"] else None
    metrics.counter_names = lambda: list(state["counters"])
    metrics.counter_value = lambda name: state["counters"].get(name)
    names = {"torch_xla": root, "torch_xla.core": core, "torch_xla.core.xla_model": model, "torch_xla.debug": debug,
             "torch_xla.debug.metrics": metrics}
    return names, state


class Modules:
    """Modules that are there while this holds."""

    def __init__(self, modules):
        self.modules, self.before = modules, {}

    def __enter__(self):
        for name, module in self.modules.items():
            self.before[name] = sys.modules.get(name)
            sys.modules[name] = module
        return self

    def __exit__(self, *_):
        for name, before in self.before.items():
            if before is None:
                del sys.modules[name]
            else:
                sys.modules[name] = before
