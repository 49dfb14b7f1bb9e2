import torch


def masked_softmax(scores, valid_lens):
    # scores (b, n, m), valid_lens (b) or (b, n)
    lens = (
        valid_lens.unsqueeze(1) if valid_lens.dim() == 1 else valid_lens
    )
    # (b, 1 or n, m)
    allowed = torch.arange(scores.shape[-1]) < lens.unsqueeze(-1)
    return torch.softmax(
        scores.masked_fill(~allowed, float("-inf")), dim=-1
    )


scores = torch.zeros(2, 2, 4)
print(masked_softmax(scores, torch.tensor([2, 3])))
print(masked_softmax(scores, torch.tensor([[1, 3], [2, 4]])))

allowed = torch.ones(3, 3, dtype=torch.bool).tril()
print(
    torch.softmax(
        torch.zeros(3, 3).masked_fill(~allowed, float("-inf")), dim=-1
    )
)
