import torch
from torch import arange, nn

# Fixed numbers in place of random ones, so that Saccade can have the
# same.
layer = nn.TransformerEncoderLayer(
    4, 2, dim_feedforward=8, batch_first=True
).eval()
state = {}
for i, name in enumerate(sorted(layer.state_dict())):
    shape = layer.state_dict()[name].shape
    state[name] = (arange(shape.numel()) * 0.7 + i).sin().reshape(shape)
layer.load_state_dict(state)

x = (arange(12) * 0.5).sin().reshape(1, 3, 4)  # (b, n, d)
with torch.no_grad():
    y = layer(x)  # (b, n, d)

    attended = layer.self_attn(x, x, x)[0]  # (b, n, d)
    first = layer.norm1(x + attended)  # residual, then norm
    hidden = layer.linear1(first).relu()  # (b, n, 8)
    by_hand = layer.norm2(first + layer.linear2(hidden))

for row in y[0]:
    print("  ".join(f"{v:.4f}" for v in row))
print(
    "by hand, difference below 1e-6:",
    str((by_hand - y).abs().max().item() < 1e-6).lower(),
)
