import torch
from torch import nn

torch.manual_seed(0)
source = torch.randn(1, 5, 8)  # (b, m, d): five Chinese words
# (b, n, d): the four English words so far
target = torch.randn(1, 4, 8)
attention = nn.MultiheadAttention(8, 2, batch_first=True).eval()

# true: may not attend
later = torch.ones(4, 4, dtype=torch.bool).triu(1)
output, weights = attention(target, target, target, attn_mask=later)
print(
    "self: ",
    tuple(weights.shape),
    "weights, output",
    tuple(output.shape),
)
output, weights = attention(target, source, source)
print(
    "cross:",
    tuple(weights.shape),
    "weights, output",
    tuple(output.shape),
)
