import torch

keys = torch.tensor([[1.0, 0.0], [0.6, 0.8]])
values = torch.tensor([[1.0], [5.0]])
print("wanted  ", values.flatten())

state = torch.zeros(2, 1)
for k, v in zip(keys, values):
    state = state + torch.outer(k, v)
print("added   ", (keys @ state).flatten())

state = torch.zeros(2, 1)
for k, v in zip(keys, values):
    state = state + torch.outer(k, v - k @ state)
print("replaced", (keys @ state).flatten())
