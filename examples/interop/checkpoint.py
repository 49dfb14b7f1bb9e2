"""Reads and writes training checkpoints of Saccade: the model and the state of Adam or AdamW, by name."""

import hashlib
import json
import os

import torch

from safetensors_file import BadFile, read, write

OPTIMIZERS = {"Adam": torch.optim.Adam, "AdamW": torch.optim.AdamW}
# Saccade's names of a group's options, and PyTorch's.
OPTIONS = {
    "lr": "lr",
    "betas": "betas",
    "eps": "eps",
    "weightDecay": "weight_decay",
    "amsgrad": "amsgrad",
    "maximize": "maximize",
    "initialLr": "initial_lr",
}
NO_DIGEST = "0" * 64


class Checkpoint:
    """A file of saveCheckpoint. `extra` is what the program that saved it put there."""

    def __init__(self, path):
        self.path = path
        self.tensors, self.metadata = read(path)
        version = self.metadata.get("saccade.checkpoint")
        if version is None:
            raise BadFile(f"{path}: a safetensors file, but no checkpoint; saveCheckpoint writes checkpoints")
        if version != "2":
            raise BadFile(f"{path}: a checkpoint of version {version}; this program reads version 2")
        if digest_of(path, self.metadata.get("sha256", "")) != self.metadata.get("sha256"):
            raise BadFile(f"{path}: its bytes were changed after it was saved: its SHA-256 is another")
        if "scheduler" in self.metadata:
            raise BadFile(f"{path}: it has a scheduler, which this program cannot continue; save it without one")
        self.optimizer = json.loads(self.metadata["optimizer"])
        if self.optimizer["kind"] not in OPTIMIZERS:
            known = " and ".join(OPTIMIZERS)
            raise BadFile(f"{path}: its optimizer is {self.optimizer['kind']}; this program continues {known}")
        self.extra = json.loads(self.metadata.get("extra", "{}"))

    def need(self, *names):
        missing = [name for name in names if name not in self.extra]
        if missing:
            raise BadFile(f"{self.path}: its extra has no {', '.join(missing)}; save it as run.ts does")

    def load_model(self, model):
        weights = {name[len("model.") :]: x for name, x in self.tensors.items() if name.startswith("model.")}
        try:
            model.load_state_dict(weights)
        except RuntimeError as error:
            raise BadFile(f"{self.path}: {error}") from error

    def make_optimizer(self, model):
        """The optimizer that was saved, with its options, step counts and moments, for the model's parameters."""
        names, groups = self.optimizer["names"], self.optimizer["paramGroups"]
        by_name = dict(model.named_parameters())
        if sorted(names) != sorted(by_name):
            strangers = sorted(set(names) ^ set(by_name))
            raise BadFile(f"{self.path}: the optimizer's parameters are not the model's: {', '.join(strangers)}")
        made = OPTIMIZERS[self.optimizer["kind"]](
            [
                {
                    "params": [by_name[names[i]] for i in group["params"]],
                    **{OPTIONS[key]: value for key, value in group.items() if key != "params"},
                }
                for group in groups
            ]
        )
        # Both number parameters in the order of their groups.
        state = {int(i): {"step": torch.tensor(float(step))} for i, step in self.optimizer["steps"].items()}
        for name, x in self.tensors.items():
            if name.startswith("optimizer."):
                _, i, key = name.split(".")
                state[int(i)][key] = x
        made.load_state_dict({"state": state, "param_groups": made.state_dict()["param_groups"]})
        return made

    def save(self, path, model, optimizer, extra):
        """Writes the same run, as far as it has come. Saccade's loadCheckpoint restores it."""
        tensors = {f"model.{name}": x for name, x in model.state_dict().items()}
        saved = optimizer.state_dict()
        steps = {}
        for i, entries in saved["state"].items():
            steps[str(i)] = int(entries["step"])
            tensors.update({f"optimizer.{i}.{key}": x for key, x in entries.items() if key != "step"})
        ours = {"params": "params", **OPTIONS}
        groups = [
            {name: group[theirs] for name, theirs in ours.items() if theirs in group}
            for group in saved["param_groups"]
        ]
        metadata = {
            **self.metadata,
            "sha256": NO_DIGEST,
            "kernels": f"torch-{torch.__version__}",
            "optimizer": json.dumps({**self.optimizer, "paramGroups": groups, "steps": steps}),
            "extra": json.dumps(extra),
        }
        # A killed program leaves the old file as it was.
        temporary = f"{path}.{os.getpid()}.tmp"
        write(temporary, tensors, metadata)
        seal(temporary)
        os.replace(temporary, path)


def digest_of(path, given):
    """The SHA-256 of the file with the digits of its own digest as zeros."""
    with open(path, "rb") as file:
        data = file.read()
    entry = b'"sha256":"'
    return hashlib.sha256(data.replace(entry + given.encode(), entry + NO_DIGEST.encode(), 1)).hexdigest()


def seal(path):
    digest = digest_of(path, NO_DIGEST)
    with open(path, "r+b") as file:
        file.seek(file.read().index(b'"sha256":"') + len(b'"sha256":"'))
        file.write(digest.encode())
