import { chapterOf, walk } from "@saccade/figures/walk";
import { demoTitles } from "@saccade/figures/walk/demo-titles";
import { expect, test } from "vitest";
import { chapters, titlesOf } from "../.vitepress/chapters.ts";
import { demoOf } from "../.vitepress/demo.ts";

test("every chapter is paired with a page of the demo, under its titles in both languages", () => {
  expect(walk.map(({ chapter }) => chapter)).toEqual(Object.keys(chapters));
  expect(walk.map(({ en }) => en)).toEqual([...titlesOf("en").values()]);
  expect(walk.map(({ zh }) => zh)).toEqual([...titlesOf("zh").values()]);
});

test("every page of the demo, in any state, is explained by a chapter", () => {
  for (const page of Object.keys(demoTitles))
    expect(chapterOf(page, new Map([["n", "3"]]))?.query, page).toBe("");
});

test.each(walk)(
  "$chapter leads to the demo in its state, which leads back to it",
  ({ chapter, page, query }) => {
    expect(demoOf(`book/${chapter}.md`)).toEqual({
      title: demoTitles[page].en,
      hash: `#/${page}?${query === "" ? "" : `${new URLSearchParams(query)}&`}lang=en`,
    });
    const { hash } = demoOf(`zh/book/${chapter}.md`)!;
    const [, found = "", params] = /^#\/([a-z-]+)\?(.*)$/.exec(hash) ?? [];
    expect(chapterOf(found, new Map(new URLSearchParams(params)))?.chapter).toBe(chapter);
    expect(hash).toContain("lang=zh");
  },
);

test("pages that are no chapters lead to no page of the demo", () => {
  expect(["index.md", "book/overview.md", "zh/guide/lens.md"].map(demoOf)).toEqual([null, null, null]);
});
