import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";

async function imports(file: URL, seen: Map<string, string[]> = new Map()): Promise<Map<string, string[]>> {
  if (seen.has(file.pathname)) return seen;
  const source = await readFile(file, "utf8");
  const names = Array.from(source.matchAll(/(?:from |import\()"([^"]+)"/g), (match) => match[1] ?? "");
  seen.set(file.pathname, names);
  for (const name of names) if (name.startsWith(".")) await imports(new URL(name, file), seen);
  return seen;
}

async function outside(entry: string): Promise<Set<string>> {
  const graph = await imports(new URL(entry, import.meta.url));
  return new Set([...graph.values()].flat().filter((name) => !name.startsWith(".")));
}

describe("an entry reaches nothing outside the package but", () => {
  it.each([
    [
      "src/index.ts",
      "Observable Plot, colours and checks, so that it runs in a page",
      ["@observablehq/plot"],
    ],
    ["src/page.ts", "colours and checks, so that a page's first load stays small", []],
  ])("%s: %s", async (entry, _what, more) => {
    const common = ["@saccade/contract", "d3-scale-chromatic"];
    expect(await outside(`../${entry}`)).toEqual(new Set([...common, ...more]));
  });
});
