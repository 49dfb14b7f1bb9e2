"""Reads and writes safetensors files: with the package safetensors if it is installed, else with the code below."""

import json
import math

import torch

try:
    from safetensors import SafetensorError, safe_open
    from safetensors.torch import save_file
except ModuleNotFoundError:
    safe_open = None

DTYPES = {
    "F64": torch.float64,
    "F32": torch.float32,
    "F16": torch.float16,
    "BF16": torch.bfloat16,
    "I64": torch.int64,
    "I32": torch.int32,
    "I16": torch.int16,
    "I8": torch.int8,
    "U8": torch.uint8,
    "BOOL": torch.bool,
}


class BadFile(Exception):
    """A file that is not what its reader expects. The message names the file and the reason."""


def read(path):
    """The tensors of a file by name, and its metadata: texts by name."""
    if safe_open is None:
        return read_own(path)
    try:
        with safe_open(path, framework="pt") as file:
            return {name: file.get_tensor(name) for name in file.keys()}, file.metadata() or {}
    except SafetensorError as error:
        raise BadFile(f"{path}: {error}") from error


def write(path, tensors, metadata):
    """Writes tensors and texts by name."""
    ready = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
    if safe_open is None:
        write_own(path, ready, metadata)
    else:
        save_file(ready, path, metadata=metadata)


# region read
def read_own(path):
    """The format: 8 bytes with the header's length, the header in JSON, and the tensors' bytes without gaps."""
    with open(path, "rb") as file:
        data = bytearray(file.read())
    start = 8 + int.from_bytes(data[:8], "little")
    if len(data) < 8 or start > len(data):
        raise BadFile(f"{path}: its {len(data)} bytes do not hold its header: it is cut, or no safetensors file")
    try:
        header = dict(json.loads(data[8:start].decode()))
        metadata = header.pop("__metadata__", {})
        places = sorted((*info["data_offsets"], name) for name, info in header.items())
        tensors, end = {}, 0
        for first, last, name in places:
            dtype, shape = DTYPES[header[name]["dtype"]], header[name]["shape"]
            count = math.prod(shape)
            size = count * torch.empty(0, dtype=dtype).element_size()
            if min(shape, default=0) < 0 or (first, last) != (end, end + size):
                raise BadFile(f"{path}: {name} {shape} is at bytes {first} to {last}, expected {end} to {end + size}")
            if start + last > len(data):
                raise BadFile(f"{path}: it is cut: {name} ends at byte {start + last}, the file at {len(data)}")
            flat = torch.frombuffer(data, dtype=dtype, count=count, offset=start + first) if count else torch.empty(0)
            tensors[name] = flat.to(dtype, copy=True).reshape(shape)
            end = last
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadFile(f"{path}: its header is damaged: {type(error).__name__}: {error}") from error
    if start + end != len(data):
        raise BadFile(f"{path}: the {len(data) - start - end} bytes at its end belong to no tensor")
    return tensors, metadata


# endregion read


def write_own(path, tensors, metadata):
    names = {dtype: name for name, dtype in DTYPES.items()}
    header, end = {"__metadata__": metadata}, 0
    for name, tensor in tensors.items():
        size = tensor.numel() * tensor.element_size()
        header[name] = {"dtype": names[tensor.dtype], "shape": list(tensor.shape), "data_offsets": [end, end + size]}
        end += size
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for tensor in tensors.values():
            file.write(tensor.reshape(-1).view(torch.uint8).numpy().tobytes() if tensor.numel() else b"")
