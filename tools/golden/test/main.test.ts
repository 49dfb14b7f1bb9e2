import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { backends } from "../src/backends.ts";
import { golden } from "../src/cli.ts";
import { doubling, float32, folderOf } from "./folder-of.ts";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
  readonly last: string;
}

const ended = (status: number | null, out: string, err: string): Ended => ({
  status,
  out,
  err,
  last: out.trimEnd().split("\n").at(-1) ?? "",
});

/** In a separate process, like `pnpm golden`. */
function program(...args: string[]): Ended {
  const node = ["--import", "tsx", "--conditions=@saccade/source", main, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, node, { encoding: "utf8" });
  return ended(status, stdout, stderr);
}

/** In this process, which saves the seconds that one takes to start. */
async function here(...args: string[]): Promise<Ended> {
  const printed = { log: "", error: "" };
  const take = (kind: "log" | "error") =>
    vi.spyOn(console, kind).mockImplementation((line) => {
      printed[kind] += `${line}\n`;
    });
  const spies = [take("log"), take("error")];
  try {
    const status = await golden(["node", main, ...args]);
    return ended(status, printed.log, printed.error);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

const right = folderOf({ "a.json": { cases: [doubling()] } });
const wrong = folderOf({
  "a.json": { cases: [doubling(), doubling({ name: "off", outputs: { out: float32([2], [2, 6]) } })] },
});

describe("pnpm golden", () => {
  it("ends with the counts, and exit code 0 when all pass", async () => {
    const { status, last } = await here(right, "--backend", "reference");
    expect([status, last]).toEqual([0, "2 passed, 0 failed"]);
  });

  it("names what failed by file, and exits with 1", () => {
    const { status, out, last } = program(wrong, "--backend", "reference");
    expect(out).toMatch(/a\.json\n {2}FAILED off\n {6}output out: max error 12.0 where .* is allowed/);
    expect([status, last]).toEqual([1, "2 passed, 1 failed"]);
  });

  it("runs every backend when none is named", async () => {
    const { status, last } = await here(right);
    // A backend has two results: the case, and that no memory is lost.
    expect([status, last]).toEqual([0, `${2 * Object.keys(backends).length} passed, 0 failed`]);
  });

  it("runs what a filter names, on the backend asked for, and lists it when verbose", async () => {
    const { status, out } = await here(wrong, "--filter", "double", "--backend", "reference", "--verbose");
    expect(status).toBe(0);
    expect(out).toMatch(/ok double/);
    expect(out).not.toMatch(/off/);
  });

  it.each([
    ["a missing folder", ["/nowhere/at/all"], /there is no folder \/nowhere\/at\/all/],
    ["an empty folder", [folderOf({})], /contains no golden files/],
    ["a filter that nothing matches", [right, "--filter", "zzz"], /no case that matches "zzz"/],
    ["an unknown option", [right, "--fast"], /Unknown option/],
    ["a filter without a value", [right, "--filter"], /--filter <value>.* argument missing/],
    ["two filters", [right, "--filter", "a", "--filter", "b"], /--filter takes one value, once/],
    ["a text that is not there", [right, "--data", "/nowhere.txt"], /there is no file \/nowhere\.txt/],
    ["a number for a folder", ["3"], /there is no folder .*3/],
    ["an argument after --", [right, "--", "b"], /unexpected argument b/],
    ["an unknown backend", [right, "--backend", "abacus"], /unknown backend abacus; choose from reference/],
  ])("exits with 2 and the usage for %s", async (_what, args, message) => {
    const { status, err, out } = await here(...args);
    expect(status).toBe(2);
    expect(err).toMatch(message);
    expect(err).toMatch(/Usage: pnpm golden/);
    expect(out).not.toMatch(/passed/);
  });
});
