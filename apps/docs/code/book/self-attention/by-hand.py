import math

import torch

# Five words with four features each: noun, creature, verb, pointing.
x = torch.tensor([
    [0.0, 0, 0, 1],  # the
    [1, 1, 0, 0],  # cat
    [0, 0, 1, 0],  # licks
    [0, 1, 0, 1],  # its
    [1, 0, 0, 0],  # paw
])  # (n, d) = (5, 4)
wq = torch.tensor([
    [0.3, 0, 0.9, 1.4],
    [1.2, 0.2, 0.1, 0],
    [0.9, 1.7, 0, 0.1],
    [0.2, 1.6, 0.1, -0.8],
])
wk = torch.tensor([
    [0.2, 1.8, 0.1, 0.3],
    [2, 0.1, 0, 0.2],
    [0.3, 0.1, 2.2, 0.4],
    [0.1, 0.2, 0.3, 1.9],
])
wv = torch.tensor([
    [0.1, 1.2, 0.4, -0.3],
    [1.8, 0.3, 0, 0.6],
    [0.2, 0, 1.6, -0.9],
    [-0.4, 0.1, 0.3, 0.5],
])

q = x @ wq  # (5, 4)
k = x @ wk  # (5, 4)
v = x @ wv  # (5, 4)
scores = q @ k.T / math.sqrt(4)  # (5, 5)
weights = torch.softmax(scores, dim=-1)  # (5, 5), each row sums to 1
output = weights @ v  # (5, 4)

# of "its"
for name, values in [
    ("scores", scores[3]),
    ("weights", weights[3]),
    ("output", output[3]),
]:
    print(name.ljust(8), "  ".join(f"{y:.2f}" for y in values))
