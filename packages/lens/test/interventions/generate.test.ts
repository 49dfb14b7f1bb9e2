import * as lens from "@saccade/lens";
import { generate } from "@saccade/models";
import { memory, scope, type Tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { heads, ids, shapes } from "../models.ts";

describe.each(shapes)("a text of $shape", ({ make }) => {
  const gpt = make();
  const prompt = [3, 1, 4, 1, 5];
  const { cache } = lens.runWithCache(gpt, ids(1, 12, 3));
  const vector = lens.steeringVector(gpt, ids(1, 5), ids(1, 5, 2), { site: "blocks.1.hook_resid_pre" });
  const stream = "blocks.1.hook_resid_pre";
  const [head, both] = [heads([0, 2]), heads([1, 0], [1, 3])];
  const interventions: Readonly<Record<string, lens.HookList>> = {
    "a head without effect": lens.ablateHeads(gpt, heads([0, 1])),
    "uniform heads": lens.ablateHeads(gpt, both, { kind: "uniform" }),
    "a frozen pattern of a longer run": lens.ablateHeads(gpt, head, { kind: "frozen", cache }),
    "frozen values of a longer run": lens.ablateHeads(gpt, head, { kind: "freeze", cache }),
    "a vector added everywhere": lens.addVector(gpt, stream, vector, { scale: 3 }),
    "a vector added in the prompt and in the new text": lens.addVector(gpt, stream, vector, {
      scale: 3,
      positions: [2, 7, 8],
    }),
    "a layer ablated at some positions": lens.ablateSites(gpt, "blocks.0.hook_mlp_out", {
      positions: [1, 6],
    }),
  };

  test.each(Object.entries(interventions))("with %s is the same with and without a cache", (_, hooks) => {
    const write = (cached: boolean): number[] =>
      lens.runWithHooks(gpt, () => generate(gpt, prompt, { maxNewTokens: 6, cache: cached }), { hooks });
    expect(write(true)).toEqual(write(false));
  });

  test("changes with an intervention, and keeps no tensors", () => {
    const plain = generate(gpt, prompt, { maxNewTokens: 6 });
    const before = memory().tensors;
    const texts = Object.values(interventions).map((hooks) =>
      scope(() => lens.runWithHooks(gpt, () => generate(gpt, prompt, { maxNewTokens: 6 }), { hooks })),
    );
    expect(memory().tensors).toBe(before);
    expect(texts.some((text) => text.join() !== plain.join())).toBe(true);
  });

  test("tells hooks how many tokens came before", () => {
    const seen: [offset: number, length: number][] = [];
    const look = (x: Tensor, { offset }: lens.HookPoint): undefined => void seen.push([offset, x.size(1)]);
    lens.runWithHooks(gpt, () => generate(gpt, prompt, { maxNewTokens: 3 }), { hooks: { [stream]: look } });
    expect(seen).toEqual([
      [0, 5],
      [5, 1],
      [6, 1],
    ]);
  });
});
