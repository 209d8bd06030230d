#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Golden losses and gradients of the benchmark's model, by PyTorch's autograd in float64 on the same float32 weights
(made by make_tokens.py's rules): /usr/bin/python3 make_gradients.py > gradients.json; needs python3-torch.

Gradients are too many to keep. Of each tensor stand its norm and eight sums over all elements, each with a sign of its
own (bit p of word i of seed 99, domain 2, stream 0): the root mean square of the differences of such sums estimates the
norm of the difference of the tensors."""
import json
import math
import sys

import torch

sys.path.insert(0, __file__.rsplit("/", 1)[0])
from make_tokens import float32, tokens, weight, word  # noqa: E402

PROJECTIONS = 8
CASES = [
    dict(vocabulary=96, width=32, heads=4, layers=2, feed_forward=64, sequence=150, attention="causal", norm="pre",
         activation="gelu_tanh", data="markov", batch=4, seed=5),
    dict(vocabulary=96, width=32, heads=2, layers=2, feed_forward=64, sequence=150, attention="full", norm="post",
         activation="relu", data="uniform", batch=4, seed=6),
    dict(vocabulary=40, width=8, heads=1, layers=1, feed_forward=12, sequence=3, attention="causal", norm="pre",
         activation="relu", data="fixed-batch", batch=1, seed=7),
]


def tensors(c):
    d, f = c["width"], c["feed_forward"]
    yield "embedding.weight", (c["vocabulary"], d)
    yield "positions.weight", (c["sequence"], d)
    for i in range(c["layers"]):
        for name, shape in [("norm1", None), ("qkv", (3 * d, d)), ("projection", (d, d)), ("norm2", None),
                            ("up", (f, d)), ("down", (d, f))]:
            yield f"layers.{i}.{name}.weight", shape or (d,)
            yield f"layers.{i}.{name}.bias", (shape or (d,))[:1]
    if c["norm"] == "pre":
        yield "norm.weight", (d,)
        yield "norm.bias", (d,)
    yield "head.weight", (c["vocabulary"], d)


def values(c):
    """Larger weights than the benchmark's own, and biases and gains of all sizes, so that nothing is nearly linear."""
    made = {}
    for stream, (name, shape) in enumerate(tensors(c)):
        gain = "norm" in name and name.endswith("weight")
        deviation = 0.2 if len(shape) == 2 else 0.1
        flat = [float32((1.0 if gain else 0.0) + weight(c["seed"], stream, i, deviation))
                for i in range(math.prod(shape))]
        made[name] = torch.tensor(flat, dtype=torch.float64).reshape(shape).requires_grad_()
    return made


def loss_of(c, w, x, y):
    f = torch.nn.functional
    d, h = c["width"], c["heads"]
    b, t = x.shape

    def norm(v, name):
        return f.layer_norm(v, (d,), w[name + ".weight"], w[name + ".bias"], 1e-5)

    def linear(v, name):
        return f.linear(v, w[name + ".weight"], w[name + ".bias"])

    def attention(v, name):
        q, k, u = (p.reshape(b, t, h, d // h).transpose(1, 2) for p in linear(v, name + "qkv").split(d, dim=2))
        s = q @ k.transpose(-2, -1) / math.sqrt(d // h)
        if c["attention"] == "causal":
            s = s.masked_fill(torch.ones(t, t, dtype=torch.bool).triu(1), -math.inf)
        return linear((s.softmax(-1) @ u).transpose(1, 2).reshape(b, t, d), name + "projection")

    def feed_forward(v, name):
        u = linear(v, name + "up")
        return linear(f.relu(u) if c["activation"] == "relu" else f.gelu(u, approximate="tanh"), name + "down")

    v = w["embedding.weight"][x] + w["positions.weight"]
    for i in range(c["layers"]):
        n = f"layers.{i}."
        if c["norm"] == "pre":
            v = v + attention(norm(v, n + "norm1"), n)
            v = v + feed_forward(norm(v, n + "norm2"), n)
        else:
            v = norm(v + attention(v, n), n + "norm1")
            v = norm(v + feed_forward(v, n), n + "norm2")
    if c["norm"] == "pre":
        v = norm(v, "norm")
    return f.cross_entropy((v @ w["head.weight"].T).reshape(b * t, -1), y.reshape(-1))


def run(c):
    w = values(c)
    optimiser = torch.optim.AdamW(w.values(), lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01)
    losses, gradients = [], {}
    for step in range(5):
        rows = torch.tensor(tokens(c["data"], c["vocabulary"], c["sequence"], c["batch"], c["seed"], step))
        loss = loss_of(c, w, rows[:, :-1], rows[:, 1:])
        optimiser.zero_grad()
        loss.backward()
        losses.append(loss.item())
        if step == 0:
            for name, tensor in w.items():
                g = tensor.grad.reshape(-1)
                bits = [word(99, 2, 0, i) for i in range(len(g))]
                signs = [torch.tensor([1.0 if b >> p & 1 else -1.0 for b in bits], dtype=torch.float64)
                         for p in range(PROJECTIONS)]
                gradients[name] = {"norm": g.norm().item(), "sums": [(g * s).sum().item() for s in signs]}
        optimiser.step()
    return {**c, "losses": losses, "gradients": gradients}


if __name__ == "__main__":
    print(json.dumps([run(c) for c in CASES], indent=1))
