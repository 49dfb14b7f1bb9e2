import torch

torch.manual_seed(0)
x = torch.linspace(0, 2, 16)
noise = torch.randn(16) * 0.2
y = x * 1.5 - 0.5 + noise

w = torch.tensor(0.0, requires_grad=True)
b = torch.tensor(0.0, requires_grad=True)
lr = 0.2  # the learning rate
for step in range(41):
    predicted = x * w + b
    loss = (predicted - y).square().mean()
    loss.backward()
    if step in (0, 1, 2, 3, 10, 40):
        print(
            f"step {step}: loss {loss.item():.3f}, "
            f"w {w.item():.3f}, b {b.item():.3f}"
        )
    with torch.no_grad():
        w -= lr * w.grad
        b -= lr * b.grad
    w.grad = None
    b.grad = None
