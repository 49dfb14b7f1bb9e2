import torch

for spread in [0.1, 1, 4, 8]:
    scores = (torch.tensor([2.0, 1, 0]) * spread).requires_grad_()
    weights = torch.softmax(scores, dim=-1)
    weights[0].backward()  # of the first weight, along each score
    print(
        f"scores {scores.detach()}\n"
        f"  weights {weights.detach()}\n"
        f"  slopes  {scores.grad}"
    )
