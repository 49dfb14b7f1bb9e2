import { expect, test } from "vitest";
import { contents, descriptionOf } from "../.vitepress/llms.ts";
import { readingOrder } from "../.vitepress/pages.ts";

test("llms.txt lists every page in reading order, with a description", () => {
  const entries = Array.from(contents().matchAll(/^- \[(.+)\]\((.+)\.md\): (.*)$/gm), (found) =>
    found.slice(1),
  );
  expect(entries.map(([title, link]) => ({ text: title, link }))).toEqual(
    readingOrder.flatMap(({ items = [] }) => items),
  );
  for (const [title, , about = ""] of entries) {
    expect(about.length, title).toBeGreaterThan(40);
    expect(about.length, title).toBeLessThan(400);
    expect(about, title).toMatch(/[.?!]$/);
  }
});

test("a description is the page's own, or its first sentences without markup", () => {
  expect(descriptionOf('---\ndescription: "What it is."\n---\n\n# Title\n\nText.\n')).toBe("What it is.");
  const page =
    '# Title\n\n<Figure name="x" />\n\n**Attention** is [a mean](./mean):\nfew words. Then more of them, so that it says enough to choose it. Not this.\n';
  expect(descriptionOf(page)).toBe(
    "Attention is a mean: few words. Then more of them, so that it says enough to choose it.",
  );
});
