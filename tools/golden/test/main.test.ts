import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { doubling, float32, folderOf } from "./folder-of.ts";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

function golden(...args: string[]): { status: number | null; out: string; err: string; last: string } {
  const node = ["--import", "tsx", "--conditions=@saccade/source", main, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, node, { encoding: "utf8" });
  return { status, out: stdout, err: stderr, last: stdout.trimEnd().split("\n").at(-1) ?? "" };
}

const right = folderOf({ "a.json": { cases: [doubling()] } });
const wrong = folderOf({
  "a.json": { cases: [doubling(), doubling({ name: "off", outputs: { out: float32([2], [2, 6]) } })] },
});

describe("pnpm golden", () => {
  it("ends with the counts, and exit code 0 when all pass", () => {
    const { status, last } = golden(right, "--backend", "reference");
    expect([status, last]).toEqual([0, "2 passed, 0 failed"]);
  });

  it("names what failed by file, and exits with 1", () => {
    const { status, out, last } = golden(wrong, "--backend", "reference");
    expect(out).toMatch(/a\.json\n {2}FAILED off\n {6}output out: max error 12.0 where .* is allowed/);
    expect([status, last]).toEqual([1, "2 passed, 1 failed"]);
  });

  it("runs every backend when none is named", () => {
    const { status, last } = golden(right);
    expect([status, last]).toEqual([0, "4 passed, 0 failed"]);
  });

  it("runs what a filter names, on the backend asked for, and lists it when verbose", () => {
    const { status, out } = golden(wrong, "--filter", "double", "--backend", "reference", "--verbose");
    expect(status).toBe(0);
    expect(out).toMatch(/ok double/);
    expect(out).not.toMatch(/off/);
  });

  it.each([
    ["a missing folder", ["/nowhere/at/all"], /there is no folder \/nowhere\/at\/all/],
    ["an empty folder", [folderOf({})], /holds no golden files/],
    ["a filter that nothing matches", [right, "--filter", "zzz"], /nothing that matches "zzz"/],
    ["an unknown option", [right, "--fast"], /Unknown option/],
    ["an unknown backend", [right, "--backend", "abacus"], /unknown backend abacus; there are reference/],
  ])("exits with 2 and the usage for %s", (_what, args, message) => {
    const { status, err, out } = golden(...args);
    expect(status).toBe(2);
    expect(err).toMatch(message);
    expect(err).toMatch(/Usage: pnpm golden/);
    expect(out).not.toMatch(/passed/);
  });
});
