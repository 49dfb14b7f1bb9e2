import math

import torch
from torch.nn import functional as F


def attend(q, k, v, hidden=None):
    """softmax(Q Kᵀ / √dₕ) V; `hidden` keys get the weight 0."""
    scores = q @ k.T / math.sqrt(q.size(1))  # (n, m)
    if hidden is not None:
        scores = scores.masked_fill(hidden, -math.inf)
    weights = scores.softmax(-1)
    return weights @ v, weights  # (n, dₕ), (n, m)


torch.manual_seed(0)
q, k, v = torch.randn(3, 4), torch.randn(5, 4), torch.randn(5, 4)
hidden = torch.tensor([False, False, False, True, True])
output, weights = attend(q, k, v, hidden)
# Here true means: may attend.
library = F.scaled_dot_product_attention(
    q[None], k[None], v[None], attn_mask=~hidden.expand(1, 3, 5)
)[0]
difference = (output - library).abs().max().item()
print("differs by less than 1e-6:", difference < 1e-6)
