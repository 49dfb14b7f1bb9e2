import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
x = torch.randn(1, 2, 4)
allowed = torch.tensor([[True, True], [False, False]])

# Zeros since PyTorch 2.5, NaN before.
print(F.scaled_dot_product_attention(x, x, x, attn_mask=allowed)[0, 1])

# NaN in 2.13, as in 1.13; true means "may not attend" here.
attention = nn.MultiheadAttention(4, 1, batch_first=True)
print(attention(x, x, x, attn_mask=~allowed)[0][0, 1])
