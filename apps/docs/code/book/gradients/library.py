import torch

a = torch.tensor(1.0, requires_grad=True)
b = torch.tensor(-0.5, requires_grad=True)
c = torch.tensor(0.8, requires_grad=True)
y = (a * b + c).tanh() * a
y.backward()  # adds to a.grad, b.grad and c.grad

print("y   ", f"{y.item():.6f}")
for name, x in {"a": a, "b": b, "c": c}.items():
    print("by", name, f"{x.grad.item():.6f}")
