import MiniSearch from "minisearch";
import { expect, test } from "vitest";
import { sectionsOf } from "../.vitepress/reference/search.ts";
import { addDocuments, type StoredIndex } from "../.vitepress/search-merge.ts";
import { searchBox } from "./search-box.ts";

type Section = readonly [id: string, title: string, text: string];

function indexOf(...sections: readonly Section[]): MiniSearch {
  const index = new MiniSearch(searchBox);
  for (const [id, title, text] of sections) index.add({ id, title, titles: [], text });
  return index;
}

function found(index: MiniSearch, words: string): readonly string[] {
  return index.search(words).map(({ id }) => id);
}

test('"nan" finds NaN, and no word that is like it', () => {
  const index = indexOf(
    ["/own", "An op of your own", "A man can run an op."],
    ["/nan", "The loss is NaN", "Lower the learning rate."],
  );
  expect(found(index, "nan")).toEqual(["/nan"]);
});

test("a name of the public API stands before the same name of an authors' entry", () => {
  const shown = (entry: string): string => {
    const link = { text: "", link: "/" };
    const page = {
      path: "x",
      title: "softmax",
      entry,
      description: "",
      group: "",
      markdown: "",
      previous: link,
      next: link,
    };
    return sectionsOf(page, "reference")[0]!.title;
  };
  const index = indexOf(
    ["/internal", shown("@saccade/tensor/backend"), "softmax softmax softmax"],
    ["/public", shown("@saccade/tensor"), "a longer text in which the word softmax stands once"],
  );
  expect(found(index, "softmax")).toEqual(["/public", "/internal"]);
});

test("the Chinese search finds its pages, and those that exist in English only", () => {
  const chinese = indexOf(["/zh/book/positions", "位置", "旋转 Tensor"]);
  const english = indexOf(
    ["/book/positions", "Positions", "rotary Tensor"],
    ["/guide/pytorch-names#torch.nn.Linear", "Linear", "a layer of a Tensor"],
  );
  const stored: StoredIndex = JSON.parse(JSON.stringify(chinese));
  addDocuments(stored, JSON.parse(JSON.stringify(english)), (id) => id.startsWith("/guide/pytorch-names"));
  const merged = MiniSearch.loadJSON(JSON.stringify(stored), searchBox);
  expect(merged.documentCount).toBe(2);
  expect(found(merged, "位置")).toEqual(["/zh/book/positions"]);
  expect(found(merged, "Linear")).toEqual(["/guide/pytorch-names#torch.nn.Linear"]);
  expect(found(merged, "rotary")).toEqual([]);
  expect([...found(merged, "Tensor")].sort()).toEqual([
    "/guide/pytorch-names#torch.nn.Linear",
    "/zh/book/positions",
  ]);
});
