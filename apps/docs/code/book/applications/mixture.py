import torch

vocabulary, length = 6, 5  # ids from 6 on: places in the source
# of the source words: none is in the vocabulary
ids = torch.tensor([6, 7, 8, 9, 10])
generated = torch.full((vocabulary,), 1 / vocabulary)
attention = torch.tensor([0.02, 0.05, 0.9, 0.02, 0.01])
share = 0.2
mixed = torch.cat([share * generated, torch.zeros(length)]).scatter_add(
    0, ids, (1 - share) * attention
)
print(
    f"id {mixed.argmax().item()}, p = {mixed.max().item():.3f}, "
    f"sum {mixed.sum().item():.3f}"
)
