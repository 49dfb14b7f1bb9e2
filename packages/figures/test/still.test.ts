import { expect, test } from "vitest";
import { figureNames } from "../src/index.ts";
import { stillOf } from "../src/still.ts";

// It shows a training from its first step on.
const withoutPicture = ["trained-heads"];

for (const name of figureNames) {
  test(`${name} is drawn without a browser, for phones and for wider screens`, async () => {
    for (const lang of ["en", "zh"] as const) {
      const html = await stillOf(name, lang);
      if (withoutPicture.includes(name)) {
        expect(html).toBe("");
        continue;
      }
      expect(html).toMatch(/^<div class="picture( narrow)?"><figure class="/);
      if (lang === "zh") expect(html).toMatch(/[一-鿿]/);
      expect(html).not.toMatch(/NaN|undefined|\[object/);
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [, id] of html.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id);
    }
  });
}

test("where a phone's picture is another, both are given, and numbers are the figure's own", async () => {
  const html = await stillOf("query-key-value", "en");
  const [narrow, wide] = html.split('<div class="picture wide">');
  // On a phone, one of the two products of matrices.
  expect(narrow).toContain("Q, K and scores");
  expect(wide).not.toContain("Q, K and scores");
  for (const picture of [narrow, wide]) expect(picture).toContain("gives its largest weight, 0.69, to “cat”");
});

test("a picture shows a trained network's result, not where it began", async () => {
  for (const means of ["it = animal, 100 %", "it = street, 100 %"])
    expect(await stillOf("coreference", "en")).toContain(means);
});
