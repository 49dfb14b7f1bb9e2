"""Loads weights that Saccade saved, by name, prints their loss on the first batch, and saves them back.

    python3 weights.py gpt.safetensors --out gpt.safetensors
"""

import argparse
import json
import sys

import torch
from torch.nn import functional as F

from gpt import GPT
from safetensors_file import BadFile, read, write
from text import batch, make_text


# region load
def load(path):
    weights, metadata = read(path)
    if not {"gpt", "data"} <= set(metadata):
        raise BadFile(f"{path}: its metadata has no gpt and data; save it as interop.ts does")
    model = GPT(json.loads(metadata["gpt"]))
    model.load_state_dict(weights)
    return model, metadata


# endregion load


def main():
    parser = argparse.ArgumentParser(description="Loads weights that Saccade saved, by name.")
    parser.add_argument("weights", help="a file of saveSafetensors")
    parser.add_argument("--out", help="a file for the weights as PyTorch saves them")
    parser.add_argument("--logits", help="a file for the logits of that batch")
    args = parser.parse_args()
    try:
        model, metadata = load(args.weights)
    except (BadFile, OSError, RuntimeError, ValueError) as error:
        sys.exit(f"weights.py: {error}")
    data = json.loads(metadata["data"])
    rows = torch.tensor(batch(make_text(data["seed"], data["sentences"]), data, 0))
    with torch.no_grad():
        logits = model(rows[:, :-1])
    print(F.cross_entropy(logits.flatten(0, 1), rows[:, 1:].flatten()).item())
    if args.out is not None:
        write(args.out, model.state_dict(), metadata)
    if args.logits is not None:
        write(args.logits, {"logits": logits}, {})


if __name__ == "__main__":
    main()
