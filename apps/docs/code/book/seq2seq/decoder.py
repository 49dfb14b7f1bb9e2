import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, vocab, embed, hidden, layers):
        super().__init__()
        self.embedding = nn.Embedding(vocab, embed)
        self.rnn = nn.GRU(embed, hidden, layers)

    def forward(self, x):
        # (m, b, h), (layers, b, h)
        return self.rnn(self.embedding(x).transpose(0, 1))


class Attention(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.W_k = nn.Linear(hidden, hidden, bias=False)
        self.W_q = nn.Linear(hidden, hidden, bias=False)
        self.w_v = nn.Linear(hidden, 1, bias=False)

    def forward(self, query, h):  # (b, 1, h), (b, m, h)
        # (b, 1, n)
        scores = self.w_v(
            torch.tanh(self.W_q(query) + self.W_k(h))
        ).transpose(1, 2)
        weights = torch.softmax(scores, dim=-1)
        return weights @ h, weights  # (b, 1, h), (b, 1, n)


class Decoder(nn.Module):
    def __init__(self, vocab, embed, hidden, layers):
        super().__init__()
        self.attention = Attention(hidden)
        self.embedding = nn.Embedding(vocab, embed)
        self.rnn = nn.GRU(embed + hidden, hidden, layers)
        self.dense = nn.Linear(hidden, vocab)

    def forward(self, x, output, state):
        h, outputs, weights = output.transpose(0, 1), [], []
        # (b, embed), one step after the other
        for word in self.embedding(x).transpose(0, 1):
            # the top layer's state before this step
            query = state[-1].unsqueeze(1)
            context, seen = self.attention(query, h)
            read = torch.cat([context.squeeze(1), word], dim=-1)
            out, state = self.rnn(read.unsqueeze(0), state)
            outputs.append(out)
            weights.append(seen)
        scores = self.dense(torch.cat(outputs)).transpose(0, 1)
        return scores, torch.stack(weights)


encoder, decoder = (
    Encoder(10, 8, 16, 2).eval(),
    Decoder(10, 8, 16, 2).eval(),
)
with torch.no_grad():
    for p in [*encoder.parameters(), *decoder.parameters()]:
        p.copy_(torch.arange(p.numel()).sin().reshape(p.shape))
    output, state = encoder(torch.tensor([[4, 5, 6, 7, 3]]))
    print(
        "encoder's output:",
        tuple(output.shape),
        "last states:",
        tuple(state.shape),
    )
    scores, weights = decoder(torch.tensor([[2, 8, 9]]), output, state)
print(
    "scores of words: ",
    tuple(scores.shape),
    "weights:",
    tuple(weights.shape),
)
for t in range(3):
    print(
        f"weights, step {t + 1}:",
        "  ".join(f"{x:.4f}" for x in weights[t].flatten()),
    )
print(
    "first scores:    ", "  ".join(f"{x:.4f}" for x in scores[0, 2, :4])
)
