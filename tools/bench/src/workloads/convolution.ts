import { Conv2d, crossEntropy, Linear, MaxPool2d, Module, SGD } from "@saccade/nn";
import { relu, type Tensor } from "@saccade/tensor";
import { floats, integers } from "../inputs.ts";
import { jaxConvolution, tfConvolution } from "../models/convolution.ts";
import type { Inputs } from "../program.ts";
import type { Case, Goal, Workload } from "../workload.ts";
import { parametersOf } from "./training.ts";
import { webgpuGoals } from "./webgpu-goals.ts";

const usual = 64;
/** For WebGPU without a GPU. */
const small = 8;
const side = 28;
const channels = [1, 16, 32] as const;
const classes = 10;
const lr = 0.01;

/** Two convolutions of 3 × 3 with ReLU, and a linear layer over their output. */
class Net extends Module {
  first: Conv2d = new Conv2d(channels[0], channels[1], 3, { padding: 1 });
  second: Conv2d = new Conv2d(channels[1], channels[2], 3, { padding: 1 });
  pool: MaxPool2d = new MaxPool2d(2);
  dense: Linear;
  readonly #pools: boolean;

  constructor(pools: boolean) {
    super();
    this.#pools = pools;
    this.dense = new Linear(featuresOf(pools), classes);
  }

  override forward(x: Tensor): Tensor {
    let y = relu(this.first.forward(x));
    if (this.#pools) y = this.pool.forward(y);
    y = relu(this.second.forward(y));
    return this.dense.forward(this.#pools ? this.pool.forward(y).flatten(1) : y.mean([2, 3]));
  }
}

function featuresOf(pools: boolean): number {
  return channels[2] * (pools ? (side / 4) ** 2 : 1);
}

function inputs(pools: boolean, batch: number): Inputs {
  return {
    ...parametersOf(new Net(pools)),
    x: floats([batch, channels[0], side, side], 7),
    target: integers([batch], 0, classes, 8),
  };
}

// Each convolution three times (output, gradients of the weight and of its input), the first one without the last.
function flops(pools: boolean, batch: number): number {
  const first = 2 * batch * side ** 2 * channels[0] * channels[1] * 9;
  const second = (2 * batch * side ** 2 * channels[1] * channels[2] * 9) / (pools ? 4 : 1);
  return 2 * first + 3 * second + 3 * 2 * batch * featuresOf(pools) * classes;
}

function step(name: string, pools: boolean, batch: number = usual): Case {
  return {
    name,
    flops: flops(pools, batch),
    inputs: () => inputs(pools, batch),
    compilable: true,
    programs: {
      saccade: (s, io) => {
        const { x, target, ...parameters } = s.tensors(io);
        const net = new Net(pools);
        net.loadStateDict(parameters);
        const optimizer = new SGD(net, { lr });
        const train = s.compile((images: Tensor, wanted: Tensor) =>
          optimizer.step(() => crossEntropy(net.forward(images), wanted)),
        );
        return s.training(() => train(x!, target!));
      },
      tfjs: (t, io) => tfConvolution(t, io, { pools, classes, lr }),
      jax: (j, io) => jaxConvolution(j, io, { pools, classes, lr }),
    },
    torch: { program: "convolution", options: { pools, lr } },
    webgpu: batch === small ? "software" : "everywhere",
    onlyWebGPU: batch === small,
    goals: [
      ...(["wasm", "wasm-compiled"] as const).map(
        (player): Goal => ({ player, over: "torch", factor: 1 / 1.5 }),
      ),
      ...webgpuGoals({ compiled: true }),
    ],
  };
}

/** Training steps of small networks on images, with SGD. */
export const convolution: Workload = {
  title: "training step of two convolutions, 1 → 16 → 32 channels, 3×3, batch 64, 28×28",
  cases: [
    step("with pooling", true),
    step("without pooling", false),
    step("with pooling, batch 8", true, small),
  ],
};
