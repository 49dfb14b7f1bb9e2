import torch
from torch import nn

torch.manual_seed(0)
attention = nn.MultiheadAttention(8, 2, batch_first=True).eval()
x = torch.randn(1, 3, 8)
present = torch.tensor([[True, True, False]])
# true = padding
_, weights = attention(x, x, x, key_padding_mask=~present)
print([["%.3f" % value for value in row] for row in weights[0]])
