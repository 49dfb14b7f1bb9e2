import math

import torch
from torch.nn import functional as F

torch.manual_seed(3)
n, d, tile = 12, 4, 4
q = torch.randn(1, d) * 2
k, v = torch.randn(n, d), torch.randn(n, 2)

m = -math.inf  # the largest score so far
l = 0  # Σ exp(score − m)
o = torch.zeros(1, 2)  # Σ exp(score − m) · value

for j in range(0, n, tile):
    keys = k[j : j + tile]  # (tile, d)
    values = v[j : j + tile]  # (tile, dv)
    s = q @ keys.T / math.sqrt(d)  # (1, tile)

    larger = max(m, s.max().item())
    p = (s - larger).exp()  # not yet divided by the sum
    shrink = math.exp(m - larger)
    l = l * shrink + p.sum().item()
    o = o * shrink + p @ values
    m = larger
    so_far = " ".join(f"{x:.3f}" for x in (o / l)[0].tolist())
    print(
        f"keys {j}–{j + tile - 1}: m {m:.3f}, × {shrink:.3f}, "
        f"l {l:.3f}, o / l {so_far}"
    )

output = F.scaled_dot_product_attention(q[None], k[None], v[None])[0]
difference = (o / l - output).abs().max().item()
print("differs by less than 1e-6:", difference < 1e-6)
