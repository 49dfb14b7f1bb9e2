import { describe, expect, test } from "vitest";
import { runProgram } from "./run-program.ts";

describe("seeds", () => {
  test("every shape that the documents claim is the one we get", async () => {
    const { code, stdout, stderr } = await runProgram("seeds/all.ts", []);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    for (const seed of ["000", "001", "002", "003", "004"]) expect(stdout).toContain(`\n${seed} · `);
    expect(stdout).toContain("✓ output of the document's own code, without projection, [32, 10, 1024]");
    expect(stdout).toContain("✓ state[0].shape [4, 7, 16]");
  });

  test("refuses what it does not know", async () => {
    const { code, stderr } = await runProgram("seeds/001.ts", ["--fast"]);
    expect(stderr).toContain("--full");
    expect(code).toBe(2);
  });
});
