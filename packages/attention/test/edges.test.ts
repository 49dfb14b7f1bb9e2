import * as attention from "../src/index.ts";
import { of, type Run, testEdges, x } from "./edge-cases.ts";
import { noise } from "./helpers.ts";

const heads = { batchFirst: true } as const;

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
  AttentionPooling: of(new attention.AttentionPooling(4, 3), (m, b, n, o) => m.forward(x(b, n), o)),
};

testEdges(runs);
