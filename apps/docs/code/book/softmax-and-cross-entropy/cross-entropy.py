import torch
from torch.nn import functional as F

# Two questions with three answers each; the right ones are 0 and 2.
scores = torch.tensor([[2.0, 1, 0], [2, 1, 0]])
right = torch.tensor([0, 2])


def text(numbers):
    return " ".join(f"{x:.4f}" for x in numbers)


p = scores.softmax(-1)  # (2, 3)
chosen = p.gather(1, right.unsqueeze(1)).squeeze(1)  # (2)
surprise = -chosen.log()
print("p of the right answers", text(chosen.tolist()))
print("surprise              ", text(surprise.tolist()))
print("mean                  ", text([surprise.mean().item()]))
library = F.cross_entropy(scores, right)
print("crossEntropy          ", text([library.item()]))
