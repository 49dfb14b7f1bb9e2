import { attendSmall } from "@saccade/figures/attend";
import type { Rows } from "@saccade/figures/attention";
import { translations } from "@saccade/figures/messages";
import { describe, expect, it } from "vitest";
import { words } from "../../src/pages/scoring/messages/index.ts";
import { type PresetName, presetNames, presets } from "../../src/pages/scoring/presets.ts";
import { d, n } from "../../src/pages/scoring/settings.ts";

/** The weights and outputs that a preset opens with. */
function attendTo(name: PresetName): { readonly weights: Rows; readonly output: Rows } {
  const { q, k, v, causal } = presets[name];
  const { heads, output } = attendSmall({ q, k, v, causal, score: "scaled" });
  return { weights: heads[0]?.weights ?? [], output };
}

/** The key of most weight for each query, and how much it is. */
const strongest = (weights: Rows): readonly (readonly [key: number, weight: number])[] =>
  weights.map((row) => [row.indexOf(Math.max(...row)), Math.max(...row)]);

describe("the presets", () => {
  it("copy: every word gives nearly all its weight to itself, and its output is close to its value", () => {
    const { weights, output } = attendTo("copy");
    expect(strongest(weights).map(([key]) => key)).toEqual([0, 1, 2, 3]);
    for (const [, weight] of strongest(weights)) expect(weight).toBeGreaterThan(0.95);
    for (const [i, row] of output.entries()) {
      for (const [c, value] of row.entries()) {
        expect(Math.abs(value - (presets.copy.v[i]?.[c] ?? Number.NaN))).toBeLessThan(0.05);
      }
    }
  });

  it("previous token: the weights lie just below the diagonal, and the first word has only itself", () => {
    const { weights } = attendTo("previous");
    expect(weights[0]).toEqual([1, 0, 0, 0]);
    for (let i = 1; i < n; i++) {
      expect(weights[i]?.[i - 1]).toBeGreaterThan(0.95);
      for (let j = i + 1; j < n; j++) expect(weights[i]?.[j]).toBe(0);
    }
  });

  it("pronoun: “her” finds Anna, and its output carries her features", () => {
    const { weights, output } = attendTo("pronoun");
    expect(strongest(weights)[2]?.[0]).toBe(0);
    expect(strongest(weights)[2]?.[1]).toBeGreaterThan(0.8);
    const [female = 0, person = 0, thing = 0, past = 0] = output[2] ?? [];
    expect(Math.min(female, person)).toBeGreaterThan(0.8);
    expect(Math.max(thing, past)).toBeLessThan(0.1);
  });

  it("translation: noun and adjective cross", () => {
    expect(strongest(attendTo("translation").weights).map(([key]) => key)).toEqual([0, 1, 3, 2]);
  });

  it("have a name for every row and column, in both languages", async () => {
    await translations("zh");
    for (const lang of ["en", "zh"] as const) {
      for (const name of presetNames) {
        const { queries, keys, features, meanings } = words[lang].names[name];
        expect([queries, keys, features, meanings].map((list) => new Set(list).size)).toEqual([n, n, d, d]);
      }
    }
  });

  it("use the causal mask only in self-attention", () => {
    for (const name of presetNames) expect(presets[name].causal && !presets[name].isSelf).toBe(false);
  });
});
