#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the folders restart/ and keras_run/ beside this file: event files of TensorBoard by the documented layout
(TFRecord: length, masked CRC-32C, data, masked CRC-32C; Event and Summary by field number), without TensorBoard.
Prints what a correct import gives."""
import os
import struct

TABLE = []
for byte in range(256):
    for _ in range(8):
        byte = (byte >> 1) ^ (0x82F63B78 if byte & 1 else 0)
    TABLE.append(byte)


def masked_crc(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = TABLE[(crc ^ byte) & 0xFF] ^ (crc >> 8)
    crc ^= 0xFFFFFFFF
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


def varint(value):
    out = b""
    while value > 0x7F:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def text(field, data):
    return varint(field << 3 | 2) + varint(len(data)) + data


def record(event):
    length = struct.pack("<Q", len(event))
    return length + masked_crc(length) + event + masked_crc(event)


def event(time, step, rest):
    return record(struct.pack("<Bd", 0x09, time) + (b"\x10" + varint(step) if step else b"") + rest)


def version(time):
    return event(time, 0, text(3, b"brain.Event:2"))


def scalar(time, step, tag, value):  # as PyTorch writes it
    return event(time, step, text(5, text(1, text(1, tag.encode()) + struct.pack("<Bf", 0x15, value))))


def tensor(time, step, tag, value):  # as Keras writes it
    proto = b"\x08\x01" + text(2, b"") + text(4, struct.pack("<f", value))
    metadata = text(9, text(1, text(1, b"scalars")))
    return event(time, step, text(5, text(1, text(1, tag.encode()) + text(8, proto) + metadata)))


def write(name, *records):
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as out:
        out.write(b"".join(records))


T = 1_700_000_000


def restart():
    """Steps 10 … 100 from T + 30, one a second; killed; again from the checkpoint at 80: steps 90 … 200 from T + 230.
    The writers were made at T and T + 200. An evaluation every 50 steps, half a second after its step."""
    def loss(step):
        return 4 - step / 128

    def steps(first, last, begin):
        return b"".join(scalar(begin + step - first, step, "train/loss", loss(step))
                        + scalar(begin + step - first + 0.001, step, "train/learning_rate", 2**-10)
                        for step in range(first, last + 1, 10))
    write("restart/events.out.tfevents.1700000000.node01.100.0", version(T), steps(10, 100, T + 30))
    write("restart/events.out.tfevents.1700000200.node02.200.0", version(T + 200), steps(90, 200, T + 230))
    evaluations = [(50, T + 70.5), (100, T + 120.5), (150, T + 290.5), (200, T + 340.5)]
    write("restart/validation/events.out.tfevents.1700000070.node01.101.0", version(T + 70),
          *[scalar(t, s, "loss", loss(s) + 0.25) + scalar(t, s, "accuracy", s / 256) for s, t in evaluations])
    trained = list(range(10, 101, 10)) + list(range(90, 201, 10))
    print("restart: records", len(trained), "loss", sum(map(loss, trained)),
          "eval_loss", sum(loss(s) + 0.25 for s, _ in evaluations), "accuracy", sum(s / 256 for s, _ in evaluations))


def keras():
    """Three epochs of 100 batches, one a minute: train/ and validation/ count epochs, the evaluation batches too."""
    train, validation = [version(T)], [version(T + 50)]
    for epoch in range(3):
        end = T + 60 * (epoch + 1)
        train += [tensor(end, epoch, "epoch_loss", 2 - epoch / 4), tensor(end + 0.01, epoch, "epoch_accuracy", epoch / 4)]
        validation += [tensor(end - 0.5, 100 * (epoch + 1), "evaluation_loss_vs_iterations", 3 - epoch / 4),
                       tensor(end + 0.02, epoch, "epoch_loss", 3 - epoch / 4),
                       tensor(end + 0.03, epoch, "epoch_accuracy", epoch / 8)]
    write("keras_run/train/events.out.tfevents.1700000000.node01.7.0.v2", *train)
    write("keras_run/validation/events.out.tfevents.1700000050.node01.7.1.v2", *validation)
    print("keras_run: loss", sum(2 - e / 4 for e in range(3)), "train accuracy", sum(e / 4 for e in range(3)),
          "validation accuracy", sum(e / 8 for e in range(3)), "validation loss", sum(3 - e / 4 for e in range(3)))


restart()
keras()
