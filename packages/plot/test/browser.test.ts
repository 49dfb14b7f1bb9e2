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

describe("the main entry", () => {
  it("reaches nothing outside the package but Observable Plot, so that it runs in a page", async () => {
    const graph = await imports(new URL("../src/index.ts", import.meta.url));
    const outside = [...graph.values()].flat().filter((name) => !name.startsWith("."));
    expect(new Set(outside)).toEqual(new Set(["@observablehq/plot"]));
    expect(graph.size).toBeGreaterThan(5);
  });
});
