import { noGrad } from "@saccade/autograd";
import { headMaps } from "@saccade/figures/language-model/lens";
import { headSimilarity, runWithCache } from "@saccade/lens";
import { GPT } from "@saccade/models";
import { init } from "@saccade/nn";
import { tensor } from "@saccade/tensor";
import { expect, it } from "vitest";
import { alike, headsOf, sameTokens } from "../../src/pages/language-model/kept/alike.ts";
import { tinyModel } from "./fixtures.ts";

function tinyGpt(): GPT {
  const gpt = tinyModel("gpt2");
  if (gpt instanceof GPT) return gpt;
  throw new Error("not a GPT");
}

it("two models' heads are as alike as the library says, on the same text", () => {
  const [left, right] = [tinyGpt(), tinyGpt()];
  for (const parameter of right.parameters()) if (parameter.ndim === 2) init.normal(parameter, 0, 0.5);
  const ids = [3, 1, 4, 1, 5, 9];
  const [now, kept] = [left, right].map((model) => headMaps(model, ids, String)) as [
    ReturnType<typeof headMaps>,
    ReturnType<typeof headMaps>,
  ];
  const input = tensor([ids], { dtype: "int32" });
  const names = (name: string): boolean => name.endsWith("hook_pattern");
  const [one, other] = noGrad(() =>
    [left, right].map((model) => runWithCache(model, input, { names }).cache),
  );
  const expected = headSimilarity(one!, other!).similarity.dataSync();
  const heads = headsOf(now);
  expect(heads).toHaveLength(8);
  const found = heads.flatMap((head) => heads.map((otherHead) => alike(now, head, kept, otherHead)));
  found.forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i]!, 5);
  });
  for (const head of heads) expect(alike(now, head, now, head)).toBe(1);
  expect(sameTokens(now, kept)).toBe(true);
  expect(sameTokens(now, headMaps(left, ids.slice(1), String))).toBe(false);
});
