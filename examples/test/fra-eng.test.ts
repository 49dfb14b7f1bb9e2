import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { embeddedCorpus } from "@saccade/datasets";
import { manualSeed } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LengthBatches } from "../fra-eng/batches.ts";
import { decode, type FraEng, fraEngData } from "../fra-eng/data.ts";
import { scoresOf } from "../fra-eng/evaluate.ts";
import { makeTranslator } from "../fra-eng/models.ts";
import { type Settings, settingsOf } from "../fra-eng/settings.ts";
import { makeTraining } from "../fra-eng/train.ts";
import { findPython } from "../interop/python.ts";
import { type Ended, runHere, temporaryFolder } from "./run-program.ts";

const own = { pairs: "160", test: "20", epochs: "1" };
const settings: Settings = settingsOf(own, { quick: true, seed: 0 });
const small = ["--quick", "--pairs", "160", "--test", "20", "--epochs", "2"];
const folder = temporaryFolder("fra-eng");
const data: FraEng = fraEngData(embeddedCorpus(), "the embedded corpus", settings);

describe("the pairs", () => {
  it("hold out sentences that are not trained on, drawn from the whole text", () => {
    const trained = new Set(data.train.map(({ source }) => String(source)));
    expect(data.test.filter(({ source }) => trained.has(String(source)))).toEqual([]);
    const lengths = data.test.map(({ sourceWords }) => sourceWords.length);
    // The text begins with its shortest sentences, two tokens each.
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeGreaterThan(3);
  });

  it("come back from their subwords, where each of these occurs in training", () => {
    const known = data.test.filter(({ source, target }) => ![...source, ...target].includes(0));
    expect(known.length).toBeGreaterThan(data.test.length / 2);
    for (const { source, target, sourceWords, targetWords } of known) {
      expect(decode(data.source, source)).toBe(sourceWords.join(" "));
      expect(decode(data.target, target)).toBe(targetWords.join(" "));
    }
  });

  it("are the same for each seed of a run, and each epoch has all of them in another order", () => {
    const batches = new LengthBatches(data.train, 32, 3);
    const epoch = (): number[][] => [...batches].map(({ Y }) => Y.flatten().toArray() as number[]);
    const [first, second] = [epoch(), epoch()];
    const tokens = (lists: number[][]): number[] =>
      lists
        .flat()
        .filter((id) => id !== 1)
        .sort();
    expect(first).toHaveLength(batches.batchesPerEpoch);
    expect(first).not.toEqual(second);
    expect(tokens(first)).toEqual(data.train.flatMap(({ target }) => target).sort());
    expect(tokens(second)).toEqual(tokens(first));
  });

  it("go on within an epoch where they were", () => {
    const batches = new LengthBatches(data.train, 16, 5);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3 }),
        fc.nat({ max: batches.batchesPerEpoch }),
        (epoch, given) => {
          batches.restore({ epoch, given: 0 });
          const whole = [...batches].map(({ X }) => String(X.toArray()));
          batches.restore({ epoch, given });
          expect([...batches].map(({ X }) => String(X.toArray()))).toEqual(whole.slice(given));
        },
      ),
      { numRuns: 10 },
    );
  });
});

describe("BLEU by length", () => {
  it("is 1 for the references, and counts each sentence in one group", () => {
    const { bleu, byLength } = scoresOf(
      data.test,
      data.test.map(({ targetWords }) => targetWords.join(" ")),
    );
    expect(bleu).toBe(1);
    expect(byLength.reduce((sum, { sentences }) => sum + sentences, 0)).toBe(data.test.length);
    expect(
      scoresOf(
        data.test,
        data.test.map(() => "zut"),
      ).bleu,
    ).toBe(0);
  });
});

describe.each(["gru", "gru-plain", "transformer"])("--model %s", (model) => {
  it("learns, translates and writes its results", async () => {
    const results = join(folder, `${model}.json`);
    const { code, stderr, stdout } = await runHere("fra-eng.ts", [
      ...["--quick", "--model", model, "--backend", "wasm", "--results", results, "--json"],
    ]);
    expect(stderr).toContain("words     sentences");
    expect(JSON.parse(stdout)).toMatchObject({ program: "fra-eng", faults: [] });
    expect(code).toBe(0);
    const { byLength, losses, steps } = JSON.parse(readFileSync(results, "utf8"));
    expect(byLength).toHaveLength(5);
    expect(losses).toHaveLength(3);
    expect(losses[2]).toBeLessThan(losses[0]);
    expect(steps).toBeGreaterThan(10);
  });
});

describe("--checkpoint", () => {
  const results = (name: string): string => join(folder, `${name}.json`);
  const scores = (name: string): unknown => {
    const { msPerStep: _, ...rest } = JSON.parse(readFileSync(results(name), "utf8"));
    return rest;
  };
  const file = (): string => join(folder, "run.safetensors");
  const run = (...args: string[]): Promise<Ended> =>
    runHere("fra-eng.ts", [...small, "--backend", "wasm", ...args]);

  it("continues with the same curve and the same translations", async () => {
    await run("--results", results("whole"));
    const { stdout } = await run("--checkpoint", file(), "--stop-at", "3");
    expect(stdout).toContain("skipped: stopped after step 3; the same command continues from");
    await run("--checkpoint", file(), "--stop-at", "9");
    await run("--checkpoint", file(), "--results", results("parts"));
    expect(scores("parts")).toEqual(scores("whole"));
  });

  it("refuses other settings, other sentences and other files, by name", async () => {
    const width = await run("--checkpoint", file(), "--width", "32");
    expect(width.code).toBe(2);
    expect(width.stderr).toContain("it was made with width 16, not 32; give the same options again");
    const pairs = join(folder, "pairs.txt");
    writeFileSync(pairs, embeddedCorpus().split("\n").reverse().filter(Boolean).join("\n"));
    const other = await run("--checkpoint", file(), "--data", pairs);
    expect(other.stderr).toContain("it was made with other sentences");
    const text = await run("--checkpoint", pairs);
    expect(text.stderr).toContain(`--checkpoint ${pairs}: no checkpoint of this program; name another file.`);
    expect([other.code, text.code]).toEqual([2, 2]);
  });
});

describe("pnpm examples fra-eng", () => {
  it("is skipped without pairs", async () => {
    const { code, stdout } = await runHere("fra-eng.ts", ["--backend", "reference"]);
    expect(stdout).toContain("skipped: it needs real pairs: --data FILE, or --data download");
    expect(code).toBe(0);
  });

  it.each([
    [["--model", "lstm"], "--model lstm: choose one of gru, gru-plain, transformer."],
    [["--pairs", "0"], "--pairs takes a whole number from 1 up, not 0."],
    [["--stop-at", "x"], "--stop-at takes a whole number from 1 up, not x."],
    [["--width", "18"], "--width takes a multiple of 4"],
    [["--quick", "--pairs", "9000"], "the embedded corpus has 18"],
    [["--heatmap", "a.pdf"], "--heatmap a.pdf: the file name must end in .svg."],
    [["--full=1"], "--full takes no value."],
    [["--pears", "1"], "unknown option --pears."],
  ])("refuses %j", async (args, message) => {
    const { code, stderr } = await runHere("fra-eng.ts", [...args, "--backend", "reference"]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it.each([
    ["missing.txt", null, "missing.txt does not exist; check the path"],
    ["no-tab.txt", "no tab in here\n", "no-tab.txt:1: no tab in"],
  ])("names what is wrong with %s", async (name, text, message) => {
    const path = join(folder, name);
    if (text !== null) writeFileSync(path, text);
    const { code, stderr } = await runHere("fra-eng.ts", ["--data", path, "--backend", "reference"]);
    expect(stderr).toContain(message);
    expect(code).toBe(1);
  });
});

describe("the table of results", () => {
  const result = (program: string, seed: number, bleu: number, processor: number) => {
    const path = join(folder, `table-${program}-${seed}.json`);
    const byLength = [{ from: 1, to: 5, sentences: 7, bleu: bleu / 2 }];
    const msPerStep = { wall: 9 * processor, processor };
    writeFileSync(
      path,
      JSON.stringify({ program, settings: { ...settings, seed }, bleu, byLength, msPerStep }),
    );
    return path;
  };

  it("has means over seeds, and the time of a step as a ratio to PyTorch's", async () => {
    const files = [
      result("Saccade", 0, 0.3, 30),
      result("Saccade", 1, 0.4, 30),
      result("PyTorch", 0, 0.2, 20),
    ];
    const { code, stdout } = await runHere("fra-eng/table.ts", files);
    expect(stdout).toMatch(/Saccade: gru +0, 1 +0\.175 +0\.350 +30 +1\.50/);
    expect(stdout).toMatch(/PyTorch: gru +0 +0\.100 +0\.200 +20 +1\.00/);
    expect(code).toBe(0);
  });

  it("refuses results of other sizes, and files of others", async () => {
    const path = result("PyTorch", 5, 0.2, 20);
    writeFileSync(path, readFileSync(path, "utf8").replace('"width":16', '"width":32'));
    const { code, stderr } = await runHere("fra-eng/table.ts", [result("Saccade", 0, 0.3, 30), path]);
    expect(stderr).toContain(`${path}: its width is 32, not 16 as in `);
    const other = await runHere("fra-eng/table.ts", [join(import.meta.dirname, "../package.json")]);
    expect(other.stderr).toContain("package.json: no results of fra-eng.ts or fra_eng.py");
    expect([code, other.code]).toEqual([2, 2]);
  });
});

const found = findPython(null);
const python = "python" in found ? found.python : "";
if ("missing" in found) console.warn(`fra-eng: PyTorch skipped: ${found.missing}`);

describe.skipIf(python === "").each(["gru", "gru-plain", "transformer"])("PyTorch's %s", (model) => {
  it("has the same losses from the same weights", async () => {
    const out = join(folder, `export-${model}`);
    const args = ["--quick", "--model", model, "--export-data", out, "--backend", "reference", "--seed", "2"];
    await runHere("fra-eng.ts", args);
    const program = join(import.meta.dirname, "../fra-eng/fra_eng.py");
    const printed = execFileSync(python, ["-B", program, out, "--first-weights", "--steps", "6"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const same = settingsOf({ model }, { quick: true, seed: 2 });
    const pairs = fraEngData(embeddedCorpus(), "the embedded corpus", same);
    manualSeed(2);
    const { trainer } = makeTraining(makeTranslator(same, pairs), pairs, same);
    const losses: number[] = [];
    trainer.on("step", ({ loss }) => losses.push(loss));
    await trainer.fit({ maxSteps: 6 });
    const theirs: number[] = JSON.parse(printed);
    expect(theirs).toHaveLength(6);
    // Rounding alone: 24 bits are 6e-8, and Adam's first steps divide small numbers by small ones.
    const far = theirs.map((loss, i) => Math.abs(loss - losses[i]!) / loss);
    expect(Math.max(...far)).toBeLessThan(2e-5);
  }, 120_000);
});
