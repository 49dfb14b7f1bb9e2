import torch

q = torch.tensor([[1, -1, 0.5, 1]])  # (1, 4), so √d is 2
# (3, 4)
k = torch.tensor([[1, 0, 1, 0.5], [0.5, -1, 0, 1], [-1, 1, 0, 0]])

for temperature in [0.5, 2, 8, q.shape[-1] ** 0.5]:
    weights = torch.softmax(q / temperature @ k.T, dim=-1)
    print(f"temperature {temperature}: {weights}")
