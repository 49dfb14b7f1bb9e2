import { compile, grad, valueAndGrad, vmap } from "@saccade/autograd";
import { Adam, Parameter } from "@saccade/nn";
import { ones, referenceBackend, setBackend, type Tensor, tensor, where, zeros } from "@saccade/tensor";
import { expect, test } from "vitest";
import { wasmBackend } from "../../../kernels-wasm/src/index.ts";
import * as definitions from "../../src/definitions/index.ts";
import * as ladder from "../../src/definitions/ladder/index.ts";
import * as flex from "../../src/flex/index.ts";
import {
  alibiSlopes,
  bigBirdLayout,
  blockMask as denseBlocks,
  scaledDotProductAttention,
} from "../../src/index.ts";
import { expectClose, ints, kernelsOf, leaked, noise, numbers } from "../helpers.ts";

const { at, createBlockMask, flexAttention } = flex;
const [b, h, n, d] = [2, 2, 70, 4];
const [q, k, v] = [noise([b, h, n, d], 1), noise([b, h, n, d], 2), noise([b, h, n, d], 3)];

test("the ready-made mods are the definitions of this package", () => {
  const of = (options: flex.FlexAttentionOptions): Tensor => flexAttention(q, k, v, options).output;
  const masked = (mask: flex.MaskMod, sequences: number | null = null): Tensor =>
    of({ blockMask: createBlockMask(mask, sequences, null, n, n) });
  const plain = (mask: Tensor, bias?: Tensor): Tensor =>
    scaledDotProductAttention(q, k, v, { mask, bias }).output;
  const causal = definitions.causalMask(n);
  expectClose(masked(flex.causal), plain(causal));
  expectClose(masked(flex.slidingWindow(9)), plain(causal.logicalAnd(definitions.windowMask(n, 9))));
  const ids = ints(Array.from({ length: n }, (_, i) => Math.floor(i / 20)));
  expectClose(masked(flex.documentMask(ids)), plain(ids.unsqueeze(1).eq(ids)));
  const both = ids
    .unsqueeze(0)
    .add(ints([[0], [1]]))
    .remainder(3);
  expectClose(
    masked(flex.documentMask(both), b),
    plain(both.unsqueeze(-1).eq(both.unsqueeze(1)).unsqueeze(1)),
  );
  const keys = definitions.positions(n);
  expectClose(masked(flex.prefixLm(30)), plain(causal.logicalOr(keys.lt(30))));
  const ends = ints([5, 40]);
  expectClose(masked(flex.prefixLm(ends), b), plain(causal.logicalOr(keys.lt(ends.reshape([b, 1, 1, 1])))));
  const layout = bigBirdLayout(5);
  expectClose(masked(flex.bigBird(layout, 16)), plain(denseBlocks(n, n, { blockSize: 16, layout })));
  const slopes = tensor(alibiSlopes(h));
  expectClose(
    of({ scoreMod: flex.alibi(slopes) }),
    plain(ones([n, n], { dtype: "bool" }), definitions.alibiBias(h, n).unsqueeze(0)),
  );
  const buckets = { numBuckets: 8, maxDistance: 16, bidirectional: true };
  const weight = noise([8, h], 4);
  const distances = Array.from({ length: 33 }, (_, i) => definitions.relativePositionBucket(i - 16, buckets));
  const table = weight.indexSelect(0, ints(distances)).transpose(0, 1);
  const bias = definitions.relativeBias(weight, buckets, n, n).unsqueeze(0);
  expectClose(of({ scoreMod: flex.relativeBias(table) }), plain(ones([n, n], { dtype: "bool" }), bias));
  const scores = q.matmul(k.transpose(-2, -1)).div(2);
  expectClose(of({ scoreMod: flex.softcap(2) }), scores.div(2).tanh().mul(2).softmax(-1).matmul(v));
});

test("flexAttention is the ladder's definition", () => {
  const blockMask = createBlockMask((_b, _h, queries, keys) => keys.lt(queries), null, null, n, n);
  const found = flexAttention(q, k, v, { scoreMod: flex.softcap(2), blockMask, summaries: ["logSumExp"] });
  const wanted = ladder.flexAttention(q, k, v, {
    scoreMod: (score) => score.div(2).tanh().mul(2),
    maskMod: (_b, _h, queries, keys) => keys.lt(queries),
  });
  expectClose(found.output, wanted.output);
  expectClose(found.summaries.logSumExp.exp(), wanted.logSumExp.exp());
});

test("weights come on demand, rows without keys are zeros, and masked keys are ignored", () => {
  const none: flex.MaskMod = (_b, _h, queries, keys) => queries.ge(2).logicalAnd(keys.lt(60));
  const holes = where(definitions.positions(n).unsqueeze(1).lt(60), v, Number.NaN);
  const blockMask = createBlockMask(none, null, null, n, n);
  const { output, weights } = flexAttention(q, k, holes, { blockMask, needWeights: true });
  expectClose(flexAttention(q, k, holes, { blockMask }).output, output);
  expect(flexAttention(q, k, holes, { blockMask }).weights).toBeUndefined();
  expect(numbers(output.narrow(2, 0, 2)).every((x) => x === 0)).toBe(true);
  expect(numbers(weights.narrow(2, 0, 2)).every((x) => x === 0)).toBe(true);
  expectClose(weights.narrow(2, 2, n - 2).sum(-1), ones([b, h, n - 2]));
  const excluded: flex.ScoreMod = (score, _b, _h, queries, keys) =>
    flex.where(queries.ge(2).logicalAnd(keys.lt(60)), score, Number.NEGATIVE_INFINITY);
  expectClose(flexAttention(q, k, v, { scoreMod: excluded }).output.narrow(2, 0, 2), zeros([b, h, 2, d]));
});

test("one kernel each way; causal masks and plain calls need no program", () => {
  const kernels = (options: flex.FlexAttentionOptions): string[] =>
    kernelsOf(() => valueAndGrad(() => flexAttention(q, k, v, options).output.sum(), { q, k, v })).filter(
      (name) => name.startsWith("scaled"),
    );
  const fused = ["scaledDotProduct", "scaledDotProductBackward"];
  expect(kernels({}).sort()).toEqual(fused);
  expect(
    kernels({
      scoreMod: flex.softcap(2),
      blockMask: createBlockMask(flex.slidingWindow(5), null, null, n, n),
    }).sort(),
  ).toEqual(fused);
  expect(leaked(() => flexAttention(q, k, v, { scoreMod: flex.alibi(ones([h])) }))).toBe(0);
});

test("mods train in a compiled step, and run under vmap", async () => {
  const backend = await wasmBackend();
  setBackend(backend);
  try {
    const inputs = [q, k, v].map((x) => x.to(backend)) as [Tensor, Tensor, Tensor];
    const run = (compiled: boolean): number[] => {
      const bias = new Parameter(zeros([h, n]));
      const documents = createBlockMask(
        flex.documentMask(ints(Array.from({ length: n }, (_, i) => i >> 4))),
        null,
        null,
        n,
        n,
      );
      const scoreMod: flex.ScoreMod = (score, _b, head, _q, keys) => score.add(at(bias, head, keys));
      const optimizer = new Adam({ bias }, { lr: 0.1 });
      const step = (): Tensor =>
        optimizer.step(() =>
          flexAttention(...inputs, { scoreMod, blockMask: documents })
            .output.square()
            .sum(),
        );
      const each = compiled ? compile(step) : step;
      return Array.from({ length: 4 }, () => each().item());
    };
    const [plain, compiled] = [run(false), run(true)];
    expect(plain[3]).toBeLessThan(plain[0]!);
    for (const [i, loss] of compiled.entries()) expect(loss).toBeCloseTo(plain[i]!, 3);
  } finally {
    setBackend(referenceBackend());
  }
  const slopes = noise([3, h], 7);
  const one = (s: Tensor): Tensor => flexAttention(q, k, v, { scoreMod: flex.alibi(s) }).output;
  expectClose(vmap(one)(slopes).select(0, 1), one(slopes.select(0, 1)));
  const perExample = vmap(grad((s: Tensor) => one(s).square().sum()))(slopes);
  expectClose(perExample.select(0, 2), grad((s: Tensor) => one(s).square().sum())(slopes.select(0, 2)), 1e-4);
});

test("a mask that is made inside a compiled step follows its tensors", async () => {
  const backend = await wasmBackend();
  setBackend(backend);
  try {
    const [x, y, z] = [q, k, v].map((t) => t.to(backend)) as [Tensor, Tensor, Tensor];
    const step = (ids: Tensor): Tensor => {
      const blockMask = createBlockMask(flex.andMasks(flex.causal, flex.documentMask(ids)), null, null, n, n);
      return flexAttention(x, y, z, { blockMask }).output.square().sum();
    };
    const compiled = compile(step);
    for (const size of [5, 16, 70, 33]) {
      const ids = ints(Array.from({ length: n }, (_, i) => Math.floor(i / size)));
      expect(compiled(ids).item()).toBeCloseTo(step(ids).item(), 3);
    }
  } finally {
    setBackend(referenceBackend());
  }
});
