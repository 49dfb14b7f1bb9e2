import { noGrad } from "@saccade/autograd";
import type { Module } from "@saccade/nn";
import { type Shape, Tensor, tensor, zeros } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import * as attention from "../src/index.ts";
import { fault } from "./garbage/walk.ts";
import { noise } from "./helpers.ts";

// Unusual, and legal: an empty batch, one position, one head, every key masked. Shapes hold, and nothing is NaN.

type Run = (b: number, n: number, options: { validLens?: Tensor }) => unknown;

const x = (b: number, n: number): Tensor => noise([b, n, 4]);
const ids = (b: number, n: number): Tensor => zeros([b, n], { dtype: "int32" });
const of =
  <M extends Module>(module: M, run: (module: M, ...args: Parameters<Run>) => unknown): Run =>
  (...args) =>
    run(module.eval(), ...args);

const heads = { batchFirst: true } as const;
const sizes = { vocabSize: 5, maxLen: 8, dModel: 4, numLayers: 1, numHeads: 1 };
const transformer = new attention.Transformer({
  srcVocabSize: 5,
  tgtVocabSize: 5,
  dModel: 4,
  numHeads: 1,
  numLayers: 1,
});

const runs: Readonly<Record<string, Run>> = {
  scaledDotProductAttention: (b, n, o) => attention.scaledDotProductAttention(x(b, n), x(b, n), x(b, n), o),
  "the fused one": (b, n, o) =>
    attention.scaledDotProductAttention(x(b, n), x(b, n), x(b, n), { ...o, needWeights: false }),
  attend: (b, n, o) => attention.attend(noise([b, n, n]), x(b, n), o),
  slidingWindowAttention: (b, n, o) =>
    attention.slidingWindowAttention(x(b, n), x(b, n), x(b, n), { ...o, window: 2 }),
  linearAttention: (b, n, o) => attention.linearAttention(x(b, n), x(b, n), x(b, n), { ...o, causal: true }),
  blockSparseAttention: (b, n, o) =>
    attention.blockSparseAttention(x(b, n), x(b, n), x(b, n), {
      ...o,
      blockSize: Math.max(n, 1),
      layout: n === 0 ? [] : [[true]],
    }),
  HierarchicalAttention: of(new attention.HierarchicalAttention(4, 3), (m, b, n) =>
    m.forward(noise([b, n, 2, 4])),
  ),
  maskedSoftmax: (b, n, { validLens }) => attention.maskedSoftmax(noise([b, n, n]), validLens),
  MultiheadAttention: of(new attention.MultiheadAttention(4, 1, heads), (m, b, n, o) =>
    m.forward(x(b, n), x(b, n), x(b, n), o),
  ),
  AdditiveAttention: of(new attention.AdditiveAttention(4, 4, 3), (m, b, n, { validLens }) =>
    m.forward(x(b, n), x(b, n), x(b, n), validLens),
  ),
  BilinearScoring: of(new attention.BilinearScoring(4, 4), (m, b, n, o) =>
    m.forward(x(b, n), x(b, n), x(b, n), o),
  ),
  TransformerEncoderLayer: of(new attention.TransformerEncoderLayer(4, 1, heads), (m, b, n, o) =>
    m.forward(x(b, n), o),
  ),
  TransformerDecoderLayer: of(new attention.TransformerDecoderLayer(4, 1, heads), (m, b, n, { validLens }) =>
    m.forward(x(b, n), x(b, n), { causal: true, ...(validLens && { crossValidLens: validLens }) }),
  ),
  TransformerXL: of(new attention.TransformerXL(4, 1, 1, { memoryLength: 2 }), (m, b, n) =>
    m.forward(x(b, n)),
  ),
  MemoryNetwork: of(new attention.MemoryNetwork(4), (m, b, n, o) => m.forward(noise([b, 4]), x(b, n), o)),
  AttentionPooling: of(new attention.AttentionPooling(4, 3), (m, b, n, o) => m.forward(x(b, n), o)),
  GPT: of(new attention.GPT(sizes), (m, b, n) => m.forward(ids(b, n))),
  "GPT of rotary positions": of(new attention.GPT({ ...sizes, positions: "rotary" }), (m, b, n) =>
    m.forward(ids(b, n)),
  ),
  Bert: of(new attention.Bert(sizes), (m, b, n) => m.forward(ids(b, n))),
  Transformer: of(transformer, (m, b, n, { validLens }) => m.forward(ids(b, n), ids(b, n), validLens)),
  Seq2SeqAttentionDecoder: of(
    new attention.EncoderDecoder(
      new attention.Seq2SeqEncoder(5, 4, 4, 1),
      new attention.Seq2SeqAttentionDecoder(5, 4, 4, 1),
    ),
    (m, b, n, { validLens }) => m.forward(ids(b, n), ids(b, n), validLens),
  ),
  LuongDecoder: of(
    new attention.EncoderDecoder(
      new attention.BidirectionalEncoder(5, 4, 4, 1),
      new attention.LuongDecoder(5, 4, 4, 1, { local: "predictive" }),
    ),
    (m, b, n) => m.forward(ids(b, n), ids(b, n)),
  ),
  BahdanauDecoder: of(
    new attention.EncoderDecoder(
      new attention.BidirectionalEncoder(5, 4, 4, 1),
      new attention.BahdanauDecoder(5, 4, 4, 1),
    ),
    (m, b, n) => m.forward(ids(b, n), ids(b, n)),
  ),
};

function* tensorsOf(value: unknown): Generator<Tensor> {
  if (value instanceof Tensor) yield value;
  else if (typeof value === "object" && value !== null && !(value instanceof attention.KeyValueCache))
    for (const part of Object.values(value)) yield* tensorsOf(part);
}

function check(result: unknown): Shape[] {
  const all = [...tensorsOf(result)];
  expect(all.length).toBeGreaterThan(0);
  for (const one of all) expect(one.dataSync().every((value) => !Number.isNaN(value))).toBe(true);
  return all.map(({ shape }) => shape);
}

describe.each(Object.entries(runs))("%s", (_, run) => {
  test("of no sequence: the shapes of one, but for the batch", () => {
    noGrad(() => {
      const [none, one] = [check(run(0, 3, {})), check(run(1, 3, {}))];
      expect(none.map((shape) => shape.length)).toEqual(one.map((shape) => shape.length));
      for (const shape of none) expect(shape).toContain(0);
    });
  });

  test("of no position: an empty result, or an error that says so", () => {
    noGrad(() => {
      try {
        check(run(2, 0, {}));
      } catch (error) {
        expect(fault(error, null)).toBe(null);
      }
    });
  });

  test("of one position, and with every key masked", () => {
    noGrad(() => {
      check(run(2, 1, {}));
      check(run(2, 3, { validLens: tensor([0, 0], { dtype: "int32" }) }));
    });
  });
});
