"""Writes nmt_data_embedded.json and training/embedded_* from the embedded corpus: python3 scripts/seq2seq.py

The last experiment of the documents that the project is based on (a GRU translator with additive attention, without dropout and
in file order), on the project's own pairs, so that a clone can check it. Needs PyTorch and the project's sources.
"""

import hashlib
import json
import math
import re
import sys
from collections import Counter
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F

sys.path.append(str(Path(__file__).parent))
from models import write_safetensors

ROOT = Path(__file__).parents[3]
OUT = Path(__file__).parent.parent / "data"
SIZES = {
    "embed_size": 32, "num_hiddens": 32, "num_layers": 2, "dropout": 0.0, "batch_size": 64, "num_steps": 10,
    "lr": 0.005, "num_epochs": 60, "num_examples": 600, "min_freq": 2, "theta": 1.0,
}  # fmt: skip
STEPS, SENTENCES = 24, (0, 100, 300, 500, 600)
RESERVED = ["<pad>", "<bos>", "<eos>"]


def corpus():
    """The text of embeddedCorpus()."""
    source = (ROOT / "packages/datasets/src/nmt/corpus-text.ts").read_text(encoding="utf-8")
    return re.search(r"`([A-Z][^`]*\t[^`]*)`;", source).group(1)


def preprocess(text):
    text = text.replace("\u202f", " ").replace("\xa0", " ").lower()
    out = [" " + c if i > 0 and c in ",.!?" and text[i - 1] != " " else c for i, c in enumerate(text)]
    return "".join(out)


def tokenize(text, num_examples):
    rows = [line.split("\t") for line in text.split("\n")[: num_examples + 1]]
    return [row[0].split(" ") for row in rows], [row[1].split(" ") for row in rows]


def vocabulary(lines, min_freq):
    counts = sorted(Counter(token for line in lines for token in line).items(), key=lambda item: -item[1])
    tokens = ["<unk>", *RESERVED]
    return tokens + [token for token, n in counts if n >= min_freq and token not in tokens], counts


def array(lines, tokens, steps):
    index = {token: i for i, token in enumerate(tokens)}
    rows = [([index.get(t, 0) for t in line] + [index["<eos>"]])[:steps] for line in lines]
    ids = torch.tensor([row + [index["<pad>"]] * (steps - len(row)) for row in rows])
    return ids, (ids != index["<pad>"]).sum(1)


def golden(t):
    if t.dtype == torch.int64:
        return {"shape": list(t.shape), "dtype": "int64", "data": t.flatten().tolist()}
    return {"shape": list(t.shape), "dtype": "float32", "data": [float(f"{x:.9g}") for x in t.flatten().tolist()]}


class AdditiveAttention(nn.Module):
    def __init__(self, h):
        super().__init__()
        self.W_k, self.W_q, self.w_v = nn.Linear(h, h, bias=False), nn.Linear(h, h, bias=False), nn.Linear(h, 1, bias=False)

    def forward(self, query, keys, lens):
        features = torch.tanh(self.W_q(query).unsqueeze(2) + self.W_k(keys).unsqueeze(1))
        scores = self.w_v(features).squeeze(-1)  # (b, 1, steps)
        hidden = torch.arange(keys.shape[1]) >= lens[:, None, None]
        weights = scores.masked_fill(hidden, -1e6).softmax(-1)
        return weights @ keys, weights


class Side(nn.Module):
    def __init__(self, words, inputs, s):
        super().__init__()
        self.embedding = nn.Embedding(words, s["embed_size"])
        self.rnn = nn.GRU(inputs, s["num_hiddens"], s["num_layers"])


class Translator(nn.Module):
    def __init__(self, src, tgt, s):
        super().__init__()
        e, h = s["embed_size"], s["num_hiddens"]
        self.encoder, self.decoder = Side(src, e, s), Side(tgt, e + h, s)
        self.decoder.attention = AdditiveAttention(h)
        self.decoder.dense = nn.Linear(h, tgt)
        for module in self.modules():
            if isinstance(module, (nn.Linear, nn.GRU)):
                for name, weight in module.named_parameters(recurse=False):
                    if name.startswith("weight"):
                        nn.init.xavier_uniform_(weight)

    def encode(self, x):
        states, last = self.encoder.rnn(self.encoder.embedding(x).transpose(0, 1))
        return states.transpose(0, 1), last

    def decode(self, words, keys, lens, hidden):
        outputs, weights = [], []
        for x in self.decoder.embedding(words).transpose(0, 1):
            context, seen = self.decoder.attention(hidden[-1].unsqueeze(1), keys, lens)
            out, hidden = self.decoder.rnn(torch.cat([context, x.unsqueeze(1)], -1).transpose(0, 1), hidden)
            outputs.append(self.decoder.dense(out))
            weights.append(seen[:, 0])
        return torch.cat(outputs).transpose(0, 1), hidden, weights


def train(net, batches, bos, epochs, at_step=lambda step, numbers: None):
    """The loss of each epoch, and of each of the first steps."""
    optimizer = torch.optim.Adam(net.parameters(), lr=SIZES["lr"])
    step, losses = 0, []
    for _ in range(epochs):
        total, tokens = 0.0, 0
        for x, x_len, y, y_len in batches:
            fed = torch.cat([torch.full((len(y), 1), bos), y[:, :-1]], 1)
            keys, last = net.encode(x)
            scores, _, _ = net.decode(fed, keys, x_len, last)
            mask = torch.arange(y.shape[1]) < y_len[:, None]
            each = F.cross_entropy(scores.transpose(1, 2), y, reduction="none") * mask
            loss = each.mean(1).sum()
            optimizer.zero_grad()
            loss.backward()
            norm = math.sqrt(sum(p.grad.double().square().sum().item() for p in net.parameters()))
            if norm > SIZES["theta"]:
                for p in net.parameters():
                    p.grad.mul_(SIZES["theta"] / norm)
            optimizer.step()
            step += 1
            total, tokens = total + loss.item(), tokens + y_len.sum().item()
            at_step(step, {"loss_sum": loss.item(), "grad_norm_before_clip": norm, "tokens": y_len.sum().item()})
        losses.append(total / tokens)
    return losses


def bleu(pred, label, k=2):
    pred, label = pred.split(" "), label.split(" ")
    score = math.exp(min(0, 1 - len(label) / len(pred)))
    for n in range(1, min(k, len(pred)) + 1):
        grams = lambda words: Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))
        score *= ((grams(pred) & grams(label)).total() / (len(pred) - n + 1)) ** 0.5**n
    return score


@torch.no_grad()
def translate(net, row, x, x_len, tgt, references):
    keys, hidden = net.encode(x[row : row + 1])
    word, words, maps = torch.tensor([[tgt.index("<bos>")]]), [], []
    for _ in range(SIZES["num_steps"]):
        scores, hidden, weights = net.decode(word, keys, x_len[row : row + 1], hidden)
        word = scores.argmax(-1)
        maps.append(weights[0][0])
        if tgt[word.item()] == "<eos>":
            break
        words.append(tgt[word.item()])
    (eng, fra), pred = references, " ".join(words)
    return {"eng": eng, "fra": fra, "pred": pred, "bleu_k2": bleu(pred, fra), "attention": golden(torch.stack(maps))}


def main():
    torch.manual_seed(0)
    torch.set_num_threads(1)
    text, s = corpus(), SIZES
    source, target = tokenize(preprocess(text), s["num_examples"])
    (src, src_counts), (tgt, tgt_counts) = (vocabulary(side, s["min_freq"]) for side in (source, target))
    arrays = [*array(source, src, s["num_steps"]), *array(target, tgt, s["num_steps"])]
    batches = list(zip(*(t.split(s["batch_size"]) for t in arrays)))
    names = ("X", "X_valid_len", "Y", "Y_valid_len")
    digest = lambda t: hashlib.sha256(t.to(torch.int32).numpy().astype("<i4").tobytes()).hexdigest()
    case = {
        "name": "nmt/embedded/examples=600", "op": "load_data_nmt", "corpus": "embedded",
        "attrs": {**{k: s[k] for k in ("num_examples", "min_freq", "num_steps", "batch_size")}, "shuffle": False},
        "num_pairs": len(source), "num_batches": len(batches), "last_batch_rows": len(batches[-1][0]),
        "last_source": source[-1], "last_target": target[-1],
        "src_vocab_size": len(src), "tgt_vocab_size": len(tgt), "src_vocab": src, "tgt_vocab": tgt,
        "src_top_freqs": src_counts[:20], "tgt_top_freqs": tgt_counts[:20],
        "first_batch": {name: golden(t) for name, t in zip(names, batches[0])},
        "all_sha256_int32_le": {name: digest(t) for name, t in zip(names, arrays)},
        "target_tokens_per_epoch": arrays[3].sum().item(),
    }  # fmt: skip
    head = {"format": "oracle-golden/1", "set": "own", "seed": 0, "torch": torch.__version__}
    write_json(OUT / "nmt_data_embedded.json", {**head, "cases": [case]})

    prefix = OUT / "training" / "embedded"
    net = Translator(len(src), len(tgt), s)
    save = lambda name: write_safetensors(Path(f"{prefix}_{name}.safetensors"), dict(net.state_dict()))
    save("init")
    exact = Translator(len(src), len(tgt), s).double()
    exact.load_state_dict({name: t.double() for name, t in net.state_dict().items()})
    bos, first, first_exact = tgt.index("<bos>"), [], []

    def at_step(step, numbers):
        if step <= STEPS:
            first.append(numbers)
        if step == 3:
            numbers["param_l2_after"] = {name: p.norm().item() for name, p in net.named_parameters()}
            save("after_3_steps")

    losses = train(net, batches, bos, s["num_epochs"], at_step)
    save("trained")
    losses_exact = train(exact, batches, bos, 3, lambda step, numbers: first_exact.append(numbers["loss_sum"]))
    pairs = [(" ".join(a), " ".join(b)) for a, b in zip(source, target)]
    record = {
        "about": "dropout 0, batches in file order (no shuffle), Adam (eps 1e-8), grad clip theta; start from embedded_init.safetensors",
        "corpus": "embedded", "hyperparameters": s, "src_vocab_size": len(src), "tgt_vocab_size": len(tgt),
        "parameters": sum(p.numel() for p in net.parameters()), "batches_per_epoch": len(batches),
        "first_steps": first, "first_steps_loss_float64": first_exact[:STEPS],
        "epoch_loss": losses, "epoch_loss_float64_first_12": losses_exact,
        "epoch_loss_is": "sum over batches of sum_b(mean over num_steps of masked CE) / sum of target valid_len",
        "after_training_greedy": [translate(net, i, arrays[0], arrays[1], tgt, pairs[i]) for i in SENTENCES],
    }  # fmt: skip
    write_json(Path(f"{prefix}_deterministic.json"), record)
    print(f"{len(source)} pairs, vocabularies {len(src)}/{len(tgt)}; loss {losses[0]:.4f} → {losses[-1]:.4f}")
    for one in record["after_training_greedy"]:
        print(f"{one['eng']} → {one['pred']} ({one['fra']})")


def write_json(path, content):
    path.write_text(json.dumps(content, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
