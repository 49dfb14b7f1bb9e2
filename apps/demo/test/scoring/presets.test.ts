import { translations } from "@saccade/figures/messages";
import { describe, expect, it } from "vitest";
import { words } from "../../src/pages/scoring/messages/index.ts";
import { presetNames, presets } from "../../src/pages/scoring/presets.ts";
import { d, n } from "../../src/pages/scoring/settings.ts";

// That they find what they should is held where the page says it: saying.test.ts.
describe("the presets", () => {
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
