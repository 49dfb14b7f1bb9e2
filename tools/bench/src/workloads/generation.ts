import { GPT, type GPTOptions, generate } from "@saccade/attention";
import { HalfEmbedding, HalfLinear, skipInit } from "@saccade/nn";
import { manualSeed, memory, ones, scope } from "@saccade/tensor";
import { integers } from "../inputs.ts";
import type { Program } from "../program.ts";
import type { Workload } from "../workload.ts";

const small: GPTOptions = { vocabSize: 8192, maxLen: 512, dModel: 384, numLayers: 6, numHeads: 6 };

/** Llama's shape with 135 million parameters: SmolLM's sizes. */
const large: GPTOptions = {
  vocabSize: 49_152,
  maxLen: 512,
  dModel: 576,
  numLayers: 30,
  numHeads: 9,
  numKvHeads: 3,
  dimFeedforward: 1536,
  positions: "rotary",
  norm: "rms",
  activation: "swiglu",
  bias: false,
  weights: "bfloat16",
};

/** Tokens that are compared before any is timed, and those of an iteration. */
const [compared, whole, few] = [32, 511, 16];

/** The parameters that a token reads: 12 width² a layer, and the table as the output layer. */
const smallParameters = 6 * 12 * 384 ** 2 + 8192 * 384;
const largeParameters = 30 * (576 ** 2 * 2 + 576 * 384 + 3 * 576 * 1536) + 49_152 * 576;

function smallModel(): GPT {
  manualSeed(1);
  return new GPT(small);
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

/** Random bfloat16 numbers between 2⁻⁷ and 2⁻⁵ of both signs, as the bytes of a file. */
function randomBytes(count: number): Uint8Array {
  const bits = new Uint32Array(Math.ceil(count / 2));
  let state = 1;
  for (let i = 0; i < bits.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    bits[i] = ((state ^ (state >>> 15)) & 0x80ff80ff) | 0x3c003c00;
  }
  return new Uint8Array(bits.buffer, 0, 2 * count);
}

function largeModel(): GPT {
  const model = skipInit(() => new GPT(large));
  for (const module of model.modules()) {
    if (module instanceof HalfLinear) {
      const { inFeatures, outFeatures, format } = module;
      module.weight.dispose();
      module.weight = HalfLinear.fromBytes(
        randomBytes(inFeatures * outFeatures),
        inFeatures,
        outFeatures,
        format,
      ).weight;
    } else if (module instanceof HalfEmbedding) {
      const { numEmbeddings, embeddingDim, format } = module;
      module.weight.dispose();
      const bytes = randomBytes(numEmbeddings * embeddingDim);
      module.weight = HalfEmbedding.fromBytes(bytes, numEmbeddings, embeddingDim, format).weight;
    }
  }
  const norms = Object.entries(model.namedParameters()).filter(([, { ndim }]) => ndim === 1);
  model.loadStateDict(Object.fromEntries(norms.map(([name, { shape }]) => [name, ones(shape)])), {
    strict: false,
  });
  return model;
}

/** Bytes a second at which a sum reads memory: the best of a few. */
function bandwidth(): number {
  return scope(() => {
    const x = ones([2 ** 24]);
    const seconds = Array.from({ length: 6 }, () => timed(() => scope(() => x.sum().item())));
    return (4 * x.numel) / Math.min(...seconds);
  });
}

function timed(f: () => unknown): number {
  const start = performance.now();
  f();
  return (performance.now() - start) / 1000;
}

// What reading its weights once a token would take, as a part of what a token takes; and all memory, as a part of the weights'.
function facts(model: GPT): Record<string, number> {
  const bytes = 2 * largeParameters;
  const seconds = Math.min(
    ...[1, 2, 3].map(() => timed(() => generate(model, [1], { maxNewTokens: few })) / few),
  );
  return {
    ofBandwidth: bytes / bandwidth() / seconds,
    memoryOverWeights: memory().bytes / bytes,
  };
}

/** Tokens generated one by one with a cache, from one token on. */
export const generation: Workload = {
  title: "cached generation: seconds a token",
  cases: [
    {
      name: "GPT-2's shape, 6 layers of 384, to 512 tokens",
      flops: 2 * smallParameters * whole,
      units: whole,
      inputs: () => ({ none: integers([1], 0, 1, 1) }),
      programs: {
        saccade: () => program(smallModel(), whole),
        ort: (o) => o.generation(smallModel(), whole, compared),
      },
      goals: [{ player: "wasm", over: "ort", factor: 1 }],
    },
    {
      name: "Llama's shape, 30 layers of 576 in bfloat16, 16 tokens",
      flops: 2 * largeParameters * few,
      units: few,
      inputs: () => ({ none: integers([1], 0, 1, 1) }),
      programs: {
        saccade: () => {
          const model = largeModel();
          return program(model, few, () => facts(model));
        },
      },
      goals: [
        { player: "wasm", leastFact: { name: "ofBandwidth", least: 0.6 } },
        { player: "wasm", fact: { name: "memoryOverWeights", most: 1.4 } },
      ],
    },
  ],
};
