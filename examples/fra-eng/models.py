"""The translators of models.ts in PyTorch, with the same names of parameters and the same initial distributions."""

import math

import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

NAMES = ("gru", "gru-plain", "transformer")


def make(settings, sources, targets):
    name, width, dropout = settings["model"], settings["width"], settings["dropout"]
    if name == "transformer":
        return Transformer(sources, targets, width, settings["layers"], dropout)
    decoder = AttentionDecoder(targets, width, dropout) if name == "gru" else PlainDecoder(targets, width)
    net = Translator(Encoder(sources, width, dropout), decoder)
    for module in net.modules():
        weights = module.named_parameters(recurse=False) if isinstance(module, (nn.Linear, nn.GRU)) else ()
        for key, weight in weights:
            if key.startswith("weight"):
                nn.init.xavier_uniform_(weight)
    return net


def mask_of(lengths, steps):
    """True where there is a word."""
    return torch.arange(steps) < lengths[:, None]


class Translator(nn.Module):
    def __init__(self, encoder, decoder):
        super().__init__()
        self.encoder, self.decoder = encoder, decoder

    def forward(self, source, fed, lengths):
        return self.decoder(fed, self.decoder.start(*self.encoder(source, lengths), lengths))[0]

    def greedy(self, source, lengths, bos, eos, most):
        state = self.decoder.start(*self.encoder(source, lengths), lengths)
        word = torch.full((len(source), 1), bos)
        words, ended = [], torch.zeros(len(source), dtype=torch.bool)
        while len(words) < most and not ended.all():
            scores, state = self.decoder(word, state)
            word = scores.argmax(-1)
            words.append(word)
            ended |= word[:, 0] == eos
        return torch.cat(words, 1).tolist()


class Encoder(nn.Module):
    """A GRU in both directions."""

    def __init__(self, words, width, dropout):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.drop = nn.Dropout(dropout)
        self.rnn = nn.GRU(width, width // 2, bidirectional=True, batch_first=True)

    def forward(self, source, lengths):
        """The states (b, steps, h), and the last state of both directions (b, h)."""
        embedded = self.drop(self.embedding(source))
        packed = pack_padded_sequence(embedded, lengths, batch_first=True, enforce_sorted=False)
        output, last = self.rnn(packed)
        states, _ = pad_packed_sequence(output, batch_first=True, total_length=source.shape[1])
        return states, torch.cat([last[0], last[1]], -1)


class AdditiveAttention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.W_k = nn.Linear(width, width, bias=False)
        self.W_q = nn.Linear(width, width, bias=False)
        self.w_v = nn.Linear(width, 1, bias=False)


class AttentionDecoder(nn.Module):
    """Bahdanau, Cho & Bengio (2015), appendix A.2.2."""

    def __init__(self, words, width, dropout):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.W_s = nn.Linear(width // 2, width, bias=False)
        self.attention = AdditiveAttention(width)
        self.rnn = nn.GRU(2 * width, width)  # its weights; steps run through gru_cell
        self.maxout = nn.Linear(3 * width, 2 * width, bias=False)
        self.dense = nn.Linear(width, words)
        self.dropout = dropout

    def start(self, states, last, lengths):
        hidden = torch.tanh(self.W_s(last[:, last.shape[1] // 2 :]))
        return states, self.attention.W_k(states), mask_of(lengths, states.shape[1]), hidden

    def forward(self, fed, state):
        states, keys, mask, hidden = state
        rnn, outputs = self.rnn, []
        for word in self.embedding(fed).unbind(1):
            query = self.attention.W_q(hidden)[:, None]
            scores = self.attention.w_v(torch.tanh(query + keys)).squeeze(-1)
            weights = scores.masked_fill(~mask, -math.inf).softmax(-1)
            weights = F.dropout(weights, self.dropout, self.training)
            context = torch.bmm(weights[:, None], states).squeeze(1)
            read = torch.cat([word, context], -1)
            outputs.append(torch.cat([hidden, read], -1))
            cell = (rnn.weight_ih_l0, rnn.weight_hh_l0, rnn.bias_ih_l0, rnn.bias_hh_l0)
            hidden = torch.gru_cell(read, hidden, *cell)
        a, b = self.maxout(torch.stack(outputs, 1)).chunk(2, -1)
        return self.dense(torch.maximum(a, b)), (states, keys, mask, hidden)


class PlainDecoder(nn.Module):
    """Without attention: it reads the encoder's last state at every step (Cho et al. 2014)."""

    def __init__(self, words, width):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.rnn = nn.GRU(2 * width, width, batch_first=True)
        self.dense = nn.Linear(width, words)

    def start(self, states, last, lengths):
        return last, last[None]

    def forward(self, fed, state):
        context, hidden = state
        words = self.embedding(fed)
        read = torch.cat([words, context[:, None].expand(-1, words.shape[1], -1)], -1)
        output, hidden = self.rnn(read, hidden.contiguous())
        return self.dense(output), (context, hidden)


class Side(nn.Module):
    """Embeddings, positions, and a stack of layers that normalize their input."""

    def __init__(self, words, width, layers, dropout, layer, stack):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        nn.init.normal_(self.embedding.weight, 0, width**-0.5)
        self.dropout = nn.Dropout(dropout)
        options = {"dropout": dropout, "batch_first": True, "norm_first": True}
        self.stack = stack(layer(width, 4, 4 * width, **options), layers, norm=nn.LayerNorm(width))
        # The stack copies one layer: each needs numbers of its own.
        self.stack.layers = nn.ModuleList(layer(width, 4, 4 * width, **options) for _ in range(layers))
        for module in self.stack.modules():
            if isinstance(module, nn.Linear):
                nn.init.xavier_uniform_(module.weight)
        steps = torch.arange(64)[:, None] / 10000 ** (torch.arange(0, width, 2) / width)
        table = torch.stack([steps.sin(), steps.cos()], -1).flatten(1)
        self.register_buffer("positions", table, persistent=False)

    def embed(self, ids):
        scaled = self.embedding(ids) * math.sqrt(self.embedding.embedding_dim)
        return self.dropout(scaled + self.positions[: ids.shape[1]])


class Transformer(nn.Module):
    """Vaswani et al. (2017), normalizing first; the output layer is the table of target embeddings."""

    def __init__(self, sources, targets, width, layers, dropout):
        super().__init__()
        encoder = lambda layer, n, norm: nn.TransformerEncoder(layer, n, norm, enable_nested_tensor=False)
        self.encoder = Side(sources, width, layers, dropout, nn.TransformerEncoderLayer, encoder)
        self.decoder = Side(targets, width, layers, dropout, nn.TransformerDecoderLayer, nn.TransformerDecoder)

    def encode(self, source, lengths):
        padding = ~mask_of(lengths, source.shape[1])
        return self.encoder.stack(self.encoder.embed(source), src_key_padding_mask=padding), padding

    def decode(self, fed, memory, padding):
        later = torch.ones(fed.shape[1], fed.shape[1], dtype=torch.bool).triu(1)
        output = self.decoder.stack(
            self.decoder.embed(fed), memory, tgt_mask=later, memory_key_padding_mask=padding, tgt_is_causal=True
        )
        return F.linear(output, self.decoder.embedding.weight)

    def forward(self, source, fed, lengths):
        return self.decode(fed, *self.encode(source, lengths))

    def greedy(self, source, lengths, bos, eos, most):
        """Without a cache: every step computes the whole translation so far."""
        encoded = self.encode(source, lengths)
        words = torch.full((len(source), 1), bos)
        while words.shape[1] <= most and not (words == eos).any(1).all():
            words = torch.cat([words, self.decode(words, *encoded)[:, -1:].argmax(-1)], 1)
        return words[:, 1:].tolist()
