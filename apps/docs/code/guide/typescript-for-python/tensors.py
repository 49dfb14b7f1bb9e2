import torch

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
y = x * 2 + 1
print((x @ y).tolist())
print(x[0].tolist())
from1 = x[:, 1:]
print(from1.shape, from1.sum().item())
print(x.softmax(-1).shape)
big = x > 2
print(big.tolist())
print(x.sum(1, keepdim=True).shape)
