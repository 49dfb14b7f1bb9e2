import * as lens from "@saccade/lens";
import { generate } from "@saccade/models";
import { memory, scope, type Tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { ids, llamaShape, small } from "../models.ts";

describe.each([
  ["GPT-2's shape", small],
  ["Llama's shape", llamaShape],
])("a text of %s", (_, make) => {
  const gpt = make();
  const prompt = [3, 1, 4, 1, 5];
  const { cache } = lens.runWithCache(gpt, ids(1, 12, 3));
  const vector = lens.steeringVector(gpt, ids(1, 5), ids(1, 5, 2), { site: "blocks.1.hook_resid_pre" });
  const stream = "blocks.1.hook_resid_pre";
  const interventions: Readonly<Record<string, lens.HookList>> = {
    "a head without effect": lens.ablateHeads(gpt, [{ layer: 0, head: 1 }]),
    "a uniform head": lens.ablateHeads(
      gpt,
      [
        { layer: 1, head: 0 },
        { layer: 1, head: 3 },
      ],
      { kind: "uniform" },
    ),
    "a frozen pattern of a longer run": lens.ablateHeads(gpt, [{ layer: 0, head: 2 }], {
      kind: "frozen",
      cache,
    }),
    "frozen values of a longer run": lens.ablateHeads(gpt, [{ layer: 0, head: 2 }], {
      kind: "freeze",
      cache,
    }),
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
