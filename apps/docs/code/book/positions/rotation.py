import torch

x = torch.tensor([[1.0, 0]] * 4)  # (n, d) = (4, 2)
angle = torch.arange(4.0)[:, None]  # one pair, frequency 1
turned = (
    x * angle.cos() + torch.stack((-x[:, 1], x[:, 0]), 1) * angle.sin()
)
for p, (a, b) in enumerate(turned.tolist()):
    print(f"position {p}: ({a:.4f}, {b:.4f})")
