import { Adam, type Module } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { filled, floats } from "../inputs.ts";
import { jaxTraining, type Training, tfTraining } from "../models/adam.ts";
import type { Block } from "../program.ts";
import type { Programs } from "../workload.ts";

/** The same parameters in every run by the module's names: small biases, ones for norms, and rows of a length about 0.6. */
export function parametersOf(net: Module): Record<string, Block> {
  const blocks = Object.entries(net.stateDict()).map(([name, { shape }], i): [string, Block] => {
    if (name.includes("bias")) return [name, floats(shape, 100 + i, 0.02)];
    const inputs = shape.slice(1).reduce((product, size) => product * size, 1);
    return [name, shape.length === 1 ? filled(shape, 1) : floats(shape, 100 + i, inputs ** -0.5)];
  });
  return Object.fromEntries(blocks);
}

/** Training steps with Adam: of a module, and in the ops of libraries that have no modules of PyTorch's kind. */
export function adamPrograms<M extends Module>(
  make: () => M,
  lossOf: (net: M, x: Tensor, target: Tensor) => Tensor,
  training: Training,
): Programs {
  const [first, second] = training.data as [string, string];
  return {
    saccade: (s, io) => {
      const { [first]: x, [second]: target, ...parameters } = s.tensors(io);
      const net = make();
      net.loadStateDict(parameters);
      const optimizer = new Adam(net, { lr: training.lr });
      const step = s.compile((input: Tensor, wanted: Tensor) =>
        optimizer.step(() => lossOf(net, input, wanted)),
      );
      return s.training(() => step(x!, target!));
    },
    tfjs: (t, io) => tfTraining(t, io, training),
    jax: (j, io) => jaxTraining(j, io, training),
  };
}
