import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(128, 3)
y = x.sum(1, keepdim=True)

net = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
for step in range(1, 301):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1)
    optimizer.step()
    if step % 100 == 0:
        print(step, f"{loss.item():.4f}")
