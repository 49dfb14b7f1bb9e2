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
            d, heads, 4 * d, dropout=0, batch_first=True
        )
        self.head = nn.Linear(d, vocab_size)

    def forward(self, ids):
        x = self.words(ids) + self.places(torch.arange(length))
        return self.head(self.layer(x, src_mask=causal))


gpt = GPT()
optimizer = torch.optim.Adam(gpt.parameters(), lr=0.02)
for step in range(80):
    ids = torch.randint(0, vocab_size, (16, length))
    optimizer.zero_grad()
    # The last position names the first token.
    F.cross_entropy(gpt(ids)[:, -1], ids[:, 0]).backward()
    optimizer.step()

ids = torch.randint(0, vocab_size, (200, length))


@torch.no_grad()
def accuracy():
    guesses = gpt(ids)[:, -1].argmax(-1)
    return (guesses == ids[:, 0]).float().mean().item()


# A head reaches the rest through its columns of the output projection:
# without them, the others work on as they did.
project = gpt.layer.self_attn.out_proj.weight  # (d, heads · size)
kept = project.detach().clone()
print(f"accuracy   {accuracy():.2f}")
for head in range(heads):
    with torch.no_grad():
        project[:, head * size : (head + 1) * size] = 0
    print(f"without {head}  {accuracy():.2f}")
    with torch.no_grad():
        project.copy_(kept)
