import torch
from torch.nn import functional as F

scores = torch.tensor([[8.0, 0, 0]])
right = torch.tensor([0])
once = F.cross_entropy(scores, right)
twice = F.cross_entropy(scores.softmax(-1), right)
print("from scores       ", f"{once.item():.4f}")
print("from probabilities", f"{twice.item():.4f}")
