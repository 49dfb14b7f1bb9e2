import torch

words = ["cat", "dog", "owl", "door", "blue"]
# (vocabulary), scores of the next token
logits = torch.tensor([3, 2.5, 2, 0.5, -1])


def top_k(logits, k):
    least = torch.topk(logits, k).values[-1]
    return logits.masked_fill(logits < least, float("-inf"))


def top_p(logits, p):
    values, indices = torch.sort(logits, descending=True)
    probabilities = values.softmax(-1)
    before = probabilities.cumsum(-1) - probabilities
    dropped = torch.zeros_like(before, dtype=torch.bool).scatter(
        -1, indices, before >= p
    )
    return logits.masked_fill(dropped, float("-inf"))


def show(name, scores):
    p = [
        f"{word} {share:.3f}"
        for word, share in zip(words, scores.softmax(-1).tolist())
    ]
    print(name.ljust(16), "  ".join(p))


show("as it is", logits)
show("temperature 0.5", logits / 0.5)
show("temperature 2", logits / 2)
show("top-k 3", top_k(logits, 3))
show("top-p 0.7", top_p(logits, 0.7))
