import torch

params = [
    torch.zeros(2, requires_grad=True),
    torch.tensor(0.0, requires_grad=True),
]
params[0].grad, params[1].grad = (
    torch.tensor([3.0, 0.0]),
    torch.tensor(4.0),
)

norm = torch.sqrt(sum(torch.sum(p.grad**2) for p in params))
print("norm:", norm.item())
try:
    for p in params:
        # the common version; p.grad *= 1 / norm is right
        p.grad[:] *= 1 / norm
except IndexError as error:
    print("IndexError:", error)
# the first is scaled, the second is not
print([p.grad for p in params])
