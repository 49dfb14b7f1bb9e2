import { directLogitAttribution, runWithCache } from "@saccade/lens";
import { memory, scope, type Tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { collectGarbage } from "../../../tensor/test/collect-garbage.ts";
import { expectTable, goldenModel, hasGolden } from "../golden.ts";
import { difference, rows, small } from "../models.ts";

test.skipIf(!hasGolden)(
  "the parts of a GPT-2 checkpoint's stream have PyTorch's share of a logit difference",
  async () => {
    const { gpt, ids, golden } = await goldenModel();
    const { embed, pos_embed, heads, mlp } = golden.direct_logit_attribution;
    const { right: tokens, wrong: incorrectTokens } = golden.patching;
    const { cache } = runWithCache(gpt, ids.narrow(0, 0, 1));
    const attrs = (stack: Tensor): Tensor =>
      cache.logitAttrs(stack, { tokens, incorrectTokens, posSlice: -1 });
    const { components, labels } = cache.decomposeResid({ mode: "mlp", posSlice: -1, returnLabels: true });
    expect(labels).toEqual(["embed", "pos_embed", "0_mlp_out", "1_mlp_out", "2_mlp_out"]);
    expectTable(attrs(components), { data: [embed, pos_embed, ...mlp] });
    expectTable(attrs(cache.stackHeadResults({ posSlice: -1 })), { data: heads.flat() });
  },
);

test.skipIf(!hasGolden)("parts sum to the stream, with and without the run's norm", async () => {
  const { gpt, ids } = await goldenModel();
  const { cache } = runWithCache(gpt, ids, { names: (name) => !name.endsWith("hook_result") });
  const close = (a: Tensor, b: Tensor): void =>
    expect(difference(a, b)).toBeLessThan(1e-5 * b.abs().max().item());
  for (const applyLn of [false, true])
    for (const layer of [1, 2, 3]) {
      const whole = cache.accumulatedResid({ layer, applyLn, posSlice: [0, -1] }).select(0, -1);
      close(cache.decomposeResid({ layer, applyLn, posSlice: [0, -1] }).sum(0), whole);
      const heads = cache.stackHeadResults({ layer, applyLn, inclRemainder: true, posSlice: [0, -1] });
      close(heads.sum(0), whole);
    }
  const mid = cache.accumulatedResid({ layer: 1, inclMid: true, mlpInput: true, returnLabels: true });
  expect(mid.labels).toEqual(["0_pre", "0_mid", "1_pre", "1_mid"]);
  close(cache.decomposeResid({ layer: 1, mlpInput: true }).sum(0), mid.components.select(0, -1));
  const { weight, bias } = gpt.norm as { weight: Tensor; bias: Tensor };
  close(
    cache.accumulatedResid({ applyLn: true }).select(0, -1).mul(weight).add(bias),
    cache.get("ln_final.hook_normalized"),
  );
});

test.skipIf(!hasGolden)("stacks leave no tensor behind but themselves", async () => {
  const { gpt, ids } = await goldenModel();
  const { cache } = runWithCache(gpt, ids);
  await collectGarbage();
  const before = memory().tensors;
  scope(() => {
    const stack = cache.stackHeadResults({ applyLn: true, returnLabels: true });
    expect(memory().tensors).toBe(before + 1);
    cache.logitAttrs(stack.components, { tokens: [3, 4] });
    cache.stackActivation("pattern");
    expect(memory().tensors).toBe(before + 3);
  });
  expect(memory().tensors).toBe(before);
});

test("a stack of other positions, rows or width is refused, and does not broadcast", () => {
  const gpt = small();
  const ids = rows([1, 2, 3, 4, 5], [5, 4, 3, 2, 1]);
  const { cache } = runWithCache(gpt, ids);
  const last = cache.decomposeResid({ posSlice: -1 }); // (6, 2, 16)
  const all = cache.decomposeResid(); // (6, 2, 5, 16)
  const attrs = (x: Tensor, options: object) => () => cache.logitAttrs(x, { tokens: 3, ...options });
  const norm = (x: Tensor, options: object) => () => cache.applyLnToStack(x, options);
  const one = "a stack of one position needs the option posSlice that it was made with";
  for (const of of [attrs, norm]) {
    expect(of(last, {})).toThrow(
      /stack is .*\[6, 2, 16\].*, expected \(parts, 2, 5, 16\) by the run and posSlice/,
    );
    expect(of(last, {})).toThrow(one);
    for (const [x, options, shape] of [
      [all, { posSlice: -1 }, "2, 16"],
      [all, { posSlice: [0, 1] }, "2, 2, 16"],
      [all.narrow(1, 0, 1), {}, "2, 5, 16"],
      [all.narrow(-1, 0, 1), {}, "2, 5, 16"],
      [all.select(0, 0), {}, "2, 5, 16"],
    ] as const)
      expect(of(x, options)).toThrow(`expected (parts, ${shape})`);
    expect(of(last, { posSlice: -1 })().shape.slice(0, 2)).toEqual([6, 2]);
    expect(of(all, {})().shape.slice(0, 3)).toEqual([6, 2, 5]);
  }
  expect(norm(all, { layer: 1 })().shape).toEqual(all.shape);
  expect(norm(last, { layer: 1 })).toThrow("ActivationCache.applyLnToStack: stack is");
  expect(attrs(all, { tokens: [3, 4] })().shape).toEqual([6, 2, 5]);
  expect(attrs(all, { tokens: ids })().shape).toEqual([6, 2, 5]);
  expect(attrs(last, { tokens: ids, posSlice: -1 })).toThrow("logitAttrs: tokens are [2, 5]");
  expect(attrs(all, { tokens: [3, 4, 5] })).toThrow("logitAttrs: tokens are [3]");
  expect(() => directLogitAttribution(cache, { tokens: ids })).toThrow(
    "directLogitAttribution: tokens are [2, 5]",
  );
  expect(directLogitAttribution(cache, { tokens: ids.select(1, -1) }).total.shape).toEqual([2]);
});
