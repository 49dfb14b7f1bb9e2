import torch

x = torch.arange(6).reshape(2, 3).to(torch.float32)  # (2, 3)
print(x.sum(1, keepdim=True).tolist())
print(x.masked_fill(x > 3, 0).tolist())
print(list(torch.cat([x, x], 0).shape), list(x.t().shape))
print(torch.softmax(x[0], -1).sum().item())
