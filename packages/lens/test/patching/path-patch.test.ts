import * as lens from "@saccade/lens";
import { ArgumentError, IndexError, stack, type Tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { allHeads, difference, expectRefused, heads, ids, last, shapes, small } from "../models.ts";

/** x with some heads of another tensor. */
function withHeads(x: Tensor, from: Tensor, heads: readonly number[]): Tensor {
  return stack(
    x.unbind(2).map((part, head) => (heads.includes(head) ? from.select(2, head) : part)),
    2,
  );
}

describe.each(shapes)("of $shape", ({ make, kvHeads }) => {
  const gpt = make();
  const [orig, other] = [ids(2, 5), ids(2, 5, 2)];
  const before = lens.runWithCache(gpt, orig);
  const { cache } = lens.runWithCache(gpt, other);
  /** What a head's other values add to the stream. */
  const change = ({ layer, head }: lens.HeadAt): Tensor =>
    cache.get("result", layer).sub(before.cache.get("result", layer)).select(2, head);

  test("with frozen feed-forward networks, the stream's end changes by the head's own result", () => {
    const found = lens.getPathPatchHeadToFinalResidPost(gpt, orig, cache, last, {
      freezeMlps: true,
      chunkSize: 3,
    });
    expect(found.shape).toEqual([2, 4, 2, 11]);
    for (const at of allHeads) {
      const hooks = { "blocks.1.hook_resid_post": (x: Tensor) => x.add(change(at)) };
      const expected = last(lens.runWithHooks(gpt, orig, { hooks }));
      expect(difference(found.select(0, at.layer).select(0, at.head), expected)).toBeLessThan(3e-6);
    }
  });

  test("feed-forward networks on the path are computed anew", () => {
    const found = lens.getPathPatchHeadToFinalResidPost(gpt, orig, cache, last);
    for (const at of allHeads) {
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
      const receiverHeads = heads([1, 0], [1, 3]);
      const options = { receiverHeads, receiverInput, freezeMlps: true, chunkSize: 3 };
      const found = lens.getPathPatchHeadToHeads(gpt, orig, cache, last, options);
      const site = lens.getActName(receiverInput, 1);
      for (const at of allHeads) {
        const result = found.select(0, at.layer).select(0, at.head);
        if (at.layer === 1) {
          expect(difference(result, last(before.output))).toBeLessThan(2e-6);
          continue;
        }
        const moved = { "blocks.1.hook_resid_pre": (x: Tensor) => x.add(change(at)) };
        const received = lens.runWithCache(gpt, orig, { names: site, hooks: moved }).cache.get(site);
        const own = receiverInput === "q" ? [0, 3] : [0, kvHeads - 1];
        const put = (x: Tensor): Tensor => withHeads(x, received, own);
        expect(
          difference(result, last(lens.runWithHooks(gpt, orig, { hooks: { [site]: put } }))),
        ).toBeLessThan(3e-6);
      }
    },
  );

  test("a run with the original cache changes nothing", () => {
    const plain = lens.logitDiff(1, 2)(before.output).item();
    const same = lens.getPathPatchHeadToHeads(gpt, orig, before.cache, lens.logitDiff(1, 2), {
      receiverHeads: heads([1, 2]),
    });
    for (const value of same.dataSync()) expect(value).toBeCloseTo(plain, 5);
  });
});

test("wrong receivers and caches are refused", async () => {
  const gpt = small();
  const { cache } = lens.runWithCache(gpt, ids(1, 4));
  const part = lens.runWithCache(gpt, ids(1, 4), { names: "blocks.0.attn.hook_z" }).cache;
  const to = (receiverHeads: lens.HeadAt[], given = cache) => {
    return () => lens.getPathPatchHeadToHeads(gpt, ids(1, 4), given, lens.logitDiff(1, 2), { receiverHeads });
  };
  await expectRefused([
    [to([]), ArgumentError, /receiverHeads/],
    [to(heads([2, 0])), IndexError, /layer 2 does not exist/],
    [to(heads([1, 4])), IndexError, /head 4 does not exist/],
    [to(heads([1, 0]), part), ArgumentError, /no site "blocks.1.attn.hook_z"/],
  ]);
});
