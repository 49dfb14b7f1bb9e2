import { MultiheadAttention } from "@saccade/attention";
import { LayerNorm, Module, mseLoss } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { floats } from "../inputs.ts";
import { type MultiHeadSizes, multiHeadLoss } from "../models/multi-head.ts";
import type { Inputs } from "../program.ts";
import type { Case, Goal, Workload } from "../workload.ts";
import { adamPrograms, parametersOf } from "./training.ts";
import { webgpuGoals } from "./webgpu-goals.ts";

const usual: MultiHeadSizes = { batch: 16, length: 128, width: 256, heads: 8 };
/** For WebGPU without a GPU. */
const small: MultiHeadSizes = { batch: 4, length: 64, width: 128, heads: 4 };
const lr = 1e-3;

class Net extends Module {
  attention: MultiheadAttention;
  norm: LayerNorm;

  constructor({ width, heads }: MultiHeadSizes) {
    super();
    this.attention = new MultiheadAttention(width, heads, { batchFirst: true });
    this.norm = new LayerNorm(width);
  }

  override forward(x: Tensor): Tensor {
    const { output } = this.attention.forward(x, x, x, { needWeights: false });
    return this.norm.forward(x.add(output));
  }
}

function inputs(sizes: MultiHeadSizes): Inputs {
  const shape = [sizes.batch, sizes.length, sizes.width];
  return { ...parametersOf(new Net(sizes)), x: floats(shape, 5), target: floats(shape, 6) };
}

// Projections three times (output, gradient of the weight, gradient of the input, which x itself needs none of),
// attention's products twice forward and five times backward.
function flops({ batch, length, width }: MultiHeadSizes): number {
  const project = 2 * batch * length * width * width;
  const attend = 2 * batch * length ** 2 * width;
  return (3 + 3) * project + 3 * project + 7 * attend;
}

function step(name: string, sizes: MultiHeadSizes, goals: readonly Goal[]): Case {
  const { width, heads } = sizes;
  return {
    name,
    flops: flops(sizes),
    inputs: () => inputs(sizes),
    compilable: true,
    programs: adamPrograms(
      () => new Net(sizes),
      (net, x, target) => mseLoss(net.forward(x), target),
      {
        data: ["x", "target"],
        lr,
        loss: (ops, p, { x, target }) => multiHeadLoss(ops, p, x!, target!, sizes),
      },
    ),
    torch: { program: "multi_head", options: { width, heads, lr } },
    goals,
  };
}

const goals: readonly Goal[] = [
  { player: "wasm-compiled", ceiling: 0.8 },
  { player: "wasm-compiled", over: "jax", factor: 2.2 },
  { player: "wasm-compiled", over: "tfjs", factor: 12 },
  { player: "wasm-2-compiled", over: "wasm-compiled", factor: 1.7 },
  ...webgpuGoals({ compiled: true }),
];

/** LayerNorm(x + attention(x)) against a target, with Adam. */
export const multiHead: Workload = {
  title: "multi-head self-attention training step",
  cases: [
    { ...step("d256, 8 heads, L128, B16", usual, goals), webgpu: "everywhere" },
    {
      ...step("d128, 4 heads, L64, B4", small, webgpuGoals({ compiled: true })),
      webgpu: "software",
      onlyWebGPU: true,
    },
  ],
};
