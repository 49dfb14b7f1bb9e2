import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
x = torch.rand(256, 1) * 2
y = x * 1.5 - 0.5 + torch.randn(256, 1) * 0.2

data = DataLoader(TensorDataset(x, y), batch_size=16, shuffle=True)
net = nn.Linear(1, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(1, 9):
    for batch_x, batch_y in data:
        optimizer.zero_grad()
        F.mse_loss(net(batch_x), batch_y).backward()
        optimizer.step()
    with torch.no_grad():
        loss = F.mse_loss(net(x), y)
    print(f"epoch {epoch}: {loss.item():.4f}")
w, b = net.weight.item(), net.bias.item()
print(f"w {w:.3f}, b {b:.3f}")
