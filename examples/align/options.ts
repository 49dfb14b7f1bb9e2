import type { GrammarLanguages } from "@saccade/datasets";
import { type BackendName, backendOption } from "../backend.ts";
import { readArguments } from "../command-line.ts";
import { UsageError } from "../usage.ts";
import { type RecipeName, recipes } from "./recipes.ts";

/** Options of `align`. */
export interface AlignOptions {
  readonly models: readonly RecipeName[];
  readonly seeds: readonly number[];
  readonly grammar: GrammarLanguages;
  readonly backend: BackendName;
  readonly json: boolean;
}

/** The language pairs of the grammar. */
export const grammarLanguages: readonly GrammarLanguages[] = ["en-fr", "en-zh", "zh-en"];

const names = Object.keys(recipes) as RecipeName[];

/** Reads the command line; null when it only asked for help, which is then printed. @throws UsageError */
export function parseOptions(argv: readonly string[]): AlignOptions | null {
  const line = readArguments(
    "align",
    "[options]\n\n  Trains translators with several seeds and measures how well their attention aligns words.",
    [
      ["--models <names>", `Some of ${names.join(", ")}, with commas between`, names.join(",")],
      ["--seeds <numbers>", "Seeds of data, weights and order, with commas between", "0,1,2,3,4"],
      ["--grammar <languages>", `One of ${grammarLanguages.join(", ")}`, "en-fr"],
      ["--backend <name>", "reference, wasm or auto (the fastest available)", "auto"],
      ["--json", "Print one JSON line for each run; the table goes to standard error"],
    ],
    argv,
  );
  if (line === null) return null;
  const { options, args } = line;
  if (args.length > 0) throw new UsageError(`unexpected argument "${args[0]}".`);
  return {
    models: listOf("models", options["models"]).map(modelOf),
    seeds: listOf("seeds", options["seeds"]).map(seedOf),
    grammar: grammarOf(options["grammar"]),
    backend: backendOption(String(options["backend"])),
    json: options["json"] === true,
  };
}

/** @throws UsageError for anything but one of the grammar's language pairs. */
export function grammarOf(value: unknown): GrammarLanguages {
  const found = grammarLanguages.find((languages) => languages === value);
  if (found !== undefined) return found;
  throw new UsageError(
    `--grammar takes one of ${grammarLanguages.join(", ")}, not ${JSON.stringify(value)}.`,
  );
}

function listOf(name: string, value: unknown): string[] {
  const items = Array.isArray(value) || typeof value === "boolean" ? [] : String(value).split(",");
  if (items.length > 0 && items.every((item) => item !== "")) return items;
  throw new UsageError(`--${name} takes one list, with commas between.`);
}

function modelOf(name: string): RecipeName {
  const found = names.find((known) => known === name);
  if (found !== undefined) return found;
  throw new UsageError(`--models: no model "${name}"; there are ${names.join(", ")}.`);
}

function seedOf(text: string): number {
  const seed = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(seed)) return seed;
  throw new UsageError(`--seeds takes whole numbers from 0 up, not "${text}".`);
}
