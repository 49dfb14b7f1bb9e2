import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { changeOf, kinds, levelsOf, readFaults, readLevels } from "../src/faults.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const here = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));
const faults = readFaults(here("faults.json"));

describe("the apps' faults", () => {
  it.each(faults)("$id changes one place of its file", (fault) => {
    const { before, after } = changeOf(root, fault);
    expect(after).not.toBe(before);
  });

  it("are forty, six or seven of each kind, in sources and not in tests", () => {
    expect(faults).toHaveLength(40);
    expect(new Set(faults.map(({ id }) => id)).size).toBe(40);
    for (const kind of kinds)
      expect([6, 7], kind).toContain(faults.filter((fault) => fault.kind === kind).length);
    expect(faults.filter(({ file }) => /\/(test|e2e)\/|\.test\./.test(file))).toEqual([]);
  });

  it("say where the text to replace has gone", () => {
    const gone = { ...faults[0]!, id: "gone", find: "a text that no file has" };
    expect(() => changeOf(root, gone)).toThrow(/matrix-input\.tsx has the text to replace 0 times.*gone/);
  });
});

describe("levels", () => {
  it("are those of the fault's folder, with its file and its app", () => {
    const fault = { ...faults[0]!, file: "apps/figures/src/bias/words.ts" };
    const levels = [
      { name: "lint", run: "biome check {file}" },
      { name: "unit", run: "vitest run {app}/", of: ["apps/figures"] },
      { name: "docs", run: "docs", of: ["apps/docs"] },
    ];
    expect(levelsOf(fault, levels)).toEqual([
      { name: "lint", run: "biome check apps/figures/src/bias/words.ts" },
      { name: "unit", run: "vitest run apps/figures/" },
    ]);
  });

  it("reach every fault beyond types and lint", () => {
    const levels = readLevels(here("levels.json"));
    for (const fault of faults) expect(levelsOf(fault, levels).length, fault.id).toBeGreaterThan(2);
  });
});
