import { wasmBackend } from "@saccade/kernels-wasm";
import * as lens from "@saccade/lens";
import { memory, scope, stack, type Tensor, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { collectGarbage } from "../../../tensor/test/collect-garbage.ts";
import { expectTable, goldenModel, hasGolden } from "../golden.ts";

async function goldenRun(): Promise<
  Awaited<ReturnType<typeof goldenModel>> & { cache: lens.ActivationCache }
> {
  const run = await goldenModel();
  return { ...run, cache: lens.runWithCache(run.gpt, run.ids).cache };
}

test.skipIf(!hasGolden)(
  "the logit lens of a GPT-2 checkpoint gives PyTorch's logits at each layer",
  async () => {
    const { cache, golden } = await goldenRun();
    const { logits, labels } = lens.logitLens(cache, { posSlice: -1 });
    expect(labels).toEqual(["0_pre", "1_pre", "2_pre", "final_post"]);
    expect(logits.shape).toEqual([4, 2, 89]);
    expectTable(logits, golden.logit_lens_last_position);
    expectTable(lens.logitLens(cache).logits.select(0, -1), golden.logits);
  },
);

test.skipIf(!hasGolden)(
  "what each component and head adds to a logit is PyTorch's, and sums to it",
  async () => {
    const { cache, golden } = await goldenRun();
    const { right, wrong } = golden.patching;
    const expected = golden.direct_logit_attribution;
    const found = lens.directLogitAttribution(cache, { tokens: right, incorrectTokens: wrong });
    const row = (x: Tensor): Tensor => x.select(-1, 0);
    expectTable(row(found.heads), { data: expected.heads.flat() });
    expectTable(row(found.attnBias), { data: expected.attn_bias });
    expectTable(row(found.mlp!), { data: expected.mlp });
    const rest = [found.embed, found.posEmbed!, found.finalBias, found.total].map(row);
    const { embed, pos_embed, final_bias, sum_is_logit_difference } = expected;
    expectTable(stack(rest), { data: [embed, pos_embed, final_bias, sum_is_logit_difference] });
  },
);

test.skipIf(!hasGolden)(
  "attribution at all positions sums to the logits of each position's own token",
  async () => {
    const { cache, gpt, ids } = await goldenRun();
    const { total, heads } = lens.directLogitAttribution(cache, { tokens: ids, posSlice: { start: 0 } });
    expect(heads.shape).toEqual([3, 4, 2, 9]);
    const own: Tensor = gpt.forward(ids);
    expectTable(total, { data: [...own.gather(2, ids.unsqueeze(2)).dataSync()] });
  },
);

test.skipIf(!hasGolden)("rollout is PyTorch's", async () => {
  const { cache, golden } = await goldenRun();
  expectTable(lens.rollout(cache), golden.rollout);
});

test.skipIf(!hasGolden)("head detectors score a repeated sequence as PyTorch does", async () => {
  const { gpt, golden } = await goldenModel();
  const ids = tensor(golden.repeated.input_ids, { dtype: "int32" });
  const { previousToken, duplicateToken, induction } = lens.repeatedScores(lens.runWithCache(gpt, ids).cache);
  expectTable(previousToken, { data: golden.repeated.previous_token!.flat() });
  expectTable(duplicateToken, { data: golden.repeated.duplicate_token!.flat() });
  expectTable(induction, { data: golden.repeated.induction!.flat() });
});

test.skipIf(!hasGolden)(
  "readouts give the same numbers on the wasm backend, and free what they make",
  async () => {
    const { gpt, ids } = await goldenModel();
    const read = (input: Tensor): Tensor[] => {
      const { cache } = lens.runWithCache(gpt, input);
      const { heads } = lens.directLogitAttribution(cache, { tokens: 3, incorrectTokens: 5 });
      const { perToken } = lens.integratedGradients(gpt, input, lastLogit, { steps: 4 });
      return [
        lens.logitLens(cache).logits,
        heads,
        lens.rollout(cache),
        lens.attentionFlow(cache),
        lens.detectHead(gpt, input, "induction_head", { cache }),
        lens.allCompositionScores(gpt, "K"),
        lens.headDistances(cache).distances,
        perToken,
      ];
    };
    const plain = scope(() => read(ids).map((x) => [...x.dataSync()]));
    await collectGarbage();
    const before = memory().tensors;
    scope(() => void read(ids));
    expect(memory().tensors).toBe(before);
    const wasm = await wasmBackend();
    gpt.to(wasm);
    const onWasm = scope(() => read(ids.to(wasm)).map((x) => [...x.dataSync()]));
    onWasm.forEach((data, i) => {
      expectTable(data, { data: plain[i]! });
    });
    const moved = ids.to(wasm);
    const beforeWasm = memory().tensors;
    scope(() => void read(moved));
    expect(memory().tensors).toBe(beforeWasm);
  },
);

const lastLogit = (logits: Tensor): Tensor => logits.select(1, -1).select(1, 7).sum();
