import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { compareLogits, continueTwice, distance, withoutState } from "../interop/interop.ts";
import { findPython, runPython } from "../interop/python.ts";
import { newRun, type Run } from "../interop/run.ts";
import { makeText, rowsOf } from "../interop/text.ts";
import { runHere, temporaryFolder } from "./run-program.ts";

const found = findPython(null);
const python = "python" in found ? found.python : "";
if ("missing" in found) console.warn(`interop: skipped: ${found.missing}`);

vi.setConfig({ testTimeout: 120_000 }); // a Python that imports torch takes seconds to start

const steps = 4;
const llama = (): Run => newRun("llama", true, 0);
const folder = temporaryFolder("interop");
let alone: readonly number[];
let carried: readonly number[];

beforeAll(async () => {
  if (python === "") return;
  alone = llama().train(3 * steps);
  const print = (): void => {};
  carried = (await continueTwice(llama, { python, folder, steps, processes: 2, print })).losses;
}, 120_000);

afterEach(() => vi.unstubAllEnvs());

describe.skipIf(python === "")("a run that goes from Saccade to PyTorch and back", () => {
  it("has the loss curve of Saccade alone, with two processes of PyTorch in the middle", () => {
    expect(carried).toHaveLength(3 * steps);
    // Rounding: 1e-7 is measured, a float32 has 24 bits (6e-8).
    expect(distance(carried, alone)).toBeLessThan(5e-6);
  });

  it("would leave that curve without the optimizer's state", async () => {
    const path = join(folder, "second.safetensors");
    expect(await withoutState(llama(), path, steps, alone)).toBeGreaterThan(1e-3);
  });

  it("gives weights by name and takes them back unchanged", async () => {
    expect(await compareLogits(newRun("gpt-2", true, 1), python, folder)).toBeLessThan(1e-5);
  });

  it("draws the same batches in both languages", () => {
    const data = { seed: 2 ** 32 - 5, sentences: 50, batch: 3, length: 7 };
    const ids = makeText(data);
    const program =
      "import json, sys, text; data = json.loads(sys.argv[1]); ids = text.make_text(data['seed'], data['sentences']); " +
      "print(json.dumps([ids, text.batch(ids, data, 123456)]))";
    const cwd = join(import.meta.dirname, "../interop");
    const printed = execFileSync(python, ["-B", "-c", program, JSON.stringify(data)], {
      cwd,
      encoding: "utf8",
    });
    expect(JSON.parse(printed)).toEqual([ids, rowsOf(ids, data, 123456)]);
  });
});

describe.skipIf(python === "")("the Python programs", () => {
  it("refuse bad files, and say why", () => {
    const whole = readFileSync(join(folder, "first.safetensors"));
    const header = (json: string): Buffer =>
      Buffer.concat([Buffer.from([json.length, 0, 0, 0, 0, 0, 0, 0]), Buffer.from(json)]);
    const flipped = Buffer.from(whole);
    flipped[whole.length - 100]! ^= 1;
    const cases: readonly (readonly [file: Buffer, reason: string])[] = [
      [whole.subarray(0, 5), "its 5 bytes do not hold its header: it is cut, or no safetensors file"],
      [whole.subarray(0, 1000), "its 1000 bytes do not hold its header: it is cut, or no safetensors file"],
      [whole.subarray(0, whole.length - 1), `the file at ${whole.length - 1}`],
      [Buffer.concat([whole, Buffer.from("!")]), "the 1 bytes at its end belong to no tensor"],
      [flipped, "its bytes were changed after it was saved"],
      [header("[1]"), "its header is damaged: TypeError"],
      [header('{"a"'), "its header is damaged: JSONDecodeError"],
      [
        header('{"a":{"dtype":"F9","shape":[],"data_offsets":[0,0]}}'),
        "its header is damaged: KeyError: 'F9'",
      ],
      [
        header('{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}'),
        "a [2] is at bytes 0 to 4, expected 0 to 8",
      ],
      [header("{}"), "a safetensors file, but no checkpoint; saveCheckpoint writes checkpoints"],
    ];
    const names = cases.map(([file], i) => {
      const name = join(folder, `bad-${i}`);
      writeFileSync(name, file);
      return name;
    });
    // With the reader of the folder, also where the package safetensors is installed: that has words of its own.
    const program =
      "import sys, safetensors_file as s; s.safe_open = None\nfrom checkpoint import Checkpoint\nfor path in sys.argv[1:]:\n" +
      "  try: Checkpoint(path); print('taken')\n  except s.BadFile as error: print(error)";
    const cwd = join(import.meta.dirname, "../interop");
    const lines = execFileSync(python, ["-B", "-c", program, ...names], { cwd, encoding: "utf8" }).split(
      "\n",
    );
    cases.forEach(([, reason], i) => {
      expect(lines[i]).toContain(`${names[i]}: `);
      expect(lines[i]).toContain(reason);
    });
  });

  it("start no process for a batch that cannot be split", async () => {
    const file = join(folder, "first.safetensors");
    await expect(runPython(python, "train.py", [file, "--processes", "3"])).rejects.toThrow(
      "its batches of 8 rows cannot be split evenly over 3 processes",
    );
  });
});

describe("pnpm interop", () => {
  it("says that it is skipped where there is no PyTorch", async () => {
    vi.stubEnv("SACCADE_PYTHON", "/nowhere/python");
    const { code, stdout } = await runHere("interop.ts", ["--quick", "--backend", "reference"]);
    expect(stdout).toContain("skipped: no PyTorch in /nowhere/python");
    expect(code).toBe(0);
  });

  it.each([
    [["--python", "/nowhere/python"], "--python /nowhere/python: it does not start or has no module torch."],
    [["--shape", "bert"], "--shape bert: choose one of gpt-2, llama."],
    [["--steps", "0"], "--steps takes a whole number from 1 up, not 0."],
    [["--processes", "2", "--processes", "3"], "--processes takes one value."],
    [["--proceses", "2"], "unknown option --proceses."],
  ])("refuses %j", async (args, message) => {
    const { code, stderr } = await runHere("interop.ts", [...args, "--backend", "reference"]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
