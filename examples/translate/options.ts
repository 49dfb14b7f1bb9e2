import cac from "cac";
import { type BackendName, backendOption } from "../backend.ts";
import { UsageError } from "../usage.ts";
import { fits, type NumberName, numberNames, ruleOf } from "./ranges.ts";

/** What `translate` can be told. Numbers are checked; files are not yet opened. */
export interface TranslateOptions extends Readonly<Record<NumberName, number>> {
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

/** Reads the command line; null when it only asked for help, which is then printed. @throws UsageError */
export function parseOptions(argv: readonly string[]): TranslateOptions | null {
  const cli = cac("translate");
  cli
    .usage("[options]\n\n  Trains an English-French translator with additive attention, then translates.")
    .option(
      "--data <file>",
      "Sentence pairs, English<TAB>French a line; or 'download' for the Tatoeba pairs (default: the embedded corpus)",
    )
    .option("--examples <n>", "How many pairs to train on; as in d2l, n + 1 are read", { default: 600 })
    .option("--min-freq <n>", "Words seen less often become <unk>", { default: 2 })
    .option("--embed <n>", "Embedding width", { default: 32 })
    .option("--hidden <n>", "Hidden units of encoder, decoder and attention", { default: 32 })
    .option("--layers <n>", "GRU layers", { default: 2 })
    .option("--dropout <p>", "Dropout between layers and on attention weights", { default: 0.1 })
    .option("--batch <n>", "Pairs a step", { default: 64 })
    .option("--length <n>", "Tokens a sentence is cut or padded to", { default: 10 })
    .option("--lr <x>", "Adam's learning rate", { default: 0.005 })
    .option("--epochs <n>", "Passes over the pairs", { default: 250 })
    .option("--clip <x>", "Gradient norm above which gradients are scaled down", { default: 1 })
    .option("--seed <n>", "Seed of weights, dropout and order", { default: 0 })
    .option("--init <file>", "Start from these weights (.safetensors)")
    .option("--no-shuffle", "Take the pairs in the file's order")
    .option("--save <file>", "Write a checkpoint here at the end, and on Ctrl-C")
    .option(
      "--save-every <n>",
      "Write it after every n epochs too: a run that is killed loses no more than these",
    )
    .option("--resume <file>", "Continue from a checkpoint; its settings hold unless given again")
    .option("--heatmap <file>", "Draw the attention to a .svg or .png")
    .option("--plot <file>", "Draw the loss curve to a .svg or .png")
    .option("--sentence <text>", "Translate this in the end (may be given more than once)", {
      type: [String],
    })
    .option(
      "--backend <name>",
      "reference, wasm, or auto: the fastest that runs here, and when resuming the one it was made with",
      { default: "auto" },
    )
    .option("--json", "One JSON line a step, an epoch and a translation, and nothing else")
    .help();
  const { options, args } = cli.parse(["node", "translate", ...argv], { run: false });
  if (options["help"]) return null;
  checkKnown(
    cli.globalCommand.options.flatMap((option) => option.names),
    options,
    args,
  );
  const given = new Set(
    argv.filter((word) => word.startsWith("--")).map((word) => camel(word.slice(2).split("=")[0]!)),
  );
  const numbers = Object.fromEntries(
    numberNames.map((name) => [name, numberOption(name, options[name])]),
  ) as Record<NumberName, number>;
  const text = (name: string): string | undefined => textOption(name, options[name]);
  const saveEvery =
    options["saveEvery"] === undefined ? undefined : numberOption("saveEvery", options["saveEvery"]);
  if (saveEvery !== undefined && text("save") === undefined)
    throw new UsageError("--save-every needs --save <file>, the checkpoint to write.");
  return {
    ...numbers,
    data: text("data"),
    init: text("init"),
    save: text("save"),
    saveEvery,
    resume: text("resume"),
    heatmap: pictureOption("heatmap", text("heatmap")),
    plot: pictureOption("plot", text("plot")),
    shuffle: options["shuffle"] !== false,
    sentences: sentencesOption(options["sentence"]),
    backend: backendOption(text("backend") ?? "auto"),
    json: options["json"] === true,
    given: new Set([...given].map((name) => (name === "noShuffle" ? "shuffle" : name))),
  };
}

function checkKnown(
  known: readonly string[],
  options: Readonly<Record<string, unknown>>,
  args: readonly string[],
): void {
  const names = new Set([...known, "--", "help", "h", "shuffle"]);
  const unknown = Object.keys(options).find((name) => !names.has(name));
  if (unknown !== undefined) throw new UsageError(`unknown option --${kebab(unknown)}.`);
  if (args.length > 0)
    throw new UsageError(`unexpected argument "${args[0]}". Sentences go behind --sentence, in quotes.`);
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
  throw new UsageError(`--${name} ${path}: a picture ends in .svg or .png.`);
}

function sentencesOption(value: unknown): string[] {
  const list = (Array.isArray(value) ? value : [value])
    .filter((text) => text !== undefined && text !== "undefined")
    .map(String);
  if (list.some((text) => text.trim() === "" || text === "true"))
    throw new UsageError("--sentence takes a sentence in quotes.");
  return list;
}

function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
