import torch

# What the encoder gave for a source of three words: keys and values at
# once.
h = torch.tensor([[1, 0.5], [-1, 1], [0, -1]])  # (m, h) = (3, 2)
# The decoder's state before its first word, and before its second.
s = torch.tensor([[2.0, 0], [0, -2]])  # (n, h) = (2, 2)

W_q = torch.tensor([[1.0, 0], [0, 1]])
W_k = torch.tensor([[1, 0.5], [0, 2]])
w_v = torch.tensor([3.0, -3])

for t, query in enumerate(s):
    scores = torch.tanh(W_q @ query + h @ W_k.T) @ w_v  # (3)
    weights = torch.softmax(scores, dim=-1)
    context = weights @ h  # (2)
    print(
        f"step {t + 1}: weights "
        + "  ".join(f"{x:.3f}" for x in weights)
    )
    print("        context " + "  ".join(f"{x:.3f}" for x in context))
