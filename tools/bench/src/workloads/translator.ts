import {
  EncoderDecoder,
  Seq2SeqAttentionDecoder,
  Seq2SeqEncoder,
  seq2seqOptimizer,
  seq2seqStep,
} from "@saccade/models";
import type { Tensor } from "@saccade/tensor";
import { integers } from "../inputs.ts";
import { jaxTraining, type Training, tfTraining } from "../models/adam.ts";
import { type TranslatorSizes, translatorLoss } from "../models/translator.ts";
import type { Inputs } from "../program.ts";
import type { Workload } from "../workload.ts";
import { parametersOf } from "./training.ts";
import { webgpuGoals } from "./webgpu-goals.ts";

const sizes: TranslatorSizes = {
  batch: 64,
  steps: 10,
  embed: 32,
  hidden: 32,
  layers: 2,
  source: 184,
  target: 201,
};
const { batch, steps, embed, hidden, layers, source, target } = sizes;
const dropout = 0.1;
const lr = 0.005;
const bos = 1;

function makeNet(): EncoderDecoder {
  return new EncoderDecoder(
    new Seq2SeqEncoder(source, embed, hidden, layers, { dropout }),
    new Seq2SeqAttentionDecoder(target, embed, hidden, layers, { dropout }),
  );
}

function inputs(): Inputs {
  const Y = integers([batch, steps], 4, target, 62);
  const fed = Y.data.map((_, i) => (i % steps === 0 ? bos : Y.data[i - 1]!)) as Int32Array;
  return {
    ...parametersOf(makeNet()),
    X: integers([batch, steps], 4, source, 61),
    XValidLen: integers([batch], 3, steps + 1, 63),
    Y,
    YValidLen: integers([batch], 3, steps + 1, 64),
    fed: { shape: [batch, steps], data: fed },
  };
}

// Forward once and two gradients for each product.
function flops(): number {
  const rows = batch * steps;
  const recurrent = 3 * hidden * (embed + hidden) + (layers - 1) * 3 * hidden * 2 * hidden;
  const decoder = recurrent + 3 * hidden * hidden; // the context is concatenated to the word
  const attend = 2 * hidden * hidden + 2 * steps * hidden;
  return 3 * 2 * rows * (recurrent + decoder + attend + hidden * target);
}

const training: Training = {
  data: ["X", "XValidLen", "Y", "YValidLen", "fed"],
  lr,
  clip: 1,
  loss: (ops, p, { X, XValidLen, Y, YValidLen, fed }) =>
    translatorLoss(ops, p, { X: X!, XValidLen: XValidLen!, Y: Y!, YValidLen: YValidLen!, fed: fed! }, sizes),
};

/**
 * The seeds' translator. Checked without dropout; then ours and PyTorch train with the seeds' dropout of 0.1, the
 * other libraries without it, which is in their favor.
 */
export const translator: Workload = {
  title: "the seeds' translator, one training step",
  cases: [
    {
      name: "embed 32, hidden 32, 2 layers, batch 64, 10 steps",
      flops: flops(),
      inputs,
      compilable: true,
      webgpu: "everywhere",
      programs: {
        saccade: (s, io) => {
          const { X, XValidLen, Y, YValidLen, fed: _, ...parameters } = s.tensors(io);
          const net = makeNet();
          net.loadStateDict(parameters);
          const optimizer = seq2seqOptimizer(net, { lr, clip: 1 });
          const step = s.compile((X: Tensor, XValidLen: Tensor, Y: Tensor, YValidLen: Tensor) =>
            seq2seqStep(net, optimizer, { X, XValidLen, Y, YValidLen }, bos),
          );
          const program = s.training(() => step(X!, XValidLen!, Y!, YValidLen!).loss);
          return {
            ...program,
            outputs: () => {
              net.eval();
              const losses = program.outputs();
              net.train();
              return losses;
            },
          };
        },
        tfjs: (t, io) => tfTraining(t, io, training),
        jax: (j, io) => jaxTraining(j, io, training),
      },
      torch: { program: "translator", options: { embed, hidden, layers, source, target, dropout, lr } },
      goals: [
        { player: "wasm", over: "torch", factor: 1.5 },
        { player: "wasm-compiled", over: "torch", factor: 3 },
        { player: "wasm-compiled", over: "tfjs", factor: 20 },
        { player: "wasm-compiled", over: "jax", factor: 20 },
        { player: "wasm-compiled", overKernels: 1.25 },
        ...webgpuGoals({ compiled: true }),
        { player: "webgpu-compiled", fact: { name: "dispatches", most: 60 } },
        { player: "webgpu-compiled", fact: { name: "submissions", most: 1 } },
        { player: "webgpu", fact: { name: "dispatches", most: 78 } },
      ],
    },
  ],
};
