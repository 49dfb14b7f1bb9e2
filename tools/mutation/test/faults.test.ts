import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { kinds, reaches, readFaults, readLevels, withFaults } from "../src/faults.ts";

const root = new URL("../../../", import.meta.url);
const here = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));
const faults = readFaults(here("faults.json"));

describe("the apps' faults", () => {
  it.each(faults)("$id changes one place of its file", (fault) => {
    const before = readFileSync(new URL(fault.file, root), "utf8");
    expect(withFaults(before, [fault])).not.toBe(before);
    // Together with the others of its file, too.
    expect(() =>
      withFaults(
        before,
        faults.filter(({ file }) => file === fault.file),
      ),
    ).not.toThrow();
  });

  it("are forty, six or seven of each kind, in sources and not in tests", () => {
    expect(faults).toHaveLength(40);
    expect(new Set(faults.map(({ id }) => id)).size).toBe(40);
    for (const kind of kinds)
      expect([6, 7], kind).toContain(faults.filter((fault) => fault.kind === kind).length);
    expect(faults.filter(({ file }) => /\/(test|e2e)\/|\.test\./.test(file))).toEqual([]);
  });

  it("say where the text to replace has gone", () => {
    const [fault] = faults;
    expect(() => withFaults("another text", [fault!])).toThrow(/value-cell.*figure\.tsx 0 times/);
  });

  it("are within reach of a level beyond types and lint", () => {
    const levels = readLevels(here("levels.json"));
    for (const fault of faults)
      expect(levels.filter((level) => reaches(level, fault)).length, fault.id).toBeGreaterThan(2);
  });
});
