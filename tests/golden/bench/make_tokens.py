#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Golden values of the benchmark's generator, specification and FLOPs, in plain Python from the rules that
core/bench/data.h and model_spec.h state: make_tokens.py > tokens.json"""
import hashlib
import json
import math
import struct

MASK = 0xFFFFFFFF


def philox(counter, key):
    c, k = list(counter), list(key)
    for _ in range(10):
        p0, p1 = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(p1 >> 32) ^ c[1] ^ k[0], p1 & MASK, (p0 >> 32) ^ c[3] ^ k[1], p0 & MASK]
        k = [(k[0] + 0x9E3779B9) & MASK, (k[1] + 0xBB67AE85) & MASK]
    return c


def word(seed, domain, stream, index):
    block = index // 4
    return philox([block & MASK, block >> 32, stream, domain], [seed & MASK, seed >> 32])[index % 4]


def float32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def weight(seed, stream, index, deviation):
    reach = float32(deviation * math.sqrt(3))
    return float32(((word(seed, 1, stream, index) >> 8) - 2**23) * 2.0**-23 * reach)


def tokens(kind, vocabulary, sequence, batch, seed, step):
    classes = min(64, vocabulary)
    start = [word(seed, 3, 0, 2 * c) * vocabulary >> 32 for c in range(classes)]
    stride = [1 + (word(seed, 3, 0, 2 * c + 1) * ((vocabulary - 1) // 31) >> 32) for c in range(classes)]
    rows = []
    for b in range(batch):
        row = []
        for t in range(sequence + 1):
            w = word(seed, 2, 0, ((0 if kind == "fixed-batch" else step) * batch + b) * (sequence + 1) + t)
            if kind == "markov" and t > 0:
                c = row[-1] % classes
                row.append((start[c] + (w >> 27) * stride[c]) % vocabulary)
            else:
                row.append(w * vocabulary >> 32)
        rows.append(row)
    return rows


def spec(**changes):
    values = dict(format="tinylm-1", vocabulary=32000, width=512, heads=8, layers=4, feed_forward=2048, sequence=512,
                  attention="causal", norm="pre", activation="gelu_tanh", positions="learned", head="untied",
                  init="uniform-0.02-1", data="markov-1")
    values.update(changes)
    text = json.dumps(values, separators=(",", ":"))
    return {"json": text, "sha256": hashlib.sha256(text.encode()).hexdigest()}


def flops(v, d, layers, f, t, batch, norm):
    """Counted product by product: (M, N, K), forward, then the two of backward."""
    n = batch * t
    products = []
    for _ in range(layers):
        products += [(n, 3 * d, d), (n, d, d), (n, f, d), (n, d, f)]
    products.append((n, v, d))
    linear = sum(3 * 2 * a * b * c for a, b, c in products)
    full = sum(3 * 2 * 2 * t * t * d for _ in range(layers * batch))
    causal = sum(3 * 2 * 2 * sum(range(1, t + 1)) * d for _ in range(layers * batch))
    parameters = v * d + t * d + layers * (2 * d + 3 * d * d + 3 * d + d * d + d + 2 * d + d * f + f + f * d + d)
    parameters += v * d + (2 * d if norm == "pre" else 0)
    return {"linear": linear, "attention_full": full, "attention_causal": causal, "parameters": parameters,
            "six_n": 6 * parameters * n}


def main():
    weights = [{"seed": s, "stream": i, "index": k, "deviation": sd, "value": weight(s, i, k, sd).hex()}
               for s, i, k, sd in [(1, 0, 0, 0.02), (1, 0, 1, 0.02), (1, 3, 7, 0.02), (7, 4, 16383999, 0.02),
                                   (2**40 + 5, 12, 2**34 + 3, 0.02 / math.sqrt(8)), (1, 27, 255, 0.02 / math.sqrt(8))]]
    data = [{"kind": k, "vocabulary": v, "sequence": 6, "batch": 2, "seed": s, "step": step,
             "tokens": tokens(k, v, 6, 2, s, step)}
            for k in ("fixed-batch", "markov", "uniform") for v in (32, 32000) for s in (1, 2**33 + 9)
            for step in (0, 1, 1000)]
    specs = {"gpt": spec(), "tutorial": spec(attention="full", norm="post", activation="relu"),
             "gpt-124m": spec(vocabulary=50257, width=768, heads=12, layers=12, feed_forward=3072, sequence=1024),
             "tiny": spec(vocabulary=256, width=64, heads=4, layers=2, feed_forward=256, sequence=64)}
    counts = {"gpt": flops(32000, 512, 4, 2048, 512, 8, "pre"), "tutorial": flops(32000, 512, 4, 2048, 512, 8, "post"),
              "gpt-124m": flops(50257, 768, 12, 3072, 1024, 8, "pre"), "tiny": flops(256, 64, 2, 256, 64, 4, "pre")}
    print(json.dumps({"weights": weights, "data": data, "specs": specs, "flops": counts}, indent=1))


main()
