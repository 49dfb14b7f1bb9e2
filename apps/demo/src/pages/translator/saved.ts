import { fill } from "@saccade/figures/messages";
import { formatPlace } from "../../app/address.ts";
import { type KeptRun, LeftRun, RunStore } from "../../saved/runs.ts";
import { Refused } from "./messages/index.tsx";
import type { RunSettings } from "./network/calls.ts";
import type { FilmOf } from "./network/frames.ts";

// Runs outside the page: in the browser's storage, in files, in links.

/** A run as this browser keeps it. */
export interface SavedRun extends KeptRun {
  readonly settings: RunSettings;
  readonly checkpoint: Uint8Array;
  /** The loss of each epoch that is done. */
  readonly losses: readonly number[];
  readonly step: number;
  /** Of the sentence that was on the page. */
  readonly film: FilmOf;
}

// Runs of another form have another prefix.
export const runs: RunStore<SavedRun> = new RunStore("saccade-run-of-parts-", isSaved);

/** The run that was training when its reader went to another page. */
export const left: LeftRun<SavedRun> = new LeftRun(runs);

// Another version of this page may have written it.
function isSaved(value: unknown): value is SavedRun {
  const run: { readonly [K in keyof SavedRun]?: unknown } = Object(value);
  const { seed, lr, pairs, name }: { readonly [K in keyof RunSettings]?: unknown } = Object(run.settings);
  return (
    [seed, lr, run.began, run.step].every((x) => typeof x === "number") &&
    (pairs === null || typeof pairs === "string") &&
    typeof name === "string" &&
    run.checkpoint instanceof Uint8Array &&
    Array.isArray(Object(run.film).frames) &&
    Array.isArray(run.losses) &&
    run.losses.every((loss) => typeof loss === "number")
  );
}

/** The name under which a checkpoint is downloaded. */
export const checkpointFile = "saccade-translator.safetensors";

const megabyte = 1_000_000;
const most = 20 * megabyte;

/** The content of a file that the reader opened. */
export type Opened =
  | { readonly kind: "pairs"; readonly text: string }
  | { readonly kind: "checkpoint"; readonly bytes: Uint8Array };

/**
 * Reads a file: a checkpoint by its ending, anything else as text of sentence pairs.
 *
 * @throws Refused for a file that is too large, Error for one that cannot be read.
 */
export async function readFile(file: File): Promise<Opened> {
  if (file.size > most) {
    const size = (file.size / megabyte).toFixed(0);
    throw new Refused((t) => fill(t.tooLarge, { megabytes: size, most: most / megabyte }));
  }
  if (/\.safetensors$/i.test(file.name)) {
    return { kind: "checkpoint", bytes: new Uint8Array(await file.arrayBuffer()) };
  }
  return { kind: "pairs", text: await file.text() };
}

/** The settings of a run and its result: enough to compute it again, to the last bit. */
export interface Recipe {
  readonly seed: number;
  readonly lr: number;
  readonly epochs: number;
  readonly sentence: string;
  /** As in `Computer`: the build of the kernels, which decides about rounding. */
  readonly kernels: string;
  /** Of the last epoch. */
  readonly loss: number;
}

/** The address that asks for a run; `page` is the app's address, whose hash is replaced. */
export function linkOf(page: string, { sentence: s, ...recipe }: Recipe): string {
  const params = Object.entries({ s, ...recipe }).map(([name, value]) => [name, String(value)] as const);
  return page.replace(/#.*$/s, "") + formatPlace({ page: "translator", params: new Map(params) });
}

/**
 * The kernels of a link compared with those of this browser: the same, so that the numbers will be; plain ones, which this
 * browser can also take; or others, which round differently.
 */
export type Fit = "same" | "plain" | "other";

export function fitOf(asked: string, own: string): Fit {
  if (asked === own) return "same";
  return own.startsWith("relaxed-") && asked === own.replace("relaxed", "plain") ? "plain" : "other";
}
