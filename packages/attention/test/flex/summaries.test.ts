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

const learns = { scoreMod: learned, blockMask: flex.createBlockMask(later, null, null, lq, lk) };

test.each([
  ["a cap", { scoreMod: capped }],
  ["a learned bias and a mask of blocks", learns],
  ["documents", { blockMask: flex.createBlockMask(document, null, null, lq, lk) }],
] as const)("summaries of the fused op are those of the weights: %s", (_, options) => {
  const program =
    (needWeights: boolean, most: number) =>
    (...xs: readonly Tensor[]): Tensor[] => {
      const [q, k, v] = xs as [Tensor, Tensor, Tensor];
      const given = { ...options, enableGqa: true, needWeights, summaries: names, topK: 3 };
      const { columnSums, entropy, max, logSumExp, topK } = flex.flexAttention(q, k, v, given).summaries;
      const all = [columnSums, entropy, logSumExp, max, topK.values];
      return all.slice(0, most).map((x) => where(x.isfinite(), x, 0));
    };
  const run = (needWeights: boolean, most: number): readonly Tensor[] => {
    const learn = options === learns ? [...inputs, table] : inputs;
    const { value, pullBack } = vjp(program(needWeights, most), learn);
    return [...value, ...pullBack(value.map((x, i) => noise(x.shape, 9 + i)))];
  };
  // The gradients of the largest scores and weights are composed of ops.
  for (const most of [3, 5]) {
    const [fused, whole] = [run(false, most), run(true, most)];
    for (const [i, x] of fused.entries()) expectClose(x, whole[i]!, 3e-4);
  }
  const kernels = kernelsOf(() => run(false, 3));
  expect(kernels).toContain("attentionTellsBackward");
  for (const name of ["matmul", "matmulWhere", "softmaxWhere", "softmax"])
    expect(kernels).not.toContain(name);
});
