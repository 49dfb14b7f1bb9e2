// Real English–French sentences: a translator with attention, one without, or a Transformer; held-out BLEU by length.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { embeddedCorpus } from "@saccade/datasets";
import { downloadNmt, readPairsFile } from "@saccade/datasets/node";
import { fromSafetensors } from "@saccade/nn";
import { readFileBytes, saveSafetensors, writeFileAtomicSync } from "@saccade/nn/node";
import { heatmap } from "@saccade/plot";
import { savePlot } from "@saccade/plot/node";
import { setBackend, type Tensor } from "@saccade/tensor";
import { wasmBackend } from "saccade";
import { type FraEng, fraEngData } from "./fra-eng/data.ts";
import { type Scores, type Shown, scoresOf, showSome, translateAll } from "./fra-eng/evaluate.ts";
import { makeTranslator } from "./fra-eng/models.ts";
import { measurePace, type Pace, showProgress } from "./fra-eng/progress.ts";
import { type Settings, settingsOf, wholeOption } from "./fra-eng/settings.ts";
import { keepCheckpoint, makeTraining } from "./fra-eng/train.ts";
import { type Outcome, type OwnOption, type Program, type RunOptions, runProgram } from "./program.ts";
import { untilStopped } from "./progress.ts";
import { tableLines } from "./table.ts";
import { UsageError } from "./usage.ts";

/** The contents of `--results FILE`; fra_eng.py writes the same. */
export interface Results extends Scores {
  readonly program: string;
  readonly settings: Settings;
  readonly parameters: number;
  /** Of each epoch. */
  readonly losses: readonly number[];
  readonly steps: number;
  /** Null where a step was not measured. */
  readonly msPerStep: Pace | null;
}

const options: readonly OwnOption[] = [
  { flag: "--data <file>", about: "English<TAB>French on each line; or 'download' for the Tatoeba pairs" },
  {
    flag: "--model <name>",
    about: "gru (with attention), gru-plain (without) or transformer (default: gru)",
  },
  { flag: "--full", about: "150,000 pairs, width 256, 16 epochs: a night on two cores" },
  { flag: "--pairs <n>", about: "Training pairs, drawn from the whole file (default: 40000)" },
  { flag: "--test <n>", about: "Held-out sentences (default: 1000)" },
  { flag: "--vocab <n>", about: "Subwords of each language (default: 4000)" },
  { flag: "--width <n>", about: "Width of embeddings and states (default: 128)" },
  { flag: "--layers <n>", about: "Layers of the Transformer's encoder and decoder (default: 2)" },
  { flag: "--words <n>", about: "Words of the longest sentences, marks included (default: 16)" },
  { flag: "--epochs <n>", about: "Passes over the pairs (default: 12)" },
  { flag: "--batch <n>", about: "Pairs per step (default: 64)" },
  { flag: "--threads <n>", about: "Threads of the wasm backend (default: as many as there are cores)" },
  { flag: "--checkpoint <file>", about: "Saves the run here, and continues it if the file is there" },
  { flag: "--weights <file>", about: "Begins with the weights of another run's checkpoint" },
  { flag: "--stop-at <n>", about: "Ends after step n, with a checkpoint" },
  { flag: "--heatmap <file>", about: "Saves the attention of a few held-out sentences as .svg" },
  { flag: "--results <file>", about: "Writes settings, scores, losses and times as JSON" },
  { flag: "--export-data <folder>", about: "Writes data and first weights for fra_eng.py; trains nothing" },
];

const fraEng: Program = {
  name: "fra-eng",
  about: "Translates real English sentences into French: attention, none, or a Transformer; BLEU by length.",
  options,
  async run(run: RunOptions): Promise<Outcome> {
    const { own, quick, print } = run;
    const settings = settingsOf(own, run);
    const stopAt = wholeOption(own, "stop-at", 1);
    checkFiles(own);
    const threads = wholeOption(own, "threads", 1);
    if (threads !== undefined) setBackend(await wasmBackend({ threads }));
    if (own["data"] === undefined && !quick) {
      const skipped = "it needs real pairs: --data FILE, or --data download (CC BY 2.0, tatoeba.org)";
      return { figures: [], losses: {}, skipped };
    }
    const data = await readData(own["data"], settings);
    const { train, test, source, target, counts } = data;
    print(
      `${counts.read} pairs, ${counts.used} of at most ${settings.words} words; ${train.length} to train on, ${test.length} held out; ${source.vocab.size} and ${target.vocab.size} subwords`,
    );
    const translator = makeTranslator(settings, data);
    if (own["export-data"] !== undefined) {
      await exportData(own["export-data"], data, settings, translator.net);
      print(`Wrote ${own["export-data"]}`);
      return { figures: [], losses: {}, skipped: "data were exported, nothing was trained" };
    }
    if (own["weights"] !== undefined) translator.net.loadStateDict(await weightsIn(own["weights"]));
    const training = makeTraining(translator, data, settings);
    const { trainer, steps } = training;
    const path = own["checkpoint"];
    if (path !== undefined) await keepCheckpoint(training, path, settings, data);
    print(`${settings.model}: ${translator.net.numParameters()} parameters, ${steps} steps`);
    showProgress(training, print);
    const losses: number[] = [];
    trainer.on("step", ({ loss }) => losses.push(loss));
    const pace = measurePace(training, steps / settings.epochs, settings.epochs);
    const { reason } = await untilStopped(training, () =>
      trainer.fit(stopAt === undefined ? undefined : { maxSteps: stopAt, maxEpochs: settings.epochs }),
    );
    if (path !== undefined) writeFileAtomicSync(path, await trainer.checkpoint());
    if (reason === "stopped" || trainer.state.step < steps) {
      const on = path === undefined ? "nothing was saved" : `the same command continues from ${path}`;
      return { figures: [], losses: {}, skipped: `stopped after step ${trainer.state.step}; ${on}` };
    }
    const results: Results = {
      program: "Saccade",
      settings,
      parameters: translator.net.numParameters(),
      ...scoresOf(test, translateAll(translator, data)),
      losses: trainer.state.losses,
      steps,
      msPerStep: pace(),
    };
    for (const line of bleuTable(results)) print(line);
    await show(showSome(translator, data, 3), own["heatmap"], print);
    if (own["results"] !== undefined) writeFileSync(own["results"], `${JSON.stringify(results)}\n`);
    const figures = [{ name: `BLEU of ${settings.model}`, value: results.bleu }];
    return { figures, losses: { [settings.model]: losses } };
  },
};

/** @throws UsageError for a picture that is no SVG. */
function checkFiles(own: RunOptions["own"]): void {
  const { heatmap: path } = own;
  if (path !== undefined && !path.endsWith(".svg"))
    throw new UsageError(`--heatmap ${path}: the file name must end in .svg.`);
}

async function readData(file: string | undefined, settings: Settings): Promise<FraEng> {
  if (file === undefined) return fraEngData(embeddedCorpus(), "the embedded corpus", settings);
  const path = file === "download" ? await downloadNmt() : file;
  return fraEngData(await readPairsFile(path), path, settings);
}

/** The weights of the model in a run's checkpoint. */
async function weightsIn(path: string): Promise<Record<string, Tensor>> {
  const { tensors } = fromSafetensors(await readFileBytes(path));
  const own = Object.entries(tensors).filter(([name]) => name.startsWith("model."));
  return Object.fromEntries(own.map(([name, x]) => [name.slice("model.".length), x]));
}

/** The input of fra_eng.py: ids, the words of references, and the weights before training. */
async function exportData(
  folder: string,
  { train, test, source, target }: FraEng,
  settings: Settings,
  net: Parameters<typeof saveSafetensors>[1],
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const vocabularies = { source: source.vocab.tokens, target: target.vocab.tokens };
  const text = JSON.stringify({ settings, vocabularies, train, test });
  writeFileSync(join(folder, "data.json"), text);
  await saveSafetensors(join(folder, "first-weights.safetensors"), net);
}

/** BLEU by length, for people. */
function bleuTable({ bleu, byLength }: Scores): string[] {
  const rows = byLength.map(({ from, to, sentences, bleu: of }) => [
    `${from} to ${to}`,
    String(sentences),
    of?.toFixed(3) ?? "–",
  ]);
  const sentences = byLength.reduce((sum, group) => sum + group.sentences, 0);
  return tableLines(["words", "sentences", "BLEU"], [...rows, ["all", String(sentences), bleu.toFixed(3)]]);
}

async function show(
  shown: readonly Shown[],
  path: string | undefined,
  print: RunOptions["print"],
): Promise<void> {
  for (const [i, one] of shown.entries()) {
    const { source, translation, reference, weights, tokens, sourceTokens } = one;
    print(`${source} → ${translation}${translation === reference ? "" : ` (${reference})`}`);
    if (path === undefined || weights.length === 0) continue;
    const name = i === 0 ? path : path.replace(/\.svg$/, `-${i + 1}.svg`);
    const ticks = { xTicks: [...sourceTokens], yTicks: [...tokens] };
    await savePlot(name, (document) =>
      heatmap(weights, { document, ...ticks, title: `${source}  →  ${translation}`, domain: [0, 1] }),
    );
    print(`Saved ${name}`);
  }
  if (path !== undefined && shown.every(({ weights }) => weights.length === 0))
    print("This model has no attention to draw.");
}

await runProgram(fraEng);
