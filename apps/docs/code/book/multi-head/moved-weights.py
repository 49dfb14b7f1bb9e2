import torch
from torch import arange, nn

# Fixed numbers in place of random ones, so that Saccade can have the
# same.
attention = nn.MultiheadAttention(4, 2, batch_first=True)
attention.load_state_dict({
    # W_Q, W_K and W_V, one below the other
    "in_proj_weight": (arange(48) * 0.7).sin().reshape(12, 4),
    "in_proj_bias": (arange(12) * 0.3).cos(),
    "out_proj.weight": (arange(16) * 1.1).sin().reshape(4, 4),
    "out_proj.bias": arange(4) * 0.1,
})

x = (arange(12) * 0.5).sin().reshape(1, 3, 4)  # (b, n, d)
with torch.no_grad():
    # weights (b, h, n, n)
    output, weights = attention(x, x, x, average_attn_weights=False)


def show(rows):
    for row in rows:
        print("  ".join(f"{y:.4f}" for y in row))


show(output[0])
print("head 0")
show(weights[0, 0])
print("head 1")
show(weights[0, 1])
