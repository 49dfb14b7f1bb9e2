import type { GpuCounts } from "@saccade/kernels-webgpu";
import { GPT, type GPTOptions, generate } from "@saccade/models";
import { manualSeed, ones, scope } from "@saccade/tensor";
import { integers } from "../inputs.ts";
import type { Saccade } from "../libraries/saccade.ts";
import { jaxGeneration, tfGeneration } from "../models/gpt-decoding.ts";
import type { LlamaSizes } from "../models/llama-file.ts";
import type { Program } from "../program.ts";
import type { Case, Goal, Workload } from "../workload.ts";
import { webgpuGoals } from "./webgpu-goals.ts";

const small: GPTOptions = { vocabSize: 8192, maxLen: 512, dModel: 384, numLayers: 6, numHeads: 6 };

/** For WebGPU without a GPU. */
const tiny: GPTOptions = { vocabSize: 256, maxLen: 16, dModel: 64, numLayers: 2, numHeads: 4 };

/** Llama's shape with 135 million parameters: SmolLM's sizes. */
const large: LlamaSizes = {
  vocab_size: 49_152,
  hidden_size: 576,
  intermediate_size: 1536,
  num_hidden_layers: 30,
  num_attention_heads: 9,
  num_key_value_heads: 3,
  max_position_embeddings: 512,
};

/** Tokens that are compared before any is timed, and those of an iteration. */
const [compared, few] = [32, 16];

/** The parameters that a token reads: 12 width² a layer, and the table as the output layer. */
function parametersOf({ vocabSize, dModel, numLayers }: GPTOptions): number {
  return numLayers * 12 * dModel ** 2 + vocabSize * dModel;
}
const largeParameters = 30 * (576 ** 2 * 2 + 576 * 384 + 3 * 576 * 1536) + 49_152 * 576;

function modelOf(options: GPTOptions): GPT {
  manualSeed(1);
  return new GPT(options);
}

/** As many tokens as fit, from one on. */
function whole(name: string, options: GPTOptions): Case & { readonly count: number } {
  const count = options.maxLen - 1;
  return {
    name,
    count,
    flops: 2 * parametersOf(options) * count,
    units: count,
    inputs: () => ({ none: integers([1], 0, 1, 1) }),
    programs: { saccade: (s) => program(modelOf(options), count, countsOfToken(s, options)) },
  };
}

/** The same on WebGPU: the libraries there would take minutes on the CPU. */
function onWebGPU(name: string, options: GPTOptions, webgpu: "hardware" | "software"): Case {
  const { count, programs, ...test } = whole(name, options);
  return {
    ...test,
    webgpu,
    onlyWebGPU: true,
    programs: {
      ...programs,
      tfjs: (t) => tfGeneration(t, modelOf(options), count, compared),
      jax: (j) => jaxGeneration(j, modelOf(options), count, compared),
    },
    goals: webgpuGoals(),
  };
}

// The GPU commands for a token, which is read before the next.
function countsOfToken({ counts }: Saccade, options: GPTOptions): Program["facts"] {
  if (counts === null) return undefined;
  return async () => {
    const model = modelOf(options);
    const length = Math.min(few, options.maxLen - 1);
    const before = await counts();
    generate(model, [1], { maxNewTokens: length });
    const after = await counts();
    const of = (name: keyof GpuCounts): number => (after[name] - before[name]) / length;
    return {
      dispatches: of("dispatches"),
      submissions: of("submissions"),
      bytesToGpu: of("bytesWritten"),
      bytesFromGpu: of("bytesRead"),
    };
  };
}

function program(model: GPT, count: number, facts?: Program["facts"]): Program {
  const first = [1];
  return {
    outputs: () => [generate(model, first, { maxNewTokens: Math.min(compared, count) })],
    run: () => {
      generate(model, first, { maxNewTokens: count });
    },
    ...(facts ? { facts } : {}),
  };
}

/** The bytes per second at which sums read this number of bytes. */
function bandwidth(bytes: number): number {
  return scope(() => {
    const x = ones([2 ** 24]);
    const sums = Math.ceil(bytes / (4 * x.numel));
    const seconds = timed(() => {
      for (let i = 0; i < sums; i++) scope(() => x.sum().item());
    });
    return (4 * x.numel * sums) / seconds;
  });
}

function timed(f: () => unknown): number {
  const start = performance.now();
  f();
  return (performance.now() - start) / 1000;
}

// The time to read its weights once per token, as a share of a token's time: the best of some rounds of both, in
// which sums read as many bytes as the tokens do. A short read would find moments in which other programs rest; the tokens do not.
function shareOfBandwidth(model: GPT): Record<string, number> {
  const rounds = Array.from({ length: 6 }, () => ({
    bytesPerSecond: bandwidth(few * 2 * largeParameters),
    seconds: timed(() => generate(model, [1], { maxNewTokens: few })) / few,
  }));
  const fastest = Math.max(...rounds.map(({ bytesPerSecond }) => bytesPerSecond));
  const seconds = Math.min(...rounds.map((round) => round.seconds));
  return { ofBandwidth: (2 * largeParameters) / fastest / seconds };
}

const gptCase = whole("GPT-2's shape, 6 layers of 384, to 512 tokens", small);

/** Tokens generated one by one with a cache, from one token on. */
export const generation: Workload = {
  title: "cached generation: seconds a token",
  cases: [
    {
      ...gptCase,
      tab: true,
      programs: {
        ...gptCase.programs,
        ort: (o) => o.generation(modelOf(small), gptCase.count, compared),
      },
      goals: [
        { player: "wasm", over: "ort", factor: 1 },
        { player: "wasm-2", over: "ort-2", factor: 1 },
        { player: "tab", over: "ort-tab", factor: 1 },
        { player: "tab-2", over: "ort-tab-2", factor: 1 },
      ],
    },
    onWebGPU("GPT-2's shape, 6 layers of 384, to 512 tokens, on a GPU", small, "hardware"),
    onWebGPU("GPT-2's shape, 2 layers of 64, to 16 tokens", tiny, "software"),
    {
      name: "Llama's shape, 30 layers of 576 in bfloat16, 16 tokens",
      flops: 2 * largeParameters * few,
      units: few,
      tab: true,
      webgpu: "hardware",
      inputs: () => ({ none: integers([1], 0, 1, 1) }),
      // Only Node comes here; a tab does not have what writes files.
      files: async (folder) => (await import("../models/llama-file.ts")).writeLlama(folder, large),
      programs: {
        saccade: async (s, _inputs, folder) => {
          const { model } = await s.open(folder);
          if (!(model instanceof GPT)) throw new Error("the file is not a language model");
          return program(model, few, () => shareOfBandwidth(model));
        },
      },
      goals: (["wasm", "wasm-2", "tab", "tab-2"] as const).flatMap((player): Goal[] => [
        { player, leastFact: { name: "ofBandwidth", least: 0.6 } },
        { player, fact: { name: "memoryOverFiles", most: 1.4 } },
        ...(player.startsWith("tab") ? [{ player, fact: { name: "longestBlockMs", most: 50 } }] : []),
      ]),
    },
  ],
};
