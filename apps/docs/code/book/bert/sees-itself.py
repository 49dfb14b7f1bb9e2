import torch
from torch import nn
from torch.nn import functional as F

vocabulary = "[MASK] this that dog cat cow barks meows moos".split()
sentences = [
    [1 + i, 3 + j, 6 + j] for i in range(2) for j in range(3)
]
# "this dog barks", "this cat meows" … "that cow moos", 4 times each.
ids = torch.tensor(sentences).repeat(4, 1)
mask, noun = 0, 1  # an id, a place


class Bert(nn.Module):
    def __init__(self, d=16):
        super().__init__()
        self.words = nn.Embedding(len(vocabulary), d)
        self.places = nn.Embedding(3, d)
        self.layer = nn.TransformerEncoderLayer(
            d, 2, 4 * d, dropout=0, activation="gelu", batch_first=True
        )
        self.head = nn.Linear(d, len(vocabulary))

    def forward(self, ids):
        x = self.words(ids) + self.places(torch.arange(3))
        return self.head(self.layer(x))  # (24, 3, 9)


def train(steps, hide):
    """Trains on the loss at chosen words, then asks for the nouns."""
    torch.manual_seed(0)
    bert = Bert()
    optimizer = torch.optim.Adam(bert.parameters(), lr=0.01)
    for _ in range(steps):
        # One word of each sentence.
        chosen = torch.arange(3) == torch.randint(0, 3, (24, 1))
        input = torch.where(chosen, mask, ids) if hide else ids
        target = torch.where(chosen, ids, -100)  # −100: no loss here
        optimizer.zero_grad()
        scores = bert(input)
        loss = F.cross_entropy(scores.flatten(0, 1), target.flatten())
        loss.backward()
        optimizer.step()
    covered = ids.clone()
    covered[:, noun] = mask
    with torch.no_grad():
        guessed = bert(covered)[:, noun]
    right = (guessed.argmax(-1) == ids[:, noun]).float().mean()
    print(
        "chosen words masked:" if hide else "all words in sight: ",
        f"loss {loss.item():.3f}, nouns right {right.item():.2f}",
    )


train(60, False)
train(200, True)
