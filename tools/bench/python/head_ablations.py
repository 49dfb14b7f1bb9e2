"""Every head of a GPT-2 ablated, on PyTorch: all heads of a layer as rows of one batch, which grows before that layer."""

import resource

import torch
from torch.nn import functional as F


def heads_of(x, heads):
    rows, length, width = x.shape
    return x.reshape(rows, length, heads, width // heads).transpose(1, 2)


def block(p, i, x, heads, ablated):
    """A layer; in row h, head h reads nothing where `ablated`."""

    def of(name):
        return p[f"blocks.{i}.{name}.weight"], p[f"blocks.{i}.{name}.bias"]

    width = x.shape[-1]
    q, k, v = F.linear(F.layer_norm(x, (width,), *of("norm1")), *of("attention.qkv")).chunk(3, -1)
    z = F.scaled_dot_product_attention(heads_of(q, heads), heads_of(k, heads), heads_of(v, heads), is_causal=True)
    if ablated:
        every = torch.arange(heads)
        z[every, every] = 0
    x = x + F.linear(z.transpose(1, 2).reshape(x.shape), *of("attention.out"))
    hidden = F.gelu(F.linear(F.layer_norm(x, (width,), *of("norm2")), *of("feedForward.up")), approximate="tanh")
    return x + F.linear(hidden, *of("feedForward.down"))


def head_ablations(inputs, layers, heads):
    ids = inputs["ids"]
    table = inputs["embedding.weight"]
    width = table.shape[1]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def compute():
        found = []
        with torch.no_grad():
            x = table[ids] + inputs["positions.weight"][: ids.shape[1]]
            for layer in range(layers):
                stream = x.expand(heads, -1, -1)
                for i in range(layer, layers):
                    stream = block(inputs, i, stream, heads, i == layer)
                last = F.layer_norm(stream[:, -1], (width,), inputs["norm.weight"], inputs["norm.bias"])
                found.append(F.linear(last, table)[:, :8])
                x = block(inputs, layer, x, heads, False)
        return [torch.stack(found)]

    def facts():
        return {"extraMiB": (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024}

    return compute, compute, facts
