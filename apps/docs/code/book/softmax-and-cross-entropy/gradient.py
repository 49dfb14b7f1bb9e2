import torch
from torch.nn import functional as F

scores = torch.tensor([[2.0, 1, 0, -1]], requires_grad=True)
right = torch.tensor([2])
F.cross_entropy(scores, right).backward()
grads = scores.grad

p = scores.detach().softmax(-1)
y = torch.tensor([[0.0, 0, 1, 0]])


def show(x):
    return " ".join(f"{v:.3f}".rjust(6) for v in x.flatten().tolist())


print("p       ", show(p))
print("p − y   ", show(p - y))
print("gradient", show(grads))
print("its sum ", show(grads.sum().abs()))
