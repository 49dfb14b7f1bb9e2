"""The workloads on PyTorch. Each function takes the inputs by name and gives (outputs, run): a function that computes
once and gives the results in the order of its workload, and one that does one iteration; a third may give facts."""

import math

import torch
from torch import nn
from torch.nn import functional as F

from head_ablations import head_ablations
from translator import Translator, train_step


def calculation(compute):
    """A program that computes the same again and again, without gradients."""

    def outputs():
        with torch.no_grad():
            y = compute()
        return [y]

    def run():
        with torch.no_grad():
            compute()

    return outputs, run


def training(step):
    """A program of training steps; its outputs are the losses of the first three."""
    return lambda: [torch.tensor([step().item() for _ in range(3)])], step


def descent(optimizer, loss_of):
    """A program of training steps of one loss."""

    def step():
        optimizer.zero_grad()
        loss = loss_of()
        loss.backward()
        optimizer.step()
        return loss

    return training(step)


def matmul(inputs, ta=False, tb=False):
    a, b = inputs["a"], inputs["b"]
    a = a.transpose(-2, -1) if ta else a
    b = b.transpose(-2, -1) if tb else b
    return calculation(lambda: torch.matmul(a, b))


def softmax(inputs):
    x = inputs["x"]
    return calculation(lambda: torch.softmax(x, -1))


def layer_norm(inputs):
    x, weight, bias = inputs["x"], inputs["weight"], inputs["bias"]
    return calculation(lambda: F.layer_norm(x, (x.shape[-1],), weight, bias))


def tanh_add(inputs):
    a, b = inputs["a"], inputs["b"]
    return calculation(lambda: torch.tanh(a + b))


def sum(inputs, axis):
    x = inputs["x"]
    return calculation(lambda: x.sum(axis))


def transpose(inputs):
    x = inputs["x"]
    return calculation(lambda: x.permute(0, 2, 1, 3).contiguous())


def one_op(inputs, ops):
    x, y = inputs["x"], inputs["y"]

    def compute():
        total = x
        for _ in range(ops):
            total = torch.add(total, y)
        return total

    return calculation(compute)


def decode_row(inputs, turned):
    x, weight = inputs["x"], inputs["weight"]
    return calculation(lambda: F.linear(x, weight) if turned else torch.matmul(x, weight))


def attend(q, k, v, causal):
    if hasattr(F, "scaled_dot_product_attention"):
        return F.scaled_dot_product_attention(q, k, v, is_causal=causal)
    scores = torch.matmul(q / math.sqrt(q.shape[-1]), k.transpose(-2, -1))
    if causal:
        length = q.shape[-2]
        allowed = torch.ones(length, length, dtype=torch.bool).tril()
        scores = scores.masked_fill(~allowed, float("-inf"))
    return torch.matmul(torch.softmax(scores, -1), v)


def attention(inputs, backward, causal):
    q, k, v, g = (inputs[name] for name in ("q", "k", "v", "g"))
    if not backward:
        return calculation(lambda: attend(q, k, v, causal))
    wanted = [x.requires_grad_() for x in (q, k, v)]

    def compute():
        y = attend(q, k, v, causal)
        return [y, *torch.autograd.grad(y, wanted, g)]

    return compute, compute


def flex(inputs, backward, kind):
    names = [name for name in ("q", "k", "v", "bias", "slopes") if name in inputs]
    wanted = [inputs[name] for name in names]
    length = inputs["q"].shape[-2]
    places = torch.arange(length)
    distance = places[:, None] - places

    def forward():
        q, k, v, *learned = wanted
        scores = torch.matmul(q / math.sqrt(q.shape[-1]), k.transpose(-2, -1))
        if kind == "ALiBi, learned":
            scores = scores - learned[0][:, None, None] * distance.abs()
        elif kind == "learned bias":
            scores = scores + learned[0]
        elif kind == "softcap":
            scores = torch.tanh(scores / 20) * 20
        elif kind != "full":
            allowed = distance >= 0
            if kind == "window 256":
                allowed = allowed & (distance < 256)
            scores = scores.masked_fill(~allowed, float("-inf"))
        return torch.matmul(torch.softmax(scores, -1), v)

    if not backward:
        return calculation(forward)
    for x in wanted:
        x.requires_grad_()

    def compute():
        y = forward()
        return [y, *torch.autograd.grad(y, wanted, inputs["g"])]

    return compute, compute


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.attention = nn.MultiheadAttention(width, heads, batch_first=True)
        self.norm = nn.LayerNorm(width)

    def forward(self, x):
        return self.norm(x + self.attention(x, x, x, need_weights=False)[0])


def multi_head(inputs, width, heads, lr):
    x, target = inputs.pop("x"), inputs.pop("target")
    net = Block(width, heads)
    net.load_state_dict(inputs)
    optimizer = torch.optim.Adam(net.parameters(), lr=lr)
    return descent(optimizer, lambda: F.mse_loss(net(x), target))


class Gpt(nn.Module):
    def __init__(self, vocab, length, width, heads, layers, hidden):
        super().__init__()
        self.tokens = nn.Embedding(vocab, width)
        self.positions = nn.Embedding(length, width)
        self.layers = nn.ModuleList(
            nn.TransformerEncoderLayer(
                width,
                heads,
                hidden,
                dropout=0.0,
                activation=lambda x: F.gelu(x, approximate="tanh"),
                batch_first=True,
                norm_first=True,
            )
            for _ in range(layers)
        )
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocab, bias=False)
        self.hidden = torch.full((length, length), float("-inf")).triu(1)

    def forward(self, ids):
        x = self.tokens(ids) + self.positions.weight
        for layer in self.layers:
            x = layer(x, src_mask=self.hidden)
        return self.head(self.norm(x))


def gpt(inputs, heads, layers, lr):
    ids, target = inputs.pop("ids"), inputs.pop("next")
    vocab, width = inputs["head.weight"].shape
    hidden = inputs["layers.0.linear1.weight"].shape[0]
    net = Gpt(vocab, ids.shape[1], width, heads, layers, hidden)
    net.load_state_dict(inputs)
    optimizer = torch.optim.Adam(net.parameters(), lr=lr)
    return descent(optimizer, lambda: F.cross_entropy(net(ids).flatten(0, 1), target))


class Convolutions(nn.Module):
    def __init__(self, pools, features, classes):
        super().__init__()
        self.first = nn.Conv2d(1, 16, 3, padding=1)
        self.second = nn.Conv2d(16, 32, 3, padding=1)
        self.pool = nn.MaxPool2d(2) if pools else nn.Identity()
        self.dense = nn.Linear(features, classes)
        self.pools = pools

    def forward(self, x):
        x = self.pool(F.relu(self.first(x)))
        x = self.pool(F.relu(self.second(x)))
        return self.dense(x.flatten(1) if self.pools else x.mean((2, 3)))


def convolution(inputs, pools, lr):
    x, target = inputs.pop("x"), inputs.pop("target")
    classes, features = inputs["dense.weight"].shape
    net = Convolutions(pools, features, classes)
    net.load_state_dict(inputs)
    optimizer = torch.optim.SGD(net.parameters(), lr=lr)
    return descent(optimizer, lambda: F.cross_entropy(net(x), target))


def translator(inputs, embed, hidden, layers, source, target, dropout, lr):
    batch = [inputs.pop(name) for name in ("X", "XValidLen", "Y", "YValidLen", "fed")]
    net = Translator(source, target, embed, hidden, layers, dropout)
    net.load_state_dict(inputs)
    optimizer = torch.optim.Adam(net.parameters(), lr=lr)

    def step():
        return train_step(net, optimizer, *batch)

    def outputs():
        net.eval()
        losses = torch.tensor([step().item() for _ in range(3)])
        net.train()
        return [losses]

    return outputs, step


class KernelRegression(nn.Module):
    """The seeds' NWKernelRegression: one learned width."""

    def __init__(self, w):
        super().__init__()
        self.w = nn.Parameter(w)

    def forward(self, queries, keys, values):
        queries = queries.repeat_interleave(keys.shape[1]).reshape(-1, keys.shape[1])
        weights = F.softmax(-(((queries - keys) * self.w) ** 2) / 2, dim=1)
        return torch.bmm(weights.unsqueeze(1), values.unsqueeze(-1)).reshape(-1)


def nadaraya_watson(inputs, lr):
    x, y, keys, values = (inputs[name] for name in ("x", "y", "keys", "values"))
    net = KernelRegression(inputs["w"])
    loss_of = nn.MSELoss(reduction="none")
    optimizer = torch.optim.SGD(net.parameters(), lr=lr)
    return descent(optimizer, lambda: (loss_of(net(x, keys, values), y) / 2).sum())
