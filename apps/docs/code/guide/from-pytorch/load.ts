import {
  fromSafetensors,
  Linear,
  Sequential,
  Tanh,
  toSafetensors,
} from "@saccade/nn";
import { manualSeed, ones } from "@saccade/tensor";

const make = () =>
  new Sequential(new Linear(2, 4), new Tanh(), new Linear(4, 1));
manualSeed(0);
const trained = make();
// here from our own net; PyTorch's save_file writes the same names
const file = toSafetensors(trained);

const net = make();
// in a page: new Uint8Array(await (await fetch(url)).arrayBuffer())
net.loadStateDict(fromSafetensors(file).tensors);
console.log(
  net.forward(ones([1, 2])).item() ===
    trained.forward(ones([1, 2])).item(),
);
