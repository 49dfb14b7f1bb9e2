import { join } from "node:path";
import { type BackendName, backendOption } from "../backend.ts";
import { readArguments } from "../command-line.ts";
import { UsageError } from "../usage.ts";

/** Options of `kernel-regression`, checked. */
export interface Options {
  readonly n: number;
  readonly noise: number;
  readonly lr: number;
  readonly epochs: number;
  readonly seed: number;
  readonly out: string;
  readonly backend: BackendName;
  readonly json: boolean;
}

interface Rule {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}

// A point learns from the others, of which it takes two to have weights; each point is a column of the heatmaps.
const rules = {
  n: { min: 3, max: 500, whole: true },
  noise: { min: 0, max: 1e6, whole: false },
  lr: { min: 0, max: Number.MAX_VALUE, whole: false },
  epochs: { min: 1, max: 10_000, whole: true },
  seed: { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true },
} as const satisfies Readonly<Record<string, Rule>>;

/** Reads the command line; null when it only asked for help, which is then printed. @throws UsageError */
export function parseOptions(argv: readonly string[]): Options | null {
  const line = readArguments(
    "kernel-regression",
    "[options]\n\n  Fits noisy points with attention (Nadaraya-Watson), learns the kernel width, and draws the curves.",
    [
      ["--n <n>", "Number of noisy training points", 50],
      ["--noise <x>", "Standard deviation of the noise", 0.5],
      ["--lr <x>", "Learning rate of SGD", 0.5],
      ["--epochs <n>", "Training steps, each over all points", 5],
      ["--seed <n>", "Seed of the points and of w", 0],
      ["--out <folder>", "Output folder of the pictures", join("out", "kernel-regression")],
      ["--backend <name>", "reference, wasm or auto (the fastest available)", "auto"],
      ["--json", "Print one JSON line per epoch and one for the result, and nothing else"],
    ],
    argv,
  );
  if (line === null) return null;
  const { options, args } = line;
  if (args.length > 0) throw new UsageError(`unexpected argument "${args[0]}".`);
  return {
    n: numberOption("n", options["n"]),
    noise: numberOption("noise", options["noise"]),
    lr: numberOption("lr", options["lr"]),
    epochs: numberOption("epochs", options["epochs"]),
    seed: numberOption("seed", options["seed"]),
    out: folderOption(options["out"]),
    backend: backendOption(String(options["backend"])),
    json: options["json"] === true,
  };
}

function numberOption(name: keyof typeof rules, value: unknown): number {
  const rule: Rule = rules[name];
  const number = typeof value === "number" ? value : Number.NaN;
  if (number >= rule.min && number <= rule.max && (!rule.whole || Number.isInteger(number))) return number;
  const kind = rule.whole ? "a whole number" : "a number";
  const range = rule.max <= 10_000 ? `from ${rule.min} to ${rule.max}` : `from ${rule.min} up`;
  throw new UsageError(`--${name} takes ${kind} ${range}, once, not ${JSON.stringify(value)}.`);
}

function folderOption(value: unknown): string {
  if ((typeof value === "string" && value !== "") || typeof value === "number") return String(value);
  throw new UsageError("--out takes one folder.");
}
