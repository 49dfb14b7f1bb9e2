import { TransformerEncoderLayer } from "@saccade/models";
import { crossEntropy, Embedding, LayerNorm, Linear, Module } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { integers } from "../inputs.ts";
import { type GptSizes, gptLoss } from "../models/gpt.ts";
import type { Inputs } from "../program.ts";
import type { Case, Goal, Workload } from "../workload.ts";
import { adamPrograms, parametersOf } from "./training.ts";
import { webgpuGoals } from "./webgpu-goals.ts";

const usual: GptSizes = { batch: 16, length: 64, vocab: 256, width: 128, heads: 4, layers: 4 };
/** For WebGPU without a GPU. */
const small: GptSizes = { batch: 8, length: 32, vocab: 64, width: 64, heads: 4, layers: 2 };
const lr = 1e-3;

/** A decoder-only language model: tokens and positions embedded, layers that look back, logits of the next token. */
class Gpt extends Module {
  tokens: Embedding;
  positions: Embedding;
  layers: TransformerEncoderLayer[];
  norm: LayerNorm;
  head: Linear;

  constructor({ length, vocab, width, heads, layers }: GptSizes) {
    super();
    this.tokens = new Embedding(vocab, width);
    this.positions = new Embedding(length, width);
    this.layers = Array.from(
      { length: layers },
      () =>
        new TransformerEncoderLayer(width, heads, {
          dimFeedforward: 4 * width,
          dropout: 0,
          activation: (x) => x.gelu({ approximate: "tanh" }),
          batchFirst: true,
          normFirst: true,
        }),
    );
    this.norm = new LayerNorm(width);
    this.head = new Linear(width, vocab, { bias: false });
  }

  override forward(ids: Tensor): Tensor {
    let x = this.tokens.forward(ids).add(this.positions.weight);
    for (const layer of this.layers) x = layer.forward(x, { causal: true });
    return this.head.forward(this.norm.forward(x));
  }
}

function inputs(sizes: GptSizes): Inputs {
  const { batch, length, vocab } = sizes;
  return {
    ...parametersOf(new Gpt(sizes)),
    ids: integers([batch, length], 0, vocab, 4),
    next: integers([batch * length], 0, vocab, 5),
  };
}

// Linear maps three times (output, gradients of the weight and of the input), attention's products twice forward and five
// times backward, half of each since a token only sees earlier ones.
function flops({ batch, length, vocab, width, layers }: GptSizes): number {
  const rows = batch * length;
  const hidden = 4 * width;
  const layer = 2 * rows * width * (3 * width + width + 2 * hidden);
  const attend = 2 * batch * length ** 2 * width;
  return 3 * (layers * layer + 2 * rows * width * vocab) + (7 * layers * attend) / 2;
}

function step(name: string, sizes: GptSizes, goals: readonly Goal[]): Case {
  const { vocab, heads, layers } = sizes;
  return {
    name,
    flops: flops(sizes),
    inputs: () => inputs(sizes),
    compilable: true,
    programs: adamPrograms(
      () => new Gpt(sizes),
      (net, ids, next) => crossEntropy(net.forward(ids).reshape([-1, vocab]), next),
      { data: ["ids", "next"], lr, loss: (ops, p, { ids, next }) => gptLoss(ops, p, ids!, next!, sizes) },
    ),
    torch: { program: "gpt", options: { heads, layers, lr } },
    goals,
  };
}

const goals: readonly Goal[] = [
  { player: "wasm-compiled", ceiling: 0.85 },
  { player: "wasm-2-compiled", over: "torch", factor: 1 },
  { player: "wasm-compiled", over: "jax", factor: 3 },
  { player: "wasm-compiled", over: "tfjs", factor: 12 },
  ...webgpuGoals({ compiled: true, onGPU: 1.5 }),
];

/** A small GPT's whole step, with Adam. */
export const gpt: Workload = {
  title: "training step of a GPT: 4 layers, width 128, 4 heads, 16 × 64 tokens of 256",
  cases: [
    { ...step("no dropout", usual, goals), webgpu: "everywhere" },
    {
      ...step("2 layers of 64, 8 × 32 tokens of 64", small, webgpuGoals({ compiled: true })),
      webgpu: "software",
      onlyWebGPU: true,
    },
  ],
};
