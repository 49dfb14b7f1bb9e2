"""A process that runs cases on PyTorch, as it is told line by line on its standard input; see src/protocol.ts."""

import json
import sys
import time

import numpy as np
import torch

import programs

MARK = "@bench "


def read_blocks(path):
    with open(path + ".json") as file:
        places = json.load(file)
    data = np.fromfile(path, dtype="<f4")
    blocks = {}
    for name, place in places.items():
        part = data[place["offset"] : place["offset"] + place["length"]].copy()
        if place["dtype"] == "int32":
            block = torch.from_numpy(part.view("<i4").astype("int64"))
        else:
            block = torch.from_numpy(part)
        blocks[name] = block.reshape(place["shape"])
    return blocks


def write_outputs(path, outputs):
    places = {}
    offset = 0
    with open(path, "wb") as file:
        for i, output in enumerate(outputs):
            data = torch.as_tensor(output, dtype=torch.float32).detach().contiguous().numpy()
            places[str(i)] = {"shape": [data.size], "dtype": "float32", "offset": offset, "length": data.size}
            offset += data.size
            data.astype("<f4").tofile(file)
    with open(path + ".json", "w") as file:
        json.dump(places, file)


def seconds_of(run, iterations):
    begin = time.perf_counter()
    for _ in range(iterations):
        run()
    return time.perf_counter() - begin


def warm(run, seconds):
    spent = each = seconds_of(run, 1)
    iterations = 1
    while each < 1 and (spent < seconds or iterations == 1):
        elapsed = seconds_of(run, iterations)
        each = elapsed / iterations
        spent += elapsed
        iterations *= 2
    return each


def say(reply):
    print(MARK + json.dumps(reply), flush=True)


def main():
    threads = int(sys.argv[1])
    torch.set_num_threads(threads)
    say({"ready": {"facts": {"threads": str(torch.get_num_threads())}}})
    run = None
    facts = dict
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if request["do"] == "prepare":
                make = getattr(programs, request["program"])
                outputs, run, *more = make(read_blocks(request["inputs"]), **request.get("options", {}))
                facts = more[0] if more else dict
                write_outputs(request["outputs"], outputs())
                say({})
            elif request["do"] == "warm":
                say({"seconds": warm(run, request["seconds"])})
            elif request["do"] == "sample":
                say({"seconds": seconds_of(run, request["iterations"])})
            else:
                say({"facts": facts()})
        except Exception as error:  # whatever it is, the run goes on without this case
            say({"error": f"{type(error).__name__}: {error}"})


main()
