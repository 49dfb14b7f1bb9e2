import { join } from "node:path";
import { Adam, Linear } from "@saccade/nn";
import { saveCheckpoint } from "@saccade/nn/node";
import { describe, expect, test } from "vitest";
import { type Ended, linesOf, runHere, runProgram, temporaryFolder } from "./run-program.ts";

const folder = temporaryFolder("translate");
const small = ["--examples", "60", "--batch", "16", "--embed", "8", "--hidden", "8"];
const run = (...args: string[]) => runHere("translate.ts", [...small, ...args]);

/** Runs it until an epoch is done, and presses Ctrl-C. */
function interrupted(...args: string[]): Promise<Ended> {
  return runProgram("translate.ts", [...small, ...args], (program) => {
    let pressed = false;
    program.stdout?.on("data", (text: string) => {
      if (pressed || !text.includes('"epoch"')) return;
      pressed = true;
      program.kill("SIGINT");
    });
  });
}

// Ctrl-C and what follows it have processes of their own; the other runs are made in this one.
describe("translate", { timeout: 120_000 }, () => {
  test("prints a JSON line a step, an epoch and a translation, and nothing else", async () => {
    const ended = await run("--json", "--epochs", "2", "--sentence", "Go.");
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    const lines: string[] = ended.stdout.trim().split("\n");
    const keys = lines.map((line) => Object.keys(JSON.parse(line)).join(" "));
    const step = "step loss_sum grad_norm tokens";
    const epoch = [step, step, step, step, "epoch loss tokens_per_sec"];
    expect(keys.slice(0, 10)).toEqual([...epoch, ...epoch]);
    expect(keys[10]).toBe("sentence source_tokens translation bleu unknown attention");
    expect(keys).toHaveLength(11);
  });

  test.each(["reference", "wasm"])("goes on with the same numbers after --resume (%s)", async (backend) => {
    const file = join(folder, `${backend}.safetensors`);
    const whole = await run("--json", "--epochs", "2", "--backend", backend);
    const first = await run("--json", "--epochs", "1", "--backend", backend, "--save", file);
    // Without --backend: the one that the file was made with.
    const rest = await runHere("translate.ts", ["--json", "--epochs", "2", "--resume", file]);
    expect(rest).toMatchObject({ code: 0, stderr: "" });
    expect([...linesOf(first).slice(0, 5), ...linesOf(rest)]).toEqual(linesOf(whole));
  });

  test("Ctrl-C saves, and the run goes on with the same numbers", async () => {
    const file = join(folder, "stopped.safetensors");
    const stopped = await interrupted("--json", "--epochs", "100000", "--save", file);
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toMatch(/Stopped after step \d+\. Continue with: .* translate --resume/);
    const lines = linesOf(stopped);
    const epochs = String(lines.filter((line) => "epoch" in Object(line)).length + 1);
    const rest = await runProgram("translate.ts", ["--json", "--epochs", epochs, "--resume", file]);
    expect([...lines, ...linesOf(rest)]).toEqual(linesOf(await run("--json", "--epochs", epochs)));
  });

  test("says which kernels compute, and when they are others than before", async () => {
    const file = join(folder, "kernels.safetensors");
    const first = await run("--epochs", "1", "--save", file, "--backend", "reference");
    expect(first.stdout).toContain("backend reference\n");
    const same = await runHere("translate.ts", ["--resume", file]);
    expect(same.stdout).toContain("backend reference, as in the checkpoint\n");
    const other = await runHere("translate.ts", ["--resume", file, "--backend", "wasm"]);
    expect(other.stdout).toMatch(/backend wasm \(.*SIMD/);
    expect(other.stdout).toContain("made with reference: results will differ in their last digits");
    const auto = await run("--epochs", "1");
    expect(auto.stdout).toMatch(/backend wasm \(.*\), the fastest available\n/);
    expect(auto.stdout).toMatch(/epoch 1\/1 {2}loss \d\.\d{6} {2}\d+ tokens\/s {2}0 s left\n/);
  });

  test("refuses a checkpoint that is not its own, and options that contradict it", async () => {
    const other = join(folder, "other.safetensors");
    const net = new Linear(1, 1);
    await saveCheckpoint(other, { model: net, optimizer: new Adam(net) });
    const refused = await runHere("translate.ts", ["--resume", other]);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toMatch(/not a checkpoint of this program/);
    const file = join(folder, "contradicted.safetensors");
    await run("--epochs", "1", "--save", file);
    const contradicted = await runHere("translate.ts", ["--resume", file, "--hidden", "9"]);
    expect(contradicted.code).toBe(2);
    expect(contradicted.stderr).toMatch(/made with hidden 8, not 9/);
  });
});
