"""The GPT of @saccade/models in PyTorch, with the same parameter names, so that load_state_dict works by name."""

import math

import torch
from torch import nn
from torch.nn import functional as F

POSITIONS = ("learned", "rotary", "none")


def gelu_tanh(x):
    return F.gelu(x, approximate="tanh")


# Those with glu in their names have a gate.
ACTIVATIONS = {
    "gelu": F.gelu,
    "geluTanh": gelu_tanh,
    "relu": F.relu,
    "silu": F.silu,
    "swiglu": F.silu,
    "geglu": F.gelu,
    "gegluTanh": gelu_tanh,
}


# region gpt
class GPT(nn.Module):
    """`settings` is what gpt.settings is in Saccade, such as {"vocabSize": 28, "maxLen": 64, …}."""

    def __init__(self, settings):
        super().__init__()
        for key, known in {"positions": POSITIONS, "activation": ACTIVATIONS}.items():
            if settings[key] not in known:
                raise ValueError(f"GPT: {key} is {settings[key]}; this module knows {', '.join(known)}")
        width, vocabulary = settings["dModel"], settings["vocabSize"]
        self.settings = settings
        self.embedding = nn.Embedding(vocabulary, width)
        learned = settings["positions"] == "learned"
        self.positions = LearnedPositions(settings["maxLen"], width) if learned else None
        self.dropout = nn.Dropout(settings["dropout"])
        self.blocks = nn.ModuleList(Block(settings) for _ in range(settings["numLayers"]))
        self.norm = norm_of(settings)
        self.head = None if settings["tied"] else nn.Linear(width, vocabulary, bias=False)

    def forward(self, ids):
        """(b, n) token ids → logits (b, n, vocabSize)."""
        x = self.embedding(ids)
        if self.positions is not None:
            x = self.positions(x)
        x = self.dropout(x)
        for block in self.blocks:
            x = block(x)
        x = self.norm(x)
        return F.linear(x, self.embedding.weight) if self.head is None else self.head(x)


# endregion gpt


class LearnedPositions(nn.Module):
    def __init__(self, length, width):
        super().__init__()
        self.weight = nn.Parameter(0.02 * torch.randn(length, width))

    def forward(self, x):
        return x + self.weight[: x.shape[1]]


class RMSNorm(nn.Module):
    def __init__(self, width, eps):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x):
        return x * (x.square().mean(-1, keepdim=True) + self.eps).rsqrt() * self.weight


def norm_of(settings):
    make = RMSNorm if settings["norm"] == "rms" else nn.LayerNorm
    return make(settings["dModel"], eps=settings["normEps"])


class Block(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.norm1 = norm_of(settings)
        self.attention = CausalSelfAttention(settings)
        self.norm2 = norm_of(settings)
        self.feedForward = FeedForward(settings)
        self.dropout = nn.Dropout(settings["dropout"])

    def forward(self, x):
        x = x + self.dropout(self.attention(self.norm1(x)))
        return x + self.dropout(self.feedForward(self.norm2(x)))


class CausalSelfAttention(nn.Module):
    def __init__(self, settings):
        super().__init__()
        width, bias = settings["dModel"], settings["attentionBias"]
        self.heads, self.kv_heads, self.head_dim = settings["numHeads"], settings["numKvHeads"], settings["headDim"]
        self.base = settings["ropeBase"] if settings["positions"] == "rotary" else None
        self.qkv = nn.Linear(width, (self.heads + 2 * self.kv_heads) * self.head_dim, bias=bias)
        self.out = nn.Linear(self.heads * self.head_dim, width, bias=bias)
        self.dropout = nn.Dropout(settings["dropout"])

    def forward(self, x):
        b, n, _ = x.shape
        projected = self.qkv(x).view(b, n, -1, self.head_dim).transpose(1, 2)  # (b, heads + 2 kv heads, n, head_dim)
        q, k, v = projected.split([self.heads, self.kv_heads, self.kv_heads], dim=1)
        if self.base is not None:
            q, k = rotate(q, self.base), rotate(k, self.base)
        group = self.heads // self.kv_heads  # heads of queries that share a head of keys and values
        k, v = k.repeat_interleave(group, dim=1), v.repeat_interleave(group, dim=1)
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.head_dim)
        ahead = torch.ones(n, n, dtype=torch.bool, device=x.device).triu(1)
        weights = self.dropout(scores.masked_fill(ahead, -math.inf).softmax(-1))
        return self.out((weights @ v).transpose(1, 2).flatten(2))


def rotate(x, base):
    """Rotary positions (Su et al. 2021); pairs are (i, i + head_dim / 2), as in Llama's checkpoints."""
    half = x.shape[-1] // 2
    frequencies = base ** (-torch.arange(half, dtype=torch.float64, device=x.device) / half)
    angles = torch.outer(torch.arange(x.shape[-2], dtype=torch.float64, device=x.device), frequencies)
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    first, second = x[..., :half], x[..., half:]
    return torch.cat([first * cos - second * sin, second * cos + first * sin], dim=-1)


class FeedForward(nn.Module):
    def __init__(self, settings):
        super().__init__()
        width, inner, bias = settings["dModel"], settings["dimFeedforward"], settings["bias"]
        self.up = nn.Linear(width, inner, bias=bias)
        self.activation = ACTIVATIONS[settings["activation"]]
        self.gate = nn.Linear(width, inner, bias=bias) if "glu" in settings["activation"] else None
        self.down = nn.Linear(inner, width, bias=bias)

    def forward(self, x):
        up = self.up(x)
        return self.down(self.activation(up) if self.gate is None else self.activation(self.gate(x)) * up)
