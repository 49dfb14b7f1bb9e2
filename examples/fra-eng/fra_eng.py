"""The translators of fra-eng.ts in PyTorch, on the same data: python3 fra_eng.py FOLDER [--model NAME] [--seed N]

FOLDER is what `fra-eng.ts --export-data FOLDER` wrote: ids of the same pairs and settings. Sizes, initial distributions, batches,
optimizer and schedule are those of the TypeScript program; only the generators of weights and dropout differ. Needs PyTorch.
"""

import argparse
import json
import math
import resource
import sys
import time
from collections import Counter
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F

import models
from batches import PAD, LengthBatches, batch_of, steps_of

BOS, EOS = 2, 3
MOST = 40
GROUPS = ((1, 5), (6, 7), (8, 9), (10, 12), (13, 16))


def main():
    parser = argparse.ArgumentParser(description="Trains a translator on the pairs of fra-eng.ts.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--model", choices=models.NAMES, help="default: the exported run's")
    parser.add_argument("--seed", type=int, help="default: the exported run's")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--first-weights", action="store_true", help="start from the exported weights, not from new ones")
    parser.add_argument("--steps", type=int, help="stop after so many steps and print their losses as JSON")
    parser.add_argument("--json", metavar="FILE", help="write settings, scores, losses and times")
    given = parser.parse_args()
    try:
        data = json.loads((given.folder / "data.json").read_text(encoding="utf-8"))
    except (OSError, json.JSONDecodeError) as error:
        parser.error(f"{given.folder}: no data of fra-eng.ts --export-data ({error})")
    settings = data["settings"]
    settings.update({k: v for k, v in {"model": given.model, "seed": given.seed}.items() if v is not None})
    torch.set_num_threads(given.threads)
    torch.manual_seed(settings["seed"])
    net = models.make(settings, *(len(data["vocabularies"][side]) for side in ("source", "target")))
    if given.first_weights:
        load(net, given.folder / "first-weights.safetensors", parser)
    parameters = sum(p.numel() for p in net.parameters())
    trained = train(net, data["train"], settings, given.steps)
    if given.steps is not None:
        print(json.dumps(trained["stepLosses"]))
        return
    scores = scores_of(data["test"], translate_all(net, data))
    del trained["stepLosses"]
    results = {"program": "PyTorch", "settings": settings, "parameters": parameters, **scores, **trained}
    for group in [*scores["byLength"], {"from": "", "to": "all", "sentences": len(data["test"]), "bleu": scores["bleu"]}]:
        bleu = "–" if group["bleu"] is None else f"{group['bleu']:.3f}"
        print(f"{group['from']:>3} {group['to']:>4} {group['sentences']:>6} {bleu}")
    print(f"ms a step: {trained['msPerStep']}")
    if given.json:
        Path(given.json).write_text(json.dumps(results) + "\n", encoding="utf-8")


def load(net, path, parser):
    sys.path.append(str(Path(__file__).parent.parent / "interop"))
    from safetensors_file import BadFile, read

    try:
        net.load_state_dict(read(path)[0])
    except (OSError, BadFile, RuntimeError) as error:
        parser.error(f"{path}: {error}")


def rate_at(step, steps):
    """Rises over the first tenth of the steps, then falls along a cosine."""
    warmup = math.ceil(steps / 10)
    if step < warmup:
        return (step + 1) / warmup
    return 0.5 + 0.5 * math.cos(math.pi * (step - warmup) / max(1, steps - warmup))


def train(net, pairs, settings, stop=None):
    batches = LengthBatches(pairs, settings["batch"], settings["seed"])
    steps = settings["epochs"] * batches.per_epoch
    optimizer = torch.optim.Adam(net.parameters(), lr=settings["lr"], betas=(0.9, 0.98))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: rate_at(step, steps))
    net.train()
    losses, epochs, step, wall, processor = [], [], 0, 0.0, 0.0
    for epoch in range(settings["epochs"]):
        wall, processor = time.perf_counter(), cpu()  # of the last epoch
        for source, lengths, target in batches.epoch(epoch):
            fed = F.pad(target[:, :-1], (1, 0), value=BOS)
            scores = net(source, fed, lengths)
            loss = F.cross_entropy(
                scores.flatten(0, 1), target.flatten(), ignore_index=PAD, label_smoothing=settings["labelSmoothing"]
            )
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
            step += 1
            if step == stop:
                return {"stepLosses": losses}
            if step % math.ceil(steps / 20) == 0:
                print(f"step {step}/{steps}  loss {losses[-1]:.3f}", file=sys.stderr, flush=True)
        wall, processor = time.perf_counter() - wall, cpu() - processor
        epochs.append(sum(losses[-batches.per_epoch :]) / batches.per_epoch)
    per_step = {"wall": 1000 * wall / batches.per_epoch, "processor": 1000 * processor / batches.per_epoch}
    return {"losses": epochs, "steps": steps, "msPerStep": per_step, "stepLosses": losses}


def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


@torch.no_grad()
def translate_all(net, data, rows=50):
    net.eval()
    test, decode = data["test"], decoder_of(data["vocabularies"]["target"])
    order = sorted(range(len(test)), key=lambda i: len(test[i]["source"]))
    translations = [""] * len(test)
    for start in range(0, len(order), rows):
        chosen = order[start : start + rows]
        source, lengths, _ = batch_of([test[i] for i in chosen], steps_of(len(test[chosen[-1]]["source"])))
        for i, ids in zip(chosen, net.greedy(source, lengths, BOS, EOS, MOST)):
            translations[i] = decode(ids)
    return translations


def decoder_of(vocabulary):
    """The text of ids: tokens are bytes, each written as a character (as in GPT-2)."""
    shown = [*range(33, 127), *range(161, 173), *range(174, 256)]
    hidden = [byte for byte in range(256) if byte not in shown]
    bytes_of = {chr(byte): byte for byte in shown} | {chr(256 + i): byte for i, byte in enumerate(hidden)}

    def decode(ids):
        ids = ids[: ids.index(EOS)] if EOS in ids else ids
        text = "".join(vocabulary[i] for i in ids if i > EOS)
        return bytes(bytes_of[char] for char in text).decode("utf-8", errors="replace").strip()

    return decode


def corpus_bleu(predictions, references, k=4):
    """Papineni et al. (2002), one reference each: brevity penalty times the geometric mean of clipped precisions."""
    log_precision = 0.0
    for n in range(1, k + 1):
        matches, total = 0, 0
        for prediction, reference in zip(predictions, references):
            ours, theirs = (
                Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1)) for words in (prediction, reference)
            )
            matches += sum((ours & theirs).values())
            total += sum(ours.values())
        if matches == 0:
            return 0.0
        log_precision += math.log(matches / total) / k
    c, r = (sum(map(len, side)) for side in (predictions, references))
    return math.exp(min(0.0, 1 - r / c) + log_precision)


def scores_of(test, translations):
    def bleu_of(first, last):
        chosen = [i for i, pair in enumerate(test) if first <= len(pair["sourceWords"]) <= last]
        pairs = [translations[i].split(" ") if translations[i] else [] for i in chosen]
        bleu = corpus_bleu(pairs, [test[i]["targetWords"] for i in chosen]) if chosen else None
        return {"from": first, "to": last, "sentences": len(chosen), "bleu": bleu}

    return {"bleu": bleu_of(1, 16)["bleu"], "byLength": [bleu_of(*group) for group in GROUPS]}


if __name__ == "__main__":
    main()
