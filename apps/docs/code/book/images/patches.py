import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
b, c, side, patch, d = 2, 3, 12, 4, 8
grid = side // patch
images = torch.randn(b, c, side, side)
conv = nn.Conv2d(c, d, patch, stride=patch)


def cut(images):
    """(b, c, h, w) → (b, patches, numbers of a patch)"""
    return (
        images.reshape(b, c, grid, patch, grid, patch)
        .permute(0, 2, 4, 1, 3, 5)  # (b, grid, grid, c, patch, patch)
        .reshape(b, grid * grid, c * patch * patch)
    )


with torch.no_grad():
    map = conv(images)  # (b, d, 3, 3)
    tokens = map.flatten(2).transpose(1, 2)  # (b, 9, d)
    rows = cut(images)  # (b, 9, 48)
    weight = conv.weight.flatten(1)  # (d, 48)
    same = F.linear(rows, weight, conv.bias)  # (b, 9, d)

print("patches", list(rows.shape), "tokens", list(tokens.shape))
apart = (same - tokens).abs().max().item()
print("the same numbers:", apart < 1e-5)
