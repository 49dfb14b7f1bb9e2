import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import engine from "../../.vitepress/search/engine.ts";
import { dist } from "./pages.ts";

/** Questions of learners and of users of PyTorch, each with the pages of which one is wanted. */
type Questions = Readonly<Record<"english" | "chinese", readonly [asked: string, ...wanted: string[]][]>>;
const { english, chinese }: Questions = JSON.parse(
  readFileSync(new URL("./questions.json", import.meta.url), "utf8"),
);

/** The index that the search box of a language loads, and the code that searches it. */
async function load(locale: "root" | "zh"): Promise<ReturnType<typeof engine.loadJSON>> {
  const file = readdirSync(join(dist, "assets/chunks")).find((one) =>
    one.startsWith(`@localSearchIndex${locale}.`),
  );
  const { default: json }: { default: string } = await import(join(dist, "assets/chunks", file!));
  // The size of the indexes before they were made of terms, and what the ladder's pages of the reference and the book added.
  expect(Buffer.byteLength(json)).toBeLessThan(locale === "root" ? 3_150_000 : 3_350_000);
  return engine.loadJSON(json);
}

describe.each([
  ["English", "root", english],
  ["Chinese", "zh", chinese],
] as const)("the %s search", (_, locale, questions) => {
  let index: ReturnType<typeof engine.loadJSON>;
  beforeAll(async () => {
    index = await load(locale);
  });

  test.each(questions)("finds %s among the first three", (asked, ...wanted) => {
    const first = index.search(asked).slice(0, 3);
    const isWanted = (id: string): boolean =>
      wanted.some(
        (page) => id === page || id.startsWith(`${page}#`) || (page.includes("#") && id.startsWith(page)),
      );
    expect(first.map(({ id }) => id)).toSatisfy((ids: readonly string[]) => ids.some(isWanted));
  });
});
