import { fromSafetensors, Linear, Sequential, Tanh, toSafetensors } from "@saccade/nn";
import { manualSeed, ones } from "@saccade/tensor";

const make = () => new Sequential(new Linear(2, 4), new Tanh(), new Linear(4, 1));
manualSeed(0);
const trained = make();
const file = toSafetensors(trained); // here from our own net; PyTorch's save_file writes the same names

const net = make();
net.loadStateDict(fromSafetensors(file).tensors); // in a page: new Uint8Array(await (await fetch(url)).arrayBuffer())
console.log(net.forward(ones([1, 2])).item() === trained.forward(ones([1, 2])).item());
