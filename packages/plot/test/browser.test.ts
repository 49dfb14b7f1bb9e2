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

describe("the main entry", () => {
  it("reaches nothing outside the package but Observable Plot, colours and checks, so that it runs in a page", async () => {
    expect(await outside("../src/index.ts")).toEqual(
      new Set(["@observablehq/plot", "@saccade/contract", "d3-scale-chromatic"]),
    );
  });
});

describe("the page entry", () => {
  it("reaches nothing outside the package but colours and checks, so that a page's first load stays small", async () => {
    expect(await outside("../src/page.ts")).toEqual(new Set(["@saccade/contract", "d3-scale-chromatic"]));
  });
});
