import { readdirSync } from "node:fs";
import { join } from "node:path";
import MiniSearch from "minisearch";
import { beforeAll, describe, expect, test } from "vitest";
import { searchBox } from "../search-box.ts";
import { dist } from "./pages.ts";

/** The index that the search box of a language loads. */
async function load(locale: "root" | "zh"): Promise<MiniSearch> {
  const file = readdirSync(join(dist, "assets/chunks")).find((one) =>
    one.startsWith(`@localSearchIndex${locale}.`),
  );
  const { default: json }: { default: string } = await import(join(dist, "assets/chunks", file!));
  return MiniSearch.loadJSON(json, searchBox);
}

describe.each([
  [
    "English",
    "root",
    [
      ["kernel regression", "/book/kernel-regression"],
      ["F.cross_entropy", "/guide/pytorch-names#torch.nn.functional.cross_entropy"],
      ["DataLoader", "/reference/datasets/class-DataLoader"],
      ["register_buffer", "/guide/pytorch-names#torch.nn.Module.register_buffer"],
      ["ignore_index", "/guide/pytorch-names#torch.nn.functional.cross_entropy"],
      ["gradient clipping", "/guide/pytorch-names#torch.nn.utils.clip_grad_"],
      ["nan", "/reference/tensor/nanmean"],
      ["linalg.svd", "/reference/tensor/linalg.svd"],
      ["registerBuffer", "/reference/nn/class-Module#registerbuffer"],
    ],
  ],
  [
    "Chinese",
    "zh",
    [
      ["核回归", "/zh/book/kernel-regression"],
      ["register_buffer", "/guide/pytorch-names#torch.nn.Module.register_buffer"],
      ["MultiheadAttention", "/zh/reference/attention/class-MultiheadAttention"],
    ],
  ],
] as const)("the %s search", (_, locale, queries) => {
  let index: MiniSearch;
  beforeAll(async () => {
    index = await load(locale);
  });

  test.each<readonly [string, string]>(queries)("finds %s among the first five: %s", (words, target) => {
    const first = index.search(words).slice(0, 5);
    expect(first.some(({ id }) => String(id).startsWith(target))).toBe(true);
  });
});
