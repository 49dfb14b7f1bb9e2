import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { decodeSafetensors, encodeSafetensors } from "@saccade/nn";
import { readTrainerCheckpoint } from "@saccade/train";
import { beforeAll, describe, expect, test } from "vitest";
import { readSavedRun } from "../translate/resume.ts";
import { runHere, runProgram, temporaryFolder } from "./run-program.ts";

const folder = temporaryFolder("translate-files");
const saved = join(folder, "saved.safetensors");
const small = ["--examples", "60", "--batch", "16", "--embed", "8", "--hidden", "8"];
const run = (...args: string[]) => runHere("translate.ts", [...small, ...args]);

beforeAll(async () => {
  await run("--json", "--epochs", "1", "--save", saved);
});

/** The saved run with other settings, as a file of version 1, which needs no digest. */
async function withSettings(change: (settings: Record<string, unknown>) => unknown): Promise<string> {
  const { tensors, metadata } = decodeSafetensors(await readFile(saved));
  const extra = JSON.parse(metadata["extra"]!);
  const settings = change({ ...extra.extra.settings });
  const { sha256: _, ...kept } = metadata;
  const entries = [...tensors].map(
    ([name, { dtype, shape, bytes }]) => [name, { dtype, shape, data: bytes }] as const,
  );
  const path = join(folder, "changed.safetensors");
  const changed = JSON.stringify({ ...extra, extra: { settings } });
  await writeFile(path, encodeSafetensors(entries, { ...kept, "saccade.checkpoint": "1", extra: changed }));
  return path;
}

describe("--resume refuses", () => {
  test.each<[object, RegExp]>([
    [{ hidden: -3 }, /hidden must be a whole number from 1 to 65536, got -3/],
    [{ hidden: "8" }, /hidden must be a whole number .*, got "8"/],
    [{ hidden: 1e9 }, /hidden must be a whole number .*, got 1000000000/],
    [{ hidden: 65_536, layers: 64 }, /the weights take at least \d+ bytes, but the file has \d+/],
    [{ embed: 0 }, /embed must be/],
    [{ embed: null }, /embed must be .*, got null/],
    [{ layers: 1.5 }, /layers must be a whole number from 1 to 64, got 1\.5/],
    [{ layers: 1e15 }, /layers must be/],
    [{ length: 1e12 }, /length must be a whole number from 2 to 10000/],
    [{ examples: [60] }, /examples must be .*, got \[60\]/],
    [{ batch: 0 }, /batch must be/],
    [{ dropout: 1.1 }, /dropout must be a number from 0 to 1, got 1\.1/],
    [{ lr: -1 }, /lr must be a number from 0 up, got -1/],
    [{ clip: "x".repeat(100) }, /clip must be a number from 0 up, got "x{59}…/],
    [{ seed: 2 ** 53 }, /seed must be a whole number/],
    [{ epochs: 0 }, /epochs must be/],
    [{ minFreq: -1 }, /minFreq must be/],
    [{ shuffle: "no" }, /shuffle must be true or false, got "no"/],
    [{ data: 3 }, /data must be the path of a file, got 3/],
    [{ data: "" }, /data must be the path of a file, got ""/],
    [{ dat: "a" }, /dat is unknown/],
    [{ __proto__: null, constructor: {} }, /constructor is unknown/],
  ])("settings %j", async (change, message) => {
    const path = await withSettings((settings) => ({ ...settings, ...change }));
    await expect(readSavedRun(path)).rejects.toThrow(message);
  });

  test.each([[null], [3], ["settings"], [[]], [undefined]])("%j for settings", async (value) => {
    const path = await withSettings(() => value);
    await expect(readSavedRun(path)).rejects.toThrow(/not a checkpoint of this program/);
  });

  test("any one setting that is missing, each by its name", async () => {
    const { settings } = await readSavedRun(saved);
    for (const name of Object.keys(settings)) {
      const path = await withSettings(({ [name]: _, ...rest }) => rest);
      await expect(readSavedRun(path)).rejects.toThrow(new RegExp(`${name} must be .*, got undefined`));
    }
  });

  test("a file that is cut short or damaged, and says so", async () => {
    const bytes = await readFile(saved);
    const path = join(folder, "damaged.safetensors");
    await writeFile(path, bytes.subarray(0, bytes.length - 1));
    const cut = await runHere("translate.ts", ["--resume", path]);
    expect(cut).toMatchObject({ code: 1, stdout: "" });
    expect(cut.stderr).toMatch(
      /the checkpoint cannot be read:\n {2}file: it is cut short, damaged .*the file is cut short/,
    );
    bytes[bytes.length - 5]! ^= 4;
    await writeFile(path, bytes);
    const flipped = await runHere("translate.ts", ["--resume", path]);
    expect(flipped).toMatchObject({ code: 1, stdout: "" });
    expect(flipped.stderr).toMatch(/its bytes were changed: their SHA-256 is/);
  });

  test("devices, as checkpoint and as data", async () => {
    const changed = await withSettings((settings) => ({ ...settings, data: "/dev/zero" }));
    for (const args of [["/dev/zero"], [saved, "--data", "/dev/zero"], [changed]]) {
      const { code, stdout, stderr } = await runHere("translate.ts", ["--resume", ...args]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/\/dev\/zero(: it)? is not a regular file/);
    }
  });
});

describe("--save-every", { timeout: 600_000 }, () => {
  test("needs --save and a number of epochs", async () => {
    expect((await run("--save-every", "1")).stderr).toMatch(/--save-every needs --save <file>/);
    for (const wrong of ["0", "1.5", "often"])
      expect((await run("--save", saved, "--save-every", wrong)).stderr).toMatch(
        /--save-every takes a whole number from 1 to 1000000000, once, not/,
      );
  });

  test("writes a checkpoint after so many epochs, and goes on where one cannot be written", async () => {
    const file = join(folder, "every.safetensors");
    const saving = (to: string) => run("--json", "--epochs", "3", "--save", to, "--save-every", "2");
    const ended = await saving(join(folder, "none", "x"));
    expect(ended.stderr.match(/Not saved: .*the folder .*none does not exist/g)).toHaveLength(1);
    await saving(file);
    expect(readTrainerCheckpoint(await readFile(file)).state.losses).toHaveLength(3);
  });

  // A run is killed after so many lines; the next goes on from the file that is there then.
  test("leaves a whole checkpoint and loses at most an interval, whenever it is killed", async ({
    annotate,
  }) => {
    const kills = Number(process.env["SACCADE_KILLS"] ?? 2);
    const file = join(folder, "killed.safetensors");
    let epochs = 0;
    for (let kill = 0; kill < kills; kill++) {
      const lines = [6, 13, 2, 5, 9, 17, 26][kill % 7]!;
      const from = epochs > 0 ? ["--resume", file] : small;
      let seen = "";
      let left = lines;
      await runProgram(
        "translate.ts",
        [...from, "--json", "--epochs", "100000", "--save", file, "--save-every", "1"],
        (program) => {
          program.stdout?.on("data", (text: string) => {
            seen += text;
            left -= text.split("\n").length - 1;
            if (left <= 0) program.kill("SIGKILL");
          });
        },
      );
      const told = seen.match(/"epoch":\d+/g)?.map((text) => Number(text.slice(8))) ?? [];
      const names = await readdir(folder);
      if (!names.includes("killed.safetensors")) {
        expect(told.length).toBeLessThanOrEqual(1);
        continue;
      }
      const { state } = readTrainerCheckpoint(await readFile(file));
      expect(state.batch).toBe(0);
      expect(state.losses.length).toBeGreaterThanOrEqual(Math.max(epochs, (told.at(-1) ?? 0) - 1));
      epochs = state.losses.length;
    }
    expect(epochs).toBeGreaterThan(0);
    const further = ["--json", "--epochs", String(epochs + 1)];
    const whole = await run(...further);
    const rest = await runHere("translate.ts", ["--resume", file, ...further, "--save", file]);
    const steps = (stdout: string): string[] =>
      stdout.split("\n").filter((line) => line.startsWith('{"step"'));
    expect(steps(rest.stdout)).toEqual(steps(whole.stdout).slice(-4));
    expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    await annotate(
      `${kills} kills survived; ${epochs} epochs in the file, whose numbers go on as if there were none`,
    );
  });
});
