import torch

q = torch.tensor([[[1, 0.5]]])  # (1, 1, 2)
k = torch.tensor([[[1.0, 0], [0, 1], [1, 1]]])  # (1, 3, 2)
b = torch.tensor([2.0, -1])


def row(name, x, y):
    # (1, 1, 3)
    weights = (x @ y.transpose(-2, -1) / 2**0.5).softmax(-1)
    print(
        name.ljust(11),
        "  ".join(f"{w:.4f}" for w in weights.flatten().tolist()),
    )


row("no bias", q, k)
row("key bias", q, k + b)
row("query bias", q + b, k)
