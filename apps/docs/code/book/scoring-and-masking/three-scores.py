import math

import torch

q = torch.tensor([[1.0, 0, 2, 0], [0, 1, 0, 1]])  # (2, 4)
# (3, 4)
k = torch.tensor([[1.0, 1, 1, 0], [0, 2, 0, 1], [2, 0, 1, -1]])

W_q = torch.tensor([[0.5, 0, 0.5, 0], [0, 1, 0, -1]])  # (2, 4)
W_k = torch.tensor([[1, 0, 0.5, 0], [0, 0.5, 0, -0.5]])  # (2, 4)
w_v = torch.tensor([1.0, 2])  # (2)

dot = q @ k.T  # (2, 3)
scaled = dot / math.sqrt(q.shape[-1])
# (2, 3, 2)
hidden = torch.tanh((q @ W_q.T).unsqueeze(1) + (k @ W_k.T).unsqueeze(0))
additive = hidden @ w_v  # (2, 3)
for scores in [dot, scaled, additive]:
    print(scores)
