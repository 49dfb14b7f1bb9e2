import torch

keys = torch.tensor([0.5, 1, 2, 4])  # (4)
values = torch.tensor([10.0, 20, 30, 40])  # (4)
query = torch.tensor([1.2])  # (1)

squared = (query - keys).square()  # (4)
kernel = (-squared / 2).exp()
print("kernel / sum       ", kernel / kernel.sum())
print("softmax(−½ u²)     ", torch.softmax(-squared / 2, dim=-1))

# The same for vectors: queries (1, 2), keys (3, 2) on a circle, so that
# all keys are equally long.
q = torch.tensor([[0.8, 0.6]])
k = torch.tensor([[1, 0], [0.6, 0.8], [0, -1]])
print(
    "squared distances  ",
    torch.softmax(-torch.cdist(q, k).square() / 2, dim=-1)[0],
)
print("dot products       ", torch.softmax(q @ k.T, dim=-1)[0])
