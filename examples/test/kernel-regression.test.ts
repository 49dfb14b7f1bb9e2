import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseOptions } from "../kernel-regression/options.ts";
import { UsageError } from "../usage.ts";
import { runHere, runProgram, temporaryFolder } from "./run-program.ts";

const folder = temporaryFolder("kernel-regression");
const run = (...args: string[]) => runHere("kernel-regression.ts", args);

describe("kernel-regression", () => {
  test("prints five epochs and the measures, and draws every picture twice", async () => {
    const out = join(folder, "made", "on the way");
    const { code, stdout, stderr } = await run("--out", out);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^backend wasm \(.*the fastest available$/m);
    expect(stdout.match(/^epoch \d, loss \d+\.\d{6}$/gm)).toHaveLength(5);
    expect(stdout).toMatch(/^learned +\d/m);

    const names = [
      "attention-gaussian",
      "attention-learned",
      "average",
      "curves",
      "gaussian",
      "learned",
      "loss",
    ];
    const files = await readdir(out);
    expect(files.sort()).toEqual(names.flatMap((name) => [`${name}.png`, `${name}.svg`]));
    for (const name of names) {
      const svg = await readFile(join(out, `${name}.svg`), "utf8");
      expect(svg).toContain("<svg");
      expect(svg).not.toContain("NaN");
      const png = await readFile(join(out, `${name}.png`));
      expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
      expect(stdout).toContain(`${name}.png`);
    }
    const attention = await readFile(join(out, "attention-learned.svg"), "utf8");
    expect(attention).toContain("Sorted training inputs");
    expect(attention).toContain("Sorted testing inputs");
  });

  test("learns a kernel that is sharper, rougher and nearer to the truth than the fixed one", async () => {
    const { code, stdout } = await run("--json", "--out", join(folder, "json"));
    expect(code).toBe(0);
    const lines: unknown[] = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(7); // five epochs, the result, the pictures
    expect(lines[0]).toEqual({ epoch: 1, loss: expect.any(Number), w: expect.any(Number) });
    const { gaussian, untrained, learned } = lines[5] as Record<string, Record<string, number>>;
    expect(learned!["entropy"]).toBeLessThan(untrained!["entropy"]!);
    expect(learned!["roughness"]).toBeGreaterThan(gaussian!["roughness"]!);
    expect(learned!["test_mse"]).toBeLessThan(gaussian!["test_mse"]!);
  });

  test("ends with a line and status 2 for wrong options", async () => {
    const { code, stdout, stderr } = await runProgram("kernel-regression.ts", ["--n", "2"]);
    expect(stderr).toContain("--n takes a whole number from 3 to 500, once, not 2.");
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(code).toBe(2);
    expect(stdout).toBe("");
  });

  test.each([
    [["--n", "7.5"], "--n takes a whole number"],
    [["--epochs", "0"], "--epochs takes a whole number from 1 to 10000"],
    [["--noise=-1"], "--noise takes a number from 0 up"],
    [["--lr", "much"], "--lr takes a number"],
    [["--seed", "1", "--seed", "2"], "--seed takes a whole number from 0 up, once"],
    [["--out"], "--out takes one folder"],
    [["--backend", "gpu"], "--backend gpu: choose one of reference, wasm, auto"],
    [["--colour"], "unknown option --colour"],
    [["5"], 'unexpected argument "5"'],
    [["--", "5"], 'unexpected argument "5"'],
  ])("refuses %j", (args, message) => {
    expect(() => parseOptions(args)).toThrow(UsageError);
    expect(() => parseOptions(args)).toThrow(message);
  });

  test("says at which epoch it diverged, and draws nothing", async () => {
    const out = join(folder, "diverged");
    const { code, stderr } = await run("--lr", "1e30", "--out", out);
    expect(stderr).toMatch(/training diverged in epoch \d/);
    expect(stderr).toContain("--lr");
    expect(code).toBe(1);
    await expect(readdir(out)).rejects.toThrow();
  });

  test("says in a line where it cannot write", async () => {
    const file = join(folder, "a file");
    await writeFile(file, "");
    const { code, stderr } = await run("--epochs", "1", "--out", file);
    expect(stderr).toContain("a file");
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(code).toBe(1);
  });
});
