"""batches.ts and random.ts in Python: the same batches from the same seed."""

import math

import torch

STEPS = (6, 8, 10, 12, 16, 24, 40)
PAD = 1
MASK = 0xFFFFFFFF


def seeded_random(seed):
    """Uniform numbers in [0, 1): a 32-bit Weyl sequence with a mixing function (Steele et al. 2014, SplitMix)."""
    state = (seed ^ (seed >> 32)) & MASK
    while True:
        state = (state + 0x9E3779B9) & MASK
        z = ((state ^ (state >> 16)) * 0x21F0AAAD) & MASK
        z = ((z ^ (z >> 15)) * 0x735A2D97) & MASK
        yield (z ^ (z >> 15)) / 2**32


def shuffled(items, random):
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = math.floor(next(random) * (i + 1))
        order[i], order[j] = order[j], order[i]
    return order


def steps_of(length):
    return next((steps for steps in STEPS if length <= steps), STEPS[-1])


class LengthBatches:
    """Batches of pairs of similar length, in an order that each epoch draws anew."""

    def __init__(self, pairs, size, seed):
        groups = {steps: [] for steps in STEPS}
        for pair in pairs:
            groups[steps_of(max(len(pair["source"]), len(pair["target"])))].append(pair)
        self.groups = [(steps, rows) for steps, rows in groups.items() if rows]
        self.size, self.seed = size, seed
        self.per_epoch = sum(math.ceil(len(rows) / size) for _, rows in self.groups)

    def epoch(self, number):
        random = seeded_random(1000 * self.seed + number)
        plans = []
        for steps, rows in self.groups:
            order = shuffled(rows, random)
            plans += [(order[i : i + self.size], steps) for i in range(0, len(order), self.size)]
        for rows, steps in shuffled(plans, random):
            yield batch_of(rows, steps)


def batch_of(rows, steps):
    """Source ids, their lengths, and target ids."""

    def padded(side):
        return torch.tensor([(pair[side] + [PAD] * steps)[:steps] for pair in rows])

    return padded("source"), torch.tensor([min(len(pair["source"]), steps) for pair in rows]), padded("target")
