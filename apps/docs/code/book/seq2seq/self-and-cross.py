import torch
from torch import nn

torch.manual_seed(0)
source = torch.randn(1, 6, 8)  # (b, n, d): six Chinese words
target = torch.randn(1, 4, 8)  # (b, m, d): the four English words so far
attention = nn.MultiheadAttention(8, 2, batch_first=True).eval()

later = torch.ones(4, 4, dtype=torch.bool).triu(1)  # true: may not attend
output, weights = attention(target, target, target, attn_mask=later)
print("self: ", tuple(weights.shape), "weights, output", tuple(output.shape))
output, weights = attention(target, source, source)
print("cross:", tuple(weights.shape), "weights, output", tuple(output.shape))
