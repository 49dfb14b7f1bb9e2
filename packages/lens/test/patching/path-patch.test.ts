import { compile } from "@saccade/autograd";
import { wasmBackend } from "@saccade/kernels-wasm";
import * as lens from "@saccade/lens";
import { ArgumentError, IndexError, memory, scope, stack, type Tensor, tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { difference, ids, llamaShape, small } from "../models.ts";

const last = (logits: Tensor): Tensor => logits.select(1, -1);

/** x with some heads of another tensor. */
function withHeads(x: Tensor, from: Tensor, heads: readonly number[]): Tensor {
  return stack(
    x.unbind(2).map((part, head) => (heads.includes(head) ? from.select(2, head) : part)),
    2,
  );
}

describe.each([
  ["GPT-2's shape", small, 4],
  ["Llama's shape", llamaShape, 2],
])("of %s", (_, make, kvHeads) => {
  const gpt = make();
  const [orig, other] = [ids(2, 5), ids(2, 5, 2)];
  const before = lens.runWithCache(gpt, orig);
  const { cache } = lens.runWithCache(gpt, other);
  const senders = [0, 1].flatMap((layer) => [0, 1, 2, 3].map((head) => ({ layer, head })));
  /** What a head's other values add to the stream. */
  const change = ({ layer, head }: lens.HeadAt): Tensor =>
    cache.get("result", layer).sub(before.cache.get("result", layer)).select(2, head);

  test("with frozen feed-forward networks, the stream's end changes by the head's own result", () => {
    const found = lens.getPathPatchHeadToFinalResidPost(gpt, orig, cache, last, {
      freezeMlps: true,
      chunkSize: 3,
    });
    expect(found.shape).toEqual([2, 4, 2, 11]);
    for (const at of senders) {
      const hooks = { "blocks.1.hook_resid_post": (x: Tensor) => x.add(change(at)) };
      const expected = last(lens.runWithHooks(gpt, orig, { hooks }));
      expect(difference(found.select(0, at.layer).select(0, at.head), expected)).toBeLessThan(3e-6);
    }
  });

  test("feed-forward networks on the path are computed anew", () => {
    const found = lens.getPathPatchHeadToFinalResidPost(gpt, orig, cache, last);
    for (const at of senders) {
      const z = [0, 1].map((layer): [string, () => Tensor] => [
        lens.getActName("z", layer),
        () => {
          const frozen = before.cache.get("z", layer);
          if (layer !== at.layer) return frozen;
          return withHeads(frozen, cache.get("z", layer), [at.head]);
        },
      ]);
      const expected = last(lens.runWithHooks(gpt, orig, { hooks: z }));
      expect(difference(found.select(0, at.layer).select(0, at.head), expected)).toBeLessThan(3e-6);
    }
  });

  test.each(["q", "k", "v"] as const)(
    "receivers get the sender's result in their %s, and nothing else",
    (receiverInput) => {
      const receiverHeads = [
        { layer: 1, head: 0 },
        { layer: 1, head: 3 },
      ];
      const options = { receiverHeads, receiverInput, freezeMlps: true, chunkSize: 3 };
      const found = lens.getPathPatchHeadToHeads(gpt, orig, cache, last, options);
      const site = lens.getActName(receiverInput, 1);
      for (const at of senders) {
        const result = found.select(0, at.layer).select(0, at.head);
        if (at.layer === 1) {
          expect(difference(result, last(before.output))).toBeLessThan(2e-6);
          continue;
        }
        const moved = { "blocks.1.hook_resid_pre": (x: Tensor) => x.add(change(at)) };
        const received = lens.runWithCache(gpt, orig, { names: site, hooks: moved }).cache.get(site);
        const heads = receiverInput === "q" ? [0, 3] : [0, kvHeads - 1];
        const put = (x: Tensor): Tensor => withHeads(x, received, heads);
        expect(
          difference(result, last(lens.runWithHooks(gpt, orig, { hooks: { [site]: put } }))),
        ).toBeLessThan(3e-6);
      }
    },
  );

  test("compiled, it gives the same", () => {
    const receiverHeads = [{ layer: 1, head: 1 }];
    const patch = (x: Tensor): Tensor =>
      lens.getPathPatchHeadToHeads(gpt, x, cache, last, { receiverHeads, receiverInput: "k" });
    const step = compile(patch);
    const eager = patch(orig);
    for (let i = 0; i < 3; i++) expect(difference(step(orig), eager)).toBeLessThan(2e-6);
    step.dispose();
  });

  test("a run with the original cache changes nothing, and no tensor stays", () => {
    const plain = lens.logitDiff(1, 2)(before.output).item();
    const count = memory().tensors;
    scope(() => {
      const receiverHeads = [{ layer: 1, head: 2 }];
      const same = lens.getPathPatchHeadToHeads(gpt, orig, before.cache, lens.logitDiff(1, 2), {
        receiverHeads,
      });
      for (const value of same.dataSync()) expect(value).toBeCloseTo(plain, 5);
    });
    expect(memory().tensors).toBe(count);
  });
});

test("the wasm backend gives the same", async () => {
  const backend = await wasmBackend();
  const receiverHeads = [{ layer: 1, head: 2 }];
  const [reference, wasm] = [small(), small(backend)].map((gpt) => {
    const at = gpt.embedding.weight.backend;
    const { cache } = lens.runWithCache(gpt, ids(2, 5, 2).to(at));
    const orig = ids(2, 5).to(at);
    return stack([
      lens.getPathPatchHeadToHeads(gpt, orig, cache, last, { receiverHeads }),
      lens.getPathPatchHeadToFinalResidPost(gpt, orig, cache, last, { freezeMlps: true }),
    ]);
  });
  expect(difference(tensor(wasm!.toArray()), reference!)).toBeLessThan(1e-5);
});

test("wrong receivers and caches are refused", () => {
  const gpt = small();
  const { cache } = lens.runWithCache(gpt, ids(1, 4));
  const part = lens.runWithCache(gpt, ids(1, 4), { names: "blocks.0.attn.hook_z" }).cache;
  const call =
    (receiverHeads: lens.HeadAt[], given = cache) =>
    () =>
      lens.getPathPatchHeadToHeads(gpt, ids(1, 4), given, lens.logitDiff(1, 2), { receiverHeads });
  expect(call([])).toThrow(ArgumentError);
  expect(call([{ layer: 2, head: 0 }])).toThrow(IndexError);
  expect(call([{ layer: 1, head: 4 }])).toThrow(/head 4 does not exist/);
  expect(call([{ layer: 1, head: 0 }], part)).toThrow(/no site "blocks.1.attn.hook_z"/);
});
