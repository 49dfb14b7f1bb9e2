import { noGrad } from "@saccade/autograd";
import { Linear, Module } from "@saccade/nn";
import { ones, randn, type Tensor, tensor } from "@saccade/tensor";
import { beforeEach, expect, type Mock, test, vi } from "vitest";
import * as decoding from "../../src/definitions/decoding.ts";
import * as definitions from "../../src/definitions/index.ts";
import * as layers from "../../src/definitions/layers.ts";
import * as models from "../../src/index.ts";
import { seed000 } from "../../src/seeds/index.ts";

// Each definition counts its calls. The library imports them from these two files; calls within a file are not counted.
vi.mock("../../src/definitions/layers.ts", async (original) => counting(await original()));
vi.mock("../../src/definitions/decoding.ts", async (original) => counting(await original()));

function counting(module: object): object {
  return Object.fromEntries(
    Object.entries(module).map(([name, value]) => [name, typeof value === "function" ? vi.fn(value) : value]),
  );
}

const { encoderLayer, decoderLayer, gptBlock, feedForward, residual } = layers;
const { beamSearch, extended, bleu, corpusBleu, matchingNGrams } = decoding;

beforeEach(() => {
  vi.clearAllMocks();
});

const callsOf = (definition: unknown): number => (definition as Mock).mock.calls.length;

const x = randn([2, 3, 8]);
const ids = ones([2, 3], { dtype: "int32" });
const layer = { batchFirst: true, dimFeedforward: 8 };
const two = { numHeads: 2, numLayers: 2, dModel: 8 };
const gpt = () => new models.GPT({ vocabSize: 5, maxLen: 9, ...two });
const logProbs = tensor([0.2, 0.8]).log();
const step = () => ({ logProbs, state: 0, weights: ones([1]) });
const ends = { bos: 0, eos: 1, maxSteps: 3 };

/** An attention of one's own. */
class Mean extends Module {
  readonly numHeads = 1;
  value = new Linear(8, 8);

  override forward(q: Tensor, _k: Tensor, v: Tensor) {
    return { output: this.value.forward(v).mean(1, { keepdim: true }).expand(q.shape) };
  }
}

const attention = () => new Mean();
const cases: readonly (readonly [string, () => unknown, readonly (readonly [unknown, number])[]])[] = [
  [
    "a stack of encoder layers",
    () => new models.TransformerEncoder(() => new models.TransformerEncoderLayer(8, 2, layer), 2).forward(x),
    [
      [encoderLayer, 2],
      [feedForward, 2],
    ],
  ],
  [
    "an encoder layer that takes lengths first, normalizes first and returns weights",
    () => {
      const options = { ...layer, batchFirst: false, normFirst: true };
      return new models.TransformerEncoderLayer(8, 2, options).forward(x, { needWeights: true });
    },
    [
      [encoderLayer, 1],
      [feedForward, 1],
    ],
  ],
  [
    "an encoder layer with an attention of one's own",
    () => new models.TransformerEncoderLayer(8, 2, { ...layer, attention }).forward(x),
    [
      [encoderLayer, 1],
      [feedForward, 1],
    ],
  ],
  [
    "a decoder layer",
    () => new models.TransformerDecoderLayer(8, 2, layer).forward(x, x, { causal: true }),
    [
      [decoderLayer, 1],
      [feedForward, 1],
    ],
  ],
  [
    "a Transformer",
    () => new models.Transformer({ srcVocabSize: 5, tgtVocabSize: 5, ...two }).forward(ids, ids),
    [
      [encoderLayer, 2],
      [decoderLayer, 2],
      [feedForward, 4],
    ],
  ],
  [
    "a BERT",
    () => new models.Bert({ vocabSize: 5, maxLen: 9, ...two }).forward(ids),
    [
      [encoderLayer, 2],
      [feedForward, 2],
    ],
  ],
  [
    "a Transformer-XL",
    () => new models.TransformerXL(8, 2, 2, { memoryLength: 3, dimFeedforward: 8 }).forward(x),
    [
      [encoderLayer, 2],
      [feedForward, 2],
    ],
  ],
  [
    "a GPT",
    () => gpt().forward(ids),
    [
      [gptBlock, 2],
      [feedForward, 2],
    ],
  ],
  [
    "a GPT with gates",
    () => new models.GPT({ vocabSize: 5, maxLen: 9, activation: "swiglu", norm: "rms", ...two }).forward(ids),
    [
      [gptBlock, 2],
      [feedForward, 2],
    ],
  ],
  [
    "a memory network whose questions go through a network",
    () => new models.MemoryNetwork(8, { hops: 3, update: "feedForward" }).forward(randn([2, 8]), x),
    [
      [residual, 3],
      [feedForward, 3],
    ],
  ],
  [
    "the multi-head sublayer of document 000",
    () => new seed000.MultiHeadAttention(2, 8, 4, 4).forward(x, x, x),
    [[residual, 1]],
  ],
  [
    "greedy decoding",
    () => models.greedyDecode(step, 0, { ...ends, eos: 9 }),
    [
      [beamSearch, 1],
      [extended, 3],
    ],
  ],
  [
    "a beam search",
    () => models.beamSearch(step, 0, { ...ends, beamSize: 2 }),
    [
      [beamSearch, 1],
      [extended, 4],
    ],
  ],
  [
    "a text of a GPT",
    () => models.generate(gpt(), [1], { maxNewTokens: 3 }),
    [
      [beamSearch, 1],
      [extended, 3],
    ],
  ],
  ["BLEU", () => models.bleu("a b", "a b", 2), [[bleu, 1]]],
  ["BLEU of a corpus", () => models.corpusBleu(["a b"], ["a b"], 2), [[corpusBleu, 1]]],
];

test.each(cases)("%s runs the definitions", (_name, run, wanted) => {
  noGrad(() => {
    run();
    return x;
  });
  for (const [definition, count] of wanted) expect(callsOf(definition)).toBe(count);
});

test("every definition is among them, or is called by one in its file", () => {
  const found = cases.flatMap(([, , wanted]) => wanted.map(([definition]) => definition));
  const all = Object.values(definitions).filter((value) => typeof value === "function");
  expect(all.filter((definition) => !found.includes(definition))).toEqual([matchingNGrams]);
});
