import type { GrammarLanguages } from "@saccade/datasets";
import { grammarLanguages, grammarOf } from "../align/options.ts";
import { type BackendName, backendOption } from "../backend.ts";
import { type OptionLine, readArguments } from "../command-line.ts";
import { UsageError } from "../usage.ts";
import { type ModelName, modelNames, modelOption, modelProblems, recipeOf } from "./models.ts";
import { fits, type NumberName, numberNames, ruleOf } from "./ranges.ts";

/** Options of `translate`. Numbers are checked; files are not yet opened. */
export interface TranslateOptions extends Readonly<Record<NumberName, number>> {
  /** undefined for the seeds' model. */
  readonly model: Exclude<ModelName, "seed"> | undefined;
  /** The grammar whose pairs are the data. */
  readonly grammar: GrammarLanguages | undefined;
  readonly data: string | undefined;
  readonly init: string | undefined;
  readonly shuffle: boolean;
  readonly save: string | undefined;
  /** Epochs from one save to the next. */
  readonly saveEvery: number | undefined;
  readonly resume: string | undefined;
  readonly heatmap: string | undefined;
  readonly plot: string | undefined;
  readonly sentences: readonly string[];
  readonly backend: BackendName;
  readonly json: boolean;
  /** The options that were written on the command line: a resumed run takes the others from its checkpoint. */
  readonly given: ReadonlySet<string>;
}

const optionLines: readonly OptionLine[] = [
  ["--model <name>", `One of ${modelNames.join(", ")}`, "seed"],
  [
    "--grammar <languages>",
    `Train on pairs of a grammar, ${grammarLanguages.join(", ")}, with sizes that suit the model, and measure alignment and BLEU on pairs held out`,
  ],
  [
    "--data <file>",
    "Sentence pairs, English<TAB>French on each line; or 'download' for the Tatoeba pairs (default: the embedded corpus)",
  ],
  ["--examples <n>", "Number of pairs to train on; as in d2l, n + 1 are read", 600],
  ["--min-freq <n>", "Words that occur less often become <unk>", 2],
  ["--embed <n>", "Embedding width", 32],
  ["--hidden <n>", "Hidden units of encoder, decoder and attention", 32],
  ["--layers <n>", "GRU layers", 2],
  ["--dropout <p>", "Dropout between layers and on attention weights", 0.1],
  ["--batch <n>", "Pairs per step", 64],
  ["--length <n>", "Tokens per sentence; sentences are cut or padded to it", 10],
  ["--lr <x>", "Adam's learning rate", 0.005],
  ["--epochs <n>", "Passes over the pairs", 250],
  ["--clip <x>", "Maximum gradient norm; larger gradients are scaled down", 1],
  ["--seed <n>", "Seed of weights, dropout and order", 0],
  ["--init <file>", "Initial weights (.safetensors)"],
  ["--no-shuffle", "Keep the order of the pairs in the file"],
  ["--save <file>", "Write a checkpoint to this file at the end and on Ctrl-C"],
  ["--save-every <n>", "Also write it after every n epochs, so that a killed run loses at most n epochs"],
  ["--resume <file>", "Continue from a checkpoint; its settings apply unless given again"],
  ["--heatmap <file>", "Save the attention heatmaps as .svg or .png"],
  ["--plot <file>", "Save the loss curve as .svg or .png"],
  ["--sentence <text>", "Translate this sentence at the end (may be repeated)"],
  [
    "--backend <name>",
    "reference, wasm or auto: the fastest available, or the checkpoint's when resuming",
    "auto",
  ],
  ["--json", "Print one JSON line per step, epoch and translation, and nothing else"],
];

/** Reads the command line; null when it only asked for help, which is then printed. @throws UsageError */
export function parseOptions(argv: readonly string[]): TranslateOptions | null {
  const line = readArguments(
    "translate",
    "[options]\n\n  Trains an English-French translator with additive attention, then translates.",
    optionLines,
    argv,
  );
  if (line === null) return null;
  const { options, args, given } = line;
  if (args.length > 0)
    throw new UsageError(`unexpected argument "${args[0]}". Pass sentences with --sentence, in quotes.`);
  const text = (name: string): string | undefined => textOption(name, options[name]);
  const model = modelOption(text("model"));
  const grammar = options["grammar"] === undefined ? undefined : grammarOf(options["grammar"]);
  if (grammar !== undefined) checkWithGrammar(given);
  const suited: Partial<Record<NumberName, number>> = grammar === undefined ? {} : recipeOf(model);
  const numbers = Object.fromEntries(
    numberNames.map((name) => {
      const value = given.has(name) ? options[name] : (suited[name] ?? options[name]);
      return [name, numberOption(name, value)];
    }),
  ) as Record<NumberName, number>;
  const problem = modelProblems({ ...numbers, model, grammar })[0];
  if (problem !== undefined) throw new UsageError(`--${problem}.`);
  const saveEvery =
    options["saveEvery"] === undefined ? undefined : numberOption("saveEvery", options["saveEvery"]);
  if (saveEvery !== undefined && text("save") === undefined)
    throw new UsageError("--save-every needs --save <file>, the checkpoint to write.");
  return {
    ...numbers,
    model: model === "seed" ? undefined : model,
    grammar,
    data: text("data"),
    init: text("init"),
    save: text("save"),
    saveEvery,
    resume: text("resume"),
    heatmap: pictureOption("heatmap", text("heatmap")),
    plot: pictureOption("plot", text("plot")),
    shuffle: options["noShuffle"] !== true,
    sentences: sentencesOption(options["sentence"]),
    backend: backendOption(text("backend") ?? "auto"),
    json: options["json"] === true,
    given: new Set([...given].map((name) => (name === "noShuffle" ? "shuffle" : name))),
  };
}

/** @throws UsageError for options of files of pairs. */
function checkWithGrammar(given: ReadonlySet<string>): void {
  const other = ["data", "minFreq"].find((name) => given.has(name));
  if (other === undefined) return;
  throw new UsageError(
    `--grammar makes its own pairs, and --${kebab(other)} is for pairs of a file; use only one of them.`,
  );
}

function numberOption(name: NumberName | "saveEvery", value: unknown): number {
  if (fits(name, value)) return value;
  throw new UsageError(`--${kebab(name)} takes ${ruleOf(name)}, once, not ${JSON.stringify(value)}.`);
}

function textOption(name: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if ((typeof value === "string" && value !== "") || typeof value === "number") return String(value);
  throw new UsageError(`--${kebab(name)} takes one value.`);
}

function pictureOption(name: string, path: string | undefined): string | undefined {
  if (path === undefined || /\.(svg|png)$/i.test(path)) return path;
  throw new UsageError(`--${name} ${path}: the file name must end in .svg or .png.`);
}

function sentencesOption(value: unknown): string[] {
  const list = (Array.isArray(value) ? value : [value])
    .filter((text) => text !== undefined && text !== "undefined")
    .map(String);
  if (list.some((text) => text.trim() === "" || text === "true"))
    throw new UsageError("--sentence takes a sentence in quotes.");
  return list;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
