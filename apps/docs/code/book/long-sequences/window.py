import math

import torch

n, d = 6, 2
# (b, n, d)
q = torch.arange(n * d, dtype=torch.float).reshape(1, n, d).sin()
k = 2 * q
v = torch.arange(n, dtype=torch.float).reshape(1, n, 1)  # (b, n, 1)

distance = torch.arange(n)[:, None] - torch.arange(n)  # (n, n)
mask = (distance >= 0) & (distance < 2)
scores = q @ k.transpose(-2, -1) / math.sqrt(d)
masked = scores.masked_fill(~mask, float("-inf")).softmax(-1) @ v
print("masked", masked.flatten())
