import { noGrad } from "@saccade/autograd";
import { headAblations, runWithCache } from "@saccade/lens";
import { GPT, type GPTOptions } from "@saccade/models";
import { manualSeed, memory, resetPeakMemory, type Tensor } from "@saccade/tensor";
import { integers } from "../inputs.ts";
import type { Inputs, Program } from "../program.ts";
import type { Workload } from "../workload.ts";
import { parametersOf } from "./training.ts";

const small = { vocabSize: 8192, maxLen: 512, dModel: 384, numLayers: 6, numHeads: 6 } as const;
/** GPT-2 small. */
const large = {
  vocabSize: 50_257,
  maxLen: 1024,
  dModel: 768,
  numLayers: 12,
  numHeads: 12,
  activation: "geluTanh",
} as const satisfies GPTOptions;
const [short, long] = [64, 128];

const isPattern = (name: string): boolean => name.endsWith("hook_pattern");

/** Pairs of runs whose ratio counts. */
const pairs = 9;

function watching(model: GPT, ids: Tensor): Program {
  const plain = (): Tensor => noGrad(() => model.forward(ids));
  const watched = (): Tensor => noGrad(() => runWithCache(model, ids, { names: isPattern }).output);
  return {
    outputs: () => [watched().dataSync()],
    run: () => {
      watched();
    },
    facts: () => {
      const ratios = Array.from({ length: pairs }, () => {
        const bare = timed(plain);
        return timed(watched) / bare;
      });
      return { overPlain: ratios.toSorted((a, b) => a - b)[Math.floor(pairs / 2)]! };
    },
  };
}

function timed(f: () => unknown): number {
  const start = performance.now();
  f();
  return performance.now() - start;
}

// The first logits of the last position, by layer and head.
function ablating(model: GPT, ids: Tensor): Program {
  const metric = (logits: Tensor): Tensor => logits.select(1, -1).narrow(1, 0, 8);
  const once = (): Promise<Tensor> => headAblations(model, [ids, { logitsToKeep: 1 }], metric);
  let peak = 0;
  return {
    outputs: async () => {
      resetPeakMemory();
      const before = memory().bytes;
      const found = (await once()).dataSync();
      peak = memory().peak - before;
      return [found];
    },
    run: async () => void (await once()),
    facts: () => ({ extraMiB: peak / 2 ** 20 }),
  };
}

function inputsOfLarge(): Inputs {
  return { ...parametersOf(new GPT(large)), ids: integers([1, short], 0, large.vocabSize, 3) };
}

// Of layer l, all rows run through the layers from l on; the stream before it is recomputed with each.
function flopsOfAblations(): number {
  const { dModel: d, numLayers, numHeads, vocabSize } = large;
  const layer = 24 * d ** 2 * short + 2 * d * short ** 2;
  const grown = (numLayers * (numLayers + 1)) / 2;
  const before = (numLayers * (numLayers - 1)) / 2;
  return layer * (numHeads * grown + before) + 2 * numLayers * numHeads * d * vocabSize;
}

/** The cost of caching activations, and of ablating every head. */
export const lens: Workload = {
  title: "inside a model",
  cases: [
    {
      name: "GPT of 6 layers of 384, 128 tokens, all patterns captured",
      inputs: () => ({ ids: integers([1, long], 0, small.vocabSize, 3) }),
      programs: {
        saccade: (s, io) => {
          manualSeed(1);
          return watching(new GPT(small).eval(), s.tensor(io, "ids"));
        },
      },
      goals: [{ player: "wasm", fact: { name: "overPlain", most: 1.3 } }],
    },
    {
      name: "144 heads of GPT-2 small ablated, 64 tokens",
      flops: flopsOfAblations(),
      inputs: inputsOfLarge,
      programs: {
        saccade: (s, io) => {
          const { ids, ...parameters } = s.tensors(io);
          const model = new GPT(large).eval();
          model.loadStateDict(parameters);
          return ablating(model, ids!);
        },
      },
      torch: { program: "head_ablations", options: { layers: large.numLayers, heads: large.numHeads } },
    },
  ],
};
