import { vmap } from "@saccade/autograd";
import { functionalCall, Linear, Sequential, Tanh } from "@saccade/nn";
import { manualSeed, randn, stack, type Tensor } from "@saccade/tensor";

manualSeed(0);
const make = () =>
  new Sequential(new Linear(4, 8), new Tanh(), new Linear(8, 1));
const nets = [make(), make(), make()];
const net = nets[0]!;
const all: Record<string, Tensor> = {};
for (const name of Object.keys(net.namedParameters()))
  all[name] = stack(nets.map((one) => one.namedParameters()[name]!));

const x = randn([16, 4]);
const predict = (params: Record<string, Tensor>) =>
  functionalCall(net, params, [x]);
const outputs = vmap(predict)(all); // (3, 16, 1)

console.log("outputs of all:", outputs.shape);
console.log(
  "as the third alone:",
  outputs.select(0, 2).sub(nets[2]!.forward(x)).abs().max().item() <
    1e-6,
);
console.log(
  "mean and spread of the first:",
  outputs.mean(0).shape,
  outputs.std(0).select(0, 0).item().toFixed(4),
);
