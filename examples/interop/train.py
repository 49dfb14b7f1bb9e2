"""Continues a Saccade checkpoint with DistributedDataParallel: each process takes its share of every batch.

    python3 train.py run.safetensors --steps 40 --processes 2
    torchrun --nproc_per_node 2 train.py run.safetensors --steps 40
"""

import argparse
import os
import sys
import tempfile

import torch
import torch.distributed as dist
from torch.nn import functional as F
from torch.nn.parallel import DistributedDataParallel

from checkpoint import Checkpoint
from gpt import GPT
from safetensors_file import BadFile
from text import batch, make_text


# region train
def train(rank, processes, args, rendezvous):
    dist.init_process_group("gloo", init_method=rendezvous, rank=rank, world_size=processes)
    saved = Checkpoint(args.checkpoint)
    model, optimizer = restore(saved)
    parallel = DistributedDataParallel(model)
    data, step, losses = saved.extra["data"], saved.extra["step"], []
    ids = make_text(data["seed"], data["sentences"])
    share = data["batch"] // processes
    for _ in range(args.steps):
        rows = torch.tensor(batch(ids, data, step)[rank * share : (rank + 1) * share])
        logits = parallel(rows[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), rows[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()  # averages the gradients over the processes
        optimizer.step()
        losses.append(loss.detach())
        step += 1
    curve = torch.stack(losses)
    dist.all_reduce(curve)
    curve /= processes
    if rank == 0:
        extra = {**saved.extra, "step": step, "losses": saved.extra["losses"] + curve.tolist()}
        saved.save(args.out or args.checkpoint, model, optimizer, extra)
        print(f"PyTorch {torch.__version__}, {processes} processes: loss {curve[0]:.4f} → {curve[-1]:.4f}")
    dist.destroy_process_group()


# endregion train


# region restore
def restore(saved):
    model = GPT(saved.extra["gpt"])
    saved.load_model(model)
    return model, saved.make_optimizer(model)


# endregion restore


def check(path, processes):
    """Refuses a file that does not fit, before any process starts."""
    saved = Checkpoint(path)
    saved.need("gpt", "data", "step", "losses")
    restore(saved)
    rows = saved.extra["data"]["batch"]
    if rows % processes != 0:
        raise BadFile(f"{path}: its batches of {rows} rows cannot be split evenly over {processes} processes")


def start(rank, processes, args, rendezvous):
    torch.set_num_threads(max(1, (os.cpu_count() or 1) // processes))
    train(rank, processes, args, rendezvous)


def main():
    parser = argparse.ArgumentParser(description="Continues a Saccade checkpoint with DistributedDataParallel.")
    parser.add_argument("checkpoint", help="a file of saveCheckpoint")
    parser.add_argument("--steps", type=int, default=40, help="steps to train (40)")
    parser.add_argument("--processes", type=int, default=2, help="processes to start, unless torchrun starts them (2)")
    parser.add_argument("--out", help="the file to write (the checkpoint itself)")
    args = parser.parse_args()
    under_torchrun = "RANK" in os.environ
    processes = int(os.environ["WORLD_SIZE"]) if under_torchrun else args.processes
    if args.steps < 1 or processes < 1:
        parser.error("--steps and --processes are whole numbers from 1 up")
    try:
        check(args.checkpoint, processes)
    except (BadFile, OSError, ValueError) as error:
        sys.exit(f"train.py: {error}")
    if under_torchrun:
        train(int(os.environ["RANK"]), processes, args, "env://")
        return
    with tempfile.TemporaryDirectory() as folder:
        torch.multiprocessing.spawn(start, (processes, args, f"file://{folder}/rendezvous"), nprocs=processes)


if __name__ == "__main__":
    main()
