"""Writes the checkpoints of data/models with what PyTorch computes from them: python3 scripts/models.py

Four shapes as others write them: prefixes, buffers that nobody needs, heads, old names, shards, 16 and 64 bits. The weights
are random; the formulas are those of the papers, and names those of Hugging Face. Needs PyTorch, nothing else.
"""

import json
import math
import struct
from pathlib import Path

import torch
from torch.nn import functional as F

OUT = Path(__file__).parent.parent / "data" / "models"
DTYPES = {"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16, "F64": torch.float64, "I64": torch.int64}


def write_safetensors(path, tensors):
    header, at = {"__metadata__": {"format": "pt"}}, 0
    for name, t in tensors.items():
        dtype = next(k for k, v in DTYPES.items() if v == t.dtype)
        size = t.numel() * t.element_size()
        header[name] = {"dtype": dtype, "shape": list(t.shape), "data_offsets": [at, at + size]}
        at += size
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    data = b"".join(bytes(t.contiguous().view(-1).view(torch.uint8).tolist()) if t.numel() else b"" for t in tensors.values())
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def golden(t):
    dtype = "int64" if t.dtype == torch.int64 else "float32"
    data = t.flatten().tolist()
    return {"shape": list(t.shape), "dtype": dtype, "data": data if dtype == "int64" else [float(f"{x:.9g}") for x in data]}


def weights(shapes, dtype, seed):
    """Random weights, rounded to the stored type; what computes with them uses float32."""
    g = torch.Generator().manual_seed(seed)
    stored = {}
    for name, shape in shapes.items():
        t = 0.35 * torch.randn(shape, generator=g, dtype=torch.float64)
        if "norm" in name.lower() or "ln_" in name:
            t = t + (0.0 if name.endswith(("bias", "beta")) else 1.0)
        stored[name] = t.to(dtype)
    return stored, {name: t.float().requires_grad_() for name, t in stored.items()}


def attend(q, k, v, mask):
    a = (q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1]) + mask).softmax(-1)
    return a, (a @ v).transpose(1, 2).flatten(2)


def heads(x, n):
    return x.unflatten(-1, (n, -1)).transpose(1, 2)


def causal(n):
    return torch.full((n, n), -math.inf).triu(1)


def padding(mask):
    return torch.zeros(mask.shape).masked_fill(mask == 0, -math.inf)[:, None, None]


def gpt2_shapes(c, tied):
    d, inner = c["n_embd"], c["n_inner"] or 4 * c["n_embd"]
    shapes = {"wte.weight": (c["vocab_size"], d), "wpe.weight": (c["n_positions"], d)}
    for i in range(c["n_layer"]):
        for name, shape in {"ln_1": (d,), "attn.c_attn": (d, 3 * d), "attn.c_proj": (d, d), "ln_2": (d,), "mlp.c_fc": (d, inner), "mlp.c_proj": (inner, d)}.items():
            shapes[f"h.{i}.{name}.weight"] = shape
            shapes[f"h.{i}.{name}.bias"] = shape[-1:]
    shapes |= {"ln_f.weight": (d,), "ln_f.bias": (d,)}
    return shapes if tied else shapes | {"lm_head.weight": (c["vocab_size"], d)}


def gpt2(c, w, ids, hidden=0.0):
    act = F.gelu if c["activation_function"] == "gelu" else lambda x: F.gelu(x, approximate="tanh")
    norm = lambda x, name: F.layer_norm(x, x.shape[-1:], w[name + ".weight"], w[name + ".bias"], c["layer_norm_epsilon"])
    conv = lambda x, name: x @ w[name + ".weight"] + w[name + ".bias"]
    n, x, states, maps = ids.shape[1], w["wte.weight"][ids] + w["wpe.weight"][: ids.shape[1]], [], []
    for i in range(c["n_layer"]):
        states.append(x)
        q, k, v = (heads(part, c["n_head"]) for part in conv(norm(x, f"h.{i}.ln_1"), f"h.{i}.attn.c_attn").chunk(3, -1))
        a, o = attend(q, k, v, causal(n) + hidden)
        maps.append(a)
        x = x + conv(o, f"h.{i}.attn.c_proj")
        x = x + conv(act(conv(norm(x, f"h.{i}.ln_2"), f"h.{i}.mlp.c_fc")), f"h.{i}.mlp.c_proj")
    x = norm(x, "ln_f")
    return x @ w.get("lm_head.weight", w["wte.weight"]).T, [*states, x], maps


def llama_shapes(c):
    d, inner, hd = c["hidden_size"], c["intermediate_size"], c["head_dim"]
    q, kv = c["num_attention_heads"] * hd, c["num_key_value_heads"] * hd
    shapes = {"embed_tokens.weight": (c["vocab_size"], d)}
    for i in range(c["num_hidden_layers"]):
        at = f"layers.{i}."
        shapes[at + "input_layernorm.weight"] = (d,)
        for name, shape in {"q": (q, d), "k": (kv, d), "v": (kv, d), "o": (d, q)}.items():
            shapes[f"{at}self_attn.{name}_proj.weight"] = shape
            if c["attention_bias"]:
                shapes[f"{at}self_attn.{name}_proj.bias"] = shape[:1]
        shapes[at + "post_attention_layernorm.weight"] = (d,)
        for name, shape in {"gate": (inner, d), "up": (inner, d), "down": (d, inner)}.items():
            shapes[f"{at}mlp.{name}_proj.weight"] = shape
            if c["mlp_bias"]:
                shapes[f"{at}mlp.{name}_proj.bias"] = shape[:1]
    shapes["norm.weight"] = (d,)
    return shapes if c["tie_word_embeddings"] else shapes | {"lm_head.weight": (c["vocab_size"], d)}


def llama(c, w, ids, hidden=0.0):
    n, hd, kv = ids.shape[1], c["head_dim"], c["num_key_value_heads"]
    theta = c.get("rope_theta") or c["rope_parameters"]["rope_theta"]
    angles = torch.outer(torch.arange(n).float(), 1 / theta ** (torch.arange(0, hd, 2).float() / hd))
    cos, sin = torch.cat([angles, angles], -1).cos(), torch.cat([angles, angles], -1).sin()
    turn = lambda x: x * cos + torch.cat([-x[..., hd // 2 :], x[..., : hd // 2]], -1) * sin
    norm = lambda x, name: w[name] * (x * torch.rsqrt(x.square().mean(-1, keepdim=True) + c["rms_norm_eps"]))
    linear = lambda x, name: F.linear(x, w[name + ".weight"], w.get(name + ".bias"))
    x, states, maps = w["embed_tokens.weight"][ids], [], []
    for i in range(c["num_hidden_layers"]):
        at = f"layers.{i}."
        states.append(x)
        y = norm(x, at + "input_layernorm.weight")
        q, k, v = (linear(y, f"{at}self_attn.{name}_proj") for name in "qkv")
        repeat = lambda t: heads(t, kv).repeat_interleave(c["num_attention_heads"] // kv, 1)
        a, o = attend(turn(heads(q, c["num_attention_heads"])), turn(repeat(k)), repeat(v), causal(n) + hidden)
        maps.append(a)
        x = x + linear(o, at + "self_attn.o_proj")
        y = norm(x, at + "post_attention_layernorm.weight")
        x = x + linear(F.silu(linear(y, at + "mlp.gate_proj")) * linear(y, at + "mlp.up_proj"), at + "mlp.down_proj")
    x = norm(x, "norm.weight")
    return x @ w.get("lm_head.weight", w["embed_tokens.weight"]).T, [*states, x], maps


def bert_shapes(c):
    d, inner = c["hidden_size"], c["intermediate_size"]
    norm = lambda at: {f"{at}LayerNorm.gamma": (d,), f"{at}LayerNorm.beta": (d,)}
    shapes = {f"embeddings.{name}_embeddings.weight": (rows, d) for name, rows in {"word": c["vocab_size"], "position": c["max_position_embeddings"], "token_type": c["type_vocab_size"]}.items()}
    shapes |= norm("embeddings.")
    for i in range(c["num_hidden_layers"]):
        at = f"encoder.layer.{i}."
        linear = {f"attention.self.{name}": (d, d) for name in ("query", "key", "value")} | {"attention.output.dense": (d, d), "intermediate.dense": (inner, d), "output.dense": (d, inner)}
        for name, shape in linear.items():
            shapes |= {f"{at}{name}.weight": shape, f"{at}{name}.bias": shape[:1]}
        shapes |= norm(at + "attention.output.") | norm(at + "output.")
    return shapes | {"pooler.dense.weight": (d, d), "pooler.dense.bias": (d,)}


def bert(c, w, ids, types, mask):
    act = lambda x: F.gelu(x, approximate="tanh")
    norm = lambda x, name: F.layer_norm(x, x.shape[-1:], w[name + "LayerNorm.gamma"], w[name + "LayerNorm.beta"], c["layer_norm_eps"])
    linear = lambda x, name: F.linear(x, w[name + ".weight"], w[name + ".bias"])
    table = lambda name: w[f"embeddings.{name}_embeddings.weight"]
    x = norm(table("word")[ids] + table("token_type")[types] + table("position")[: ids.shape[1]], "embeddings.")
    hidden = padding(mask)
    states, maps = [], []
    for i in range(c["num_hidden_layers"]):
        at = f"encoder.layer.{i}."
        states.append(x)
        q, k, v = (heads(linear(x, f"{at}attention.self.{name}"), c["num_attention_heads"]) for name in ("query", "key", "value"))
        a, o = attend(q, k, v, hidden)
        maps.append(a)
        x = norm(x + linear(o, at + "attention.output.dense"), at + "attention.output.")
        x = norm(x + linear(act(linear(x, at + "intermediate.dense")), at + "output.dense"), at + "output.")
    return x, linear(x[:, 0], "pooler.dense").tanh(), [*states, x], maps


def decoder_case(name, config, shapes, run, dtype, prefix, extra, shards, seed, mask=None):
    stored, w = weights(shapes, dtype, seed)
    outside = ("lm_head.",)
    full = lambda key: key if key.startswith(outside) else prefix + key
    files = {full(key): t for key, t in stored.items()} | extra(stored)
    ids = torch.randint(0, config["vocab_size"], (2, 6), generator=torch.Generator().manual_seed(seed + 1))
    mask = torch.ones(ids.shape, dtype=torch.int64) if mask is None else mask
    logits, states, maps = run(config, w, ids, padding(mask))
    loss = F.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten())
    loss.backward()
    norms = {full(key): t.grad.norm().item() for key, t in w.items()}
    tokens, gap = ids[0, :2].tolist(), math.inf
    with torch.no_grad():
        for _ in range(6):
            best = run(config, w, torch.tensor([tokens]))[0][0, -1].topk(2)
            gap = min(gap, (best.values[0] - best.values[1]).item())
            tokens.append(best.indices[0].item())
    assert gap > 1e-2, f"{name}: choose another seed, two tokens are {gap} apart"
    greedy = {"prompt": tokens[:2], "tokens": tokens, "smallest_gap": gap}
    inputs = {"input_ids": golden(ids)} | ({} if mask.all() else {"attention_mask": golden(mask)})
    expected = inputs | {"logits": golden(logits), "hidden_states": [golden(x) for x in states], "attentions": [golden(a) for a in maps]}
    write(name, config, files, expected | {"greedy": greedy, "loss": loss.item(), "grad_norms": norms}, shards)


def write(name, config, files, expected, shards=1):
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / f"{name}.config.json").write_text(json.dumps(config, indent=1) + "\n")
    (OUT / f"{name}.json").write_text(json.dumps(expected) + "\n")
    if shards == 1:
        return write_safetensors(OUT / f"{name}.safetensors", files)
    keys, where = list(files), {}
    for i in range(shards):
        file = f"{name}-{i + 1:05}-of-{shards:05}.safetensors"
        part = keys[i::shards]
        write_safetensors(OUT / file, {key: files[key] for key in part})
        where |= dict.fromkeys(part, file)
    (OUT / f"{name}.safetensors.index.json").write_text(json.dumps({"metadata": {}, "weight_map": where}) + "\n")


def main():
    tied = {"model_type": "gpt2", "vocab_size": 13, "n_positions": 9, "n_embd": 8, "n_head": 2, "n_layer": 2, "n_inner": 12, "layer_norm_epsilon": 1e-5, "activation_function": "gelu"}
    buffers = lambda w: {"transformer.h.0.attn.bias": torch.ones(1, 1, 9, 9), "transformer.h.0.attn.masked_bias": torch.tensor(-1e4), "lm_head.weight": w["wte.weight"].clone()}
    decoder_case("gpt2-half", tied, gpt2_shapes(tied, True), gpt2, torch.float16, "transformer.", buffers, 1, 1)
    untied = {"architectures": ["GPT2LMHeadModel"], "vocab_size": 11, "n_ctx": 8, "hidden_size": 6, "num_attention_heads": 3, "num_hidden_layers": 1, "tie_word_embeddings": False}
    old = untied | {"n_positions": 8, "n_embd": 6, "n_head": 3, "n_layer": 1, "n_inner": None, "layer_norm_epsilon": 1e-5, "activation_function": "gelu_new"}
    decoder_case("gpt2-untied", untied, gpt2_shapes(old, False), lambda _, *args: gpt2(old, *args), torch.float64, "", lambda w: {}, 1, 12)
    base = {"model_type": "llama", "vocab_size": 13, "hidden_size": 10, "num_attention_heads": 3, "num_key_value_heads": 1, "head_dim": 4, "num_hidden_layers": 2, "intermediate_size": 9, "max_position_embeddings": 16, "rms_norm_eps": 1e-6, "hidden_act": "silu", "attention_bias": True, "mlp_bias": True, "tie_word_embeddings": False, "rope_parameters": {"rope_type": "default", "rope_theta": 500000.0}}
    frequencies = lambda w: {"model.layers.0.self_attn.rotary_emb.inv_freq": torch.ones(2)}
    decoder_case("llama-shards", base, llama_shapes(base), llama, torch.bfloat16, "model.", frequencies, 2, 3, torch.tensor([[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 0, 0]]))
    c = {"model_type": "bert", "vocab_size": 13, "hidden_size": 8, "num_attention_heads": 2, "num_hidden_layers": 2, "intermediate_size": 12, "max_position_embeddings": 9, "type_vocab_size": 3, "layer_norm_eps": 1e-12, "hidden_act": "gelu_new", "position_embedding_type": "absolute"}
    stored, w = weights(bert_shapes(c), torch.float32, 4)
    files = {f"bert.{key}": t for key, t in stored.items()} | {"bert.embeddings.position_ids": torch.arange(9)[None], "cls.predictions.bias": torch.zeros(13), "cls.predictions.transform.LayerNorm.gamma": torch.ones(8)}
    g = torch.Generator().manual_seed(5)
    ids, types = torch.randint(0, 13, (2, 5), generator=g), torch.randint(0, 3, (2, 5), generator=g)
    mask = torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]])
    with torch.no_grad():
        last, pooled, states, maps = bert(c, w, ids, types, mask)
    inputs = {"input_ids": golden(ids), "token_type_ids": golden(types), "attention_mask": golden(mask)}
    outputs = {"last_hidden_state": golden(last), "pooler_output": golden(pooled), "hidden_states": [golden(x) for x in states], "attentions": [golden(a) for a in maps]}
    write("bert-prefix", c, files, inputs | outputs)


if __name__ == "__main__":
    main()
