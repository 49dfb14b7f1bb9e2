import { vjp } from "@saccade/autograd";
import { setBackend, type Tensor, where } from "@saccade/tensor";
import { expect, test } from "vitest";
import { wasmBackend } from "../../../kernels-wasm/src/index.ts";
import * as flex from "../../src/flex/index.ts";
import { expectClose, ints, kernelsOf, noise } from "../helpers.ts";

setBackend(await wasmBackend({ threads: 2 }));
const names = ["columnSums", "entropy", "max", "logSumExp", "topK"] as const;
const [b, h, lq, lk, d] = [2, 4, 75, 150, 6];
const inputs = [noise([b, h, lq, d], 1), noise([b, 2, lk, d], 2), noise([b, 2, lk, 5], 3)];
const [table, documents] = [
  noise([h, lq, lk], 4),
  ints(Array.from({ length: lk }, (_, i) => Math.floor(i / 40))),
];

const capped: flex.ScoreMod = (score) => score.div(2).tanh().mul(2);
const learned: flex.ScoreMod = (score, _b, head, q, kv) => score.add(flex.at(table, head, q, kv));
const later: flex.MaskMod = (_b, _h, q, kv) => kv.ge(q);
const document: flex.MaskMod = (_b, _h, q, kv) => flex.at(documents, kv).eq(q.floorDivide(30));

test.each([
  ["a cap", { scoreMod: capped }],
  [
    "a learned bias and a mask of blocks",
    { scoreMod: learned, blockMask: flex.createBlockMask(later, null, null, lq, lk) },
  ],
  ["documents", { blockMask: flex.createBlockMask(document, null, null, lq, lk) }],
] as const)("summaries of the fused op are those of the weights: %s", (_, options) => {
  const program =
    (needWeights: boolean) =>
    (...xs: readonly Tensor[]): Tensor[] => {
      const [q, k, v] = xs as [Tensor, Tensor, Tensor];
      const given = { ...options, enableGqa: true, needWeights, summaries: names, topK: 3 };
      const { columnSums, entropy, max, logSumExp, topK } = flex.flexAttention(q, k, v, given).summaries;
      const all = [columnSums, entropy, max, logSumExp, topK.values];
      return all.map((x) => where(x.isfinite(), x, 0));
    };
  const run = (needWeights: boolean): readonly Tensor[] => {
    const { value, pullBack } = vjp(program(needWeights), inputs);
    return [...value, ...pullBack(value.map((x, i) => noise(x.shape, 9 + i)))];
  };
  const [fused, whole] = [run(false), run(true)];
  for (const [i, x] of fused.entries()) expectClose(x, whole[i]!, 2e-4);
  expect(kernelsOf(() => program(false)(...inputs))).not.toContain("softmaxWhere");
});
