import torch

names = ["balloon", "apple", "bread", "pencil", "notes", "map"]
# What each thing is: it stands out, it is food, one writes with it, one
# reads it.
keys = torch.tensor([
    [3, 0, 0, 0],
    [1, 3, 0, 0],
    [0.5, 2.6, 0, 0],
    [0.3, 0, 3, 0],
    [0.4, 0, 1.6, 1.4],
    [0.8, 0, 0, 3],
])  # (6, 4)
values = torch.tensor([
    [82.0, 16],
    [14, 42],
    [36, 47],
    [58, 34],
    [80, 46],
    [30, 14],
])  # (6, 2), where each thing lies

queries = torch.tensor([
    [1.0, 0, 0, 0],  # what stands out
    [0, 1, 0, 0],  # something to eat
    [0, 0, 1, 0],  # something to write with
])  # (3, 4)

weights = torch.softmax(queries @ keys.T, dim=-1)  # (3, 6)
output = weights @ values  # (3, 2)

for cue, row, (x, y) in zip(
    ["stands out", "eat", "write"], weights, output
):
    shares = "  ".join(
        f"{name} {weight:.2f}" for name, weight in zip(names, row)
    )
    print(f"{cue}: {shares}\n  looks at ({x:.1f}, {y:.1f})")
