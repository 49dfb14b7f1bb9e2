import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** Runs the command line in a separate process. */
function bench(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const node = ["--import", "tsx", "--conditions=@saccade/source", main, ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, node, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, stdout, stderr });
    });
  });
}

it.each<readonly [args: readonly string[], message: string]>([
  [["--rounds", "abc"], '--rounds takes a whole number from 1 to 1000, once, not "abc"'],
  [["--rounds", "0"], '--rounds takes a whole number from 1 to 1000, once, not "0"'],
  [["--backend", "gpu"], "no backend gpu; choose from reference"],
  [["--base", "abacus"], "--base abacus does not run"],
  [["--out", "a", "--out", "b"], '--out takes one value, not ["a","b"]'],
  [["5"], "no workload 5; choose from"],
  [["--", "x"], "no workload x; choose from"],
])(
  "refuses %j in a line, with status 2, before anything runs",
  { timeout: 60_000 },
  async (args, message) => {
    const { code, stdout, stderr } = await bench("--list", ...args);
    expect(stderr).toContain(`bench: ${message}`);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect([code, stdout]).toEqual([2, ""]);
  },
);
