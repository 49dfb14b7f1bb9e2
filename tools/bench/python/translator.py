"""The seeds' translator (004): a GRU encoder, and a GRU decoder that asks its outputs by additive attention."""

import torch
from torch import nn


def sequence_mask(x, lengths, value):
    """Overwrites x (n, steps) from each row's length on."""
    steps = torch.arange(x.size(1), device=x.device)
    x[steps[None, :] >= lengths[:, None]] = value
    return x


def masked_softmax(scores, lengths):
    shape = scores.shape
    lengths = torch.repeat_interleave(lengths, shape[1])
    flat = sequence_mask(scores.reshape(-1, shape[-1]), lengths, value=-1e6)
    return torch.softmax(flat.reshape(shape), dim=-1)


class AdditiveAttention(nn.Module):
    def __init__(self, key_size, query_size, hidden, dropout):
        super().__init__()
        self.W_k = nn.Linear(key_size, hidden, bias=False)
        self.W_q = nn.Linear(query_size, hidden, bias=False)
        self.w_v = nn.Linear(hidden, 1, bias=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, queries, keys, values, lengths):
        queries, keys = self.W_q(queries), self.W_k(keys)
        features = torch.tanh(queries.unsqueeze(2) + keys.unsqueeze(1))
        scores = self.w_v(features).squeeze(-1)
        self.weights = masked_softmax(scores, lengths)
        return torch.bmm(self.dropout(self.weights), values)


class Encoder(nn.Module):
    def __init__(self, vocab, embed, hidden, layers, dropout):
        super().__init__()
        self.embedding = nn.Embedding(vocab, embed)
        self.rnn = nn.GRU(embed, hidden, layers, dropout=dropout)

    def forward(self, x):
        return self.rnn(self.embedding(x).permute(1, 0, 2))


class Decoder(nn.Module):
    def __init__(self, vocab, embed, hidden, layers, dropout):
        super().__init__()
        self.attention = AdditiveAttention(hidden, hidden, hidden, dropout)
        self.embedding = nn.Embedding(vocab, embed)
        self.rnn = nn.GRU(embed + hidden, hidden, layers, dropout=dropout)
        self.dense = nn.Linear(hidden, vocab)

    def forward(self, x, encoded, lengths):
        outputs, state = encoded
        outputs = outputs.permute(1, 0, 2)
        words = self.embedding(x).permute(1, 0, 2)
        steps, self.weights = [], []
        for word in words:
            query = state[-1].unsqueeze(1)
            context = self.attention(query, outputs, outputs, lengths)
            joined = torch.cat((context, word.unsqueeze(1)), dim=-1)
            out, state = self.rnn(joined.permute(1, 0, 2), state)
            steps.append(out)
            self.weights.append(self.attention.weights)
        return self.dense(torch.cat(steps, dim=0)).permute(1, 0, 2)


class Translator(nn.Module):
    def __init__(self, source, target, embed, hidden, layers, dropout):
        super().__init__()
        self.encoder = Encoder(source, embed, hidden, layers, dropout)
        self.decoder = Decoder(target, embed, hidden, layers, dropout)

    def forward(self, x, fed, lengths):
        return self.decoder(fed, self.encoder(x), lengths)


def masked_cross_entropy(pred, label, lengths):
    """(b): the mean over all steps, of which those behind the length count as 0."""
    weights = sequence_mask(torch.ones_like(label, dtype=torch.float32), lengths, value=0)
    losses = nn.functional.cross_entropy(pred.permute(0, 2, 1), label, reduction="none")
    return (losses * weights).mean(dim=1)


def clip_gradients(net, limit):
    params = [p for p in net.parameters() if p.requires_grad]
    norm = torch.sqrt(sum(torch.sum(p.grad**2) for p in params))
    if norm > limit:
        for p in params:
            p.grad[:] *= limit / norm


def train_step(net, optimizer, x, x_lengths, y, y_lengths, fed):
    optimizer.zero_grad()
    loss = masked_cross_entropy(net(x, fed, x_lengths), y, y_lengths).sum()
    loss.backward()
    clip_gradients(net, 1)
    optimizer.step()
    return loss
