import torch
from torch import nn

row = torch.tensor([3.0, 1, -1, 5])


def layer_norm(x):
    centered = x - x.mean(-1, keepdim=True)
    variance = centered.square().mean(-1, keepdim=True)
    return centered / (variance + 1e-5).sqrt()


def rms_norm(x):
    return x / (x.square().mean(-1, keepdim=True) + 1e-5).sqrt()


def show(x):
    return "  ".join(f"{value:.3f}" for value in x.tolist())


print("layer norm", show(layer_norm(row)))
print("RMS norm  ", show(rms_norm(row)))
with torch.no_grad():
    apart = [
        nn.LayerNorm(4)(row) - layer_norm(row),
        nn.RMSNorm(4, eps=1e-5)(row) - rms_norm(row),
    ]
largest = max(difference.abs().max().item() for difference in apart)
print("as the modules compute it:", largest < 1e-6)
