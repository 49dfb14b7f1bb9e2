import torch
from torch.nn.functional import cross_entropy

right = torch.tensor([0])
for score in [2, 4, 8, 16]:
    # (1, 5): class 0 leads by `score`
    logits = torch.tensor([[float(score), 0, 0, 0, 0]])
    hard = cross_entropy(logits, right).item()
    smooth = cross_entropy(logits, right, label_smoothing=0.1).item()
    print(f"lead of {score}: loss {hard:.3f}, smoothed {smooth:.3f}")
