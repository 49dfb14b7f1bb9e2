import torch
from torch import nn
from torch.nn import functional as F


def moves(lr_lambda):
    """How far a number moves in a step, in units of the rate 0.01."""
    torch.manual_seed(0)
    net = nn.Linear(32, 50)
    optimizer = torch.optim.Adam(
        net.parameters(), lr=0.01, betas=(0.9, 0.98)
    )
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lr_lambda)
    found = []
    for _ in range(100):
        x, y = torch.randn(16, 32), torch.randint(0, 50, (16,))
        before = net.weight.detach().clone()
        optimizer.zero_grad()
        F.cross_entropy(net(x), y).backward()
        optimizer.step()
        scheduler.step()
        moved = (net.weight.detach() - before).abs().mean().item()
        found.append(f"{moved / 0.01:.2f}")
    return found


at = [1, 2, 5, 10, 20, 50, 100]


def show(all):
    return "  ".join(all[step - 1] for step in at)


print("step       ", " ".join(str(step).ljust(5) for step in at))
print("at once    ", show(moves(lambda step: 1)))
print("warmed up  ", show(moves(lambda step: min(1, (step + 1) / 50))))
