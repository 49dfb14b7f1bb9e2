import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(1)
vocab_size, length, heads, d = 8, 6, 4, 16
size = d // heads
causal = nn.Transformer.generate_square_subsequent_mask(length)


class GPT(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(vocab_size, d)
        self.places = nn.Embedding(length, d)
        self.layer = nn.TransformerEncoderLayer(
            d, heads, 4 * d, dropout=0, activation="gelu",
            batch_first=True, norm_first=True,
        )
        self.norm = nn.LayerNorm(d)
        self.head = nn.Linear(d, vocab_size)

    def embed(self, ids):
        return self.words(ids) + self.places(torch.arange(length))

    def forward(self, ids):
        x = self.layer(self.embed(ids), src_mask=causal)
        return self.head(self.norm(x))


gpt = GPT()
optimizer = torch.optim.Adam(gpt.parameters(), lr=0.02)
for step in range(80):
    ids = torch.randint(0, vocab_size, (16, length))
    optimizer.zero_grad()
    # The last position names the first token.
    F.cross_entropy(gpt(ids)[:, -1], ids[:, 0]).backward()
    optimizer.step()

ids = torch.randint(0, vocab_size, (200, length))
attention = gpt.layer.self_attn
with torch.no_grad():
    x = gpt.layer.norm1(gpt.embed(ids))
    _, pattern = attention(
        x, x, x, attn_mask=causal, average_attn_weights=False
    )  # (b, heads, n, n)
# From the last position to the first: (heads)
looks = pattern[:, :, -1, 0].mean(0).tolist()

# A head reaches the rest through its columns of the output projection:
# without them, the others work on as they did.
project = attention.out_proj.weight  # (d, heads · size)
kept = project.detach().clone()


@torch.no_grad()
def accuracy(off):
    """The accuracy without these heads."""
    for head in off:
        project[:, head * size : (head + 1) * size] = 0
    guesses = gpt(ids)[:, -1].argmax(-1)
    project.copy_(kept)
    return (guesses == ids[:, 0]).float().mean().item()


def numbers(values):
    return "  ".join(f"{value:.2f}" for value in values)


every = range(heads)
without = [accuracy([head]) for head in every]
alone = [accuracy(set(every) - {head}) for head in every]
print("accuracy                    ", numbers([accuracy([])]))
print("head                         0     1     2     3")
print("weight from last to first   ", numbers(looks))
print("accuracy without it         ", numbers(without))
print("accuracy with it alone      ", numbers(alone))
print("accuracy without any        ", numbers([accuracy(every)]))
