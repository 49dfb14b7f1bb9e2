import { describe, expect, test } from "vitest";
import { programs } from "../programs.ts";
import { runHere, runProgram } from "./run-program.ts";

// `pnpm examples --quick` starts a process for each program; here one has loaded the packages for all.
describe("a few steps of each program of pnpm examples", { timeout: 300_000 }, () => {
  test.each(programs)("%s runs, and its losses fall", async (name) => {
    const { code, stdout, stderr } = await runHere(`${name}.ts`, ["--quick", "--json", "--seed", "0"]);
    expect(stderr).not.toContain(`${name}: `);
    expect(JSON.parse(stdout)).toMatchObject({ program: name, quick: true, faults: [] });
    expect(code).toBe(0);
  });
});

describe("pnpm examples", { timeout: 300_000 }, () => {
  test("runs a program in a process of its own, and prints a table and the count", async () => {
    const { code, stdout, stderr } = await runProgram("all.ts", ["recall", "--quick"]);
    expect(stderr).toBe("recall, seed 0 … ok\n");
    expect(stdout).toMatch(
      /^program +seed +figure +value +goal +time\nrecall +0 +losses fall +ok +[\d.]+ s\n/,
    );
    expect(stdout).toMatch(/\n1 passed, 0 failed\n$/);
    expect(code).toBe(0);
  });

  test("refuses a name that it does not know", async () => {
    const { code, stderr } = await runHere("all.ts", ["recal", "--quick"]);
    expect(stderr).toContain('no example "recal"; there are reversal,');
    expect(code).toBe(2);
  });
});
