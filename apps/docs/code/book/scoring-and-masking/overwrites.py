import torch


def masked_softmax(X, valid_lens):
    shape = X.shape
    lens = torch.repeat_interleave(valid_lens, shape[1])
    flat = X.reshape(-1, shape[-1])  # a view of X
    # writes into X
    flat[torch.arange(shape[-1])[None] >= lens[:, None]] = -1e6
    return torch.softmax(flat.reshape(shape), dim=-1)


scores = torch.tensor([[[1.0, 2, 3]]])
print(masked_softmax(scores, torch.tensor([1])))
print(scores)

try:
    masked_softmax(
        torch.ones(1, 1, 3, requires_grad=True), torch.tensor([1])
    )
except RuntimeError as error:
    print(error)
