import { expect, it } from "vitest";
import { parsePlace } from "../../src/app/address.ts";
import { fitOf, linkOf } from "../../src/pages/translator/saved.ts";

it("a link names all that makes the run, and its last loss to the last digit", () => {
  const recipe = {
    ...{ seed: 3, lr: 0.005, epochs: 14, sentence: "this cat's & tea .", kernels: "relaxed-2" },
    loss: 0.005078284996317147,
  };
  const link = linkOf("https://example.org/demo/?lang=zh#/speed?x=1", recipe);
  expect(link.startsWith("https://example.org/demo/?lang=zh#/translator?")).toBe(true);
  const { page, params } = parsePlace(new URL(link).hash);
  expect(page).toBe("translator");
  expect(Object.fromEntries(params)).toEqual({
    ...{ s: "this cat's & tea .", seed: "3", lr: "0.005", epochs: "14", kernels: "relaxed-2" },
    loss: "0.005078284996317147",
  });
});

it("tells equal kernels from plain ones that can be had and from others", () => {
  expect(fitOf("relaxed-2", "relaxed-2")).toBe("same");
  expect(fitOf("plain-2", "relaxed-2")).toBe("plain");
  expect(fitOf("relaxed-2", "plain-2")).toBe("other");
  expect(fitOf("plain-1", "relaxed-2")).toBe("other");
  expect(fitOf("plain-2", "reference")).toBe("other");
});
