import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tryFaults } from "../src/apps.ts";
import type { Run } from "../src/command.ts";
import type { Fault } from "../src/faults.ts";

let folder: string;
let source: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "saccade-mutation-test-"));
  source = join(folder, "a.txt");
  writeFileSync(source, [..."abcdefgh"].join("\n"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const faultAt = (letter: string): Fault => ({
  id: letter,
  kind: "label",
  page: "p",
  file: "a.txt",
  find: letter,
  replace: letter.toUpperCase(),
  notices: "n",
});
const faults = [..."abcdefgh"].map(faultAt);
const levels = [
  { name: "first", run: "first {files}" },
  { name: "second", run: "second" },
];

/** Runs commands that fail while a letter that they know is large. */
function runs(caught: Readonly<Record<string, string>>): { readonly run: Run; readonly commands: string[] } {
  const commands: string[] = [];
  const run: Run = async (command) => {
    commands.push(command);
    const text = readFileSync(source, "utf8");
    const found = [...(caught[command] ?? "")].find((letter) => text.includes(letter.toUpperCase()));
    return { verdict: found === undefined ? "passed" : "failed", output: `error: ${found}` };
  };
  return { run, commands };
}

let warnings: string[];
async function verdicts(run: Run): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  warnings = [];
  const warn = (text: string): number => warnings.push(text);
  for await (const { id, caught } of tryFaults(folder, faults, levels, { run, trust: false, warn }))
    found[id] = caught === undefined ? "none" : `${caught.level}, ${caught.test}`;
  return found;
}

describe("faults that are tried together", () => {
  it("are each caught by the first level that fails for them alone, and the file is as before", async () => {
    const { run } = runs({ "first a.txt": "bf", second: "fgh" });
    expect(await verdicts(run)).toEqual({
      ...Object.fromEntries([..."acde"].map((letter) => [letter, "none"])),
      b: "first, error: b",
      f: "first, error: f",
      g: "second, error: g",
      h: "second, error: h",
    });
    expect(readFileSync(source, "utf8")).toBe([..."abcdefgh"].join("\n"));
  });

  it("take one run of a level that catches none, besides the one without a fault", async () => {
    const { run, commands } = runs({});
    await verdicts(run);
    expect(commands).toEqual(["first a.txt", "first a.txt", "second", "second"]);
  });

  it("are not caught by a level that fails without a fault", async () => {
    const run: Run = async (command) => ({ verdict: command === "second" ? "failed" : "passed", output: "" });
    expect(new Set(Object.values(await verdicts(run)))).toEqual(new Set(["none"]));
    expect(warnings).toEqual([expect.stringContaining("second fails without a fault")]);
  });
});
