import { del, entries, set } from "idb-keyval";
import type { RunSettings } from "../network/calls.ts";
import type { FilmOf } from "../network/frames.ts";

/** A run as this browser keeps it. */
export interface SavedRun {
  /** When it began, in milliseconds since 1970: its name, and the order of runs. */
  readonly began: number;
  readonly settings: RunSettings;
  readonly checkpoint: Uint8Array;
  /** The loss of each epoch that is done. */
  readonly losses: readonly number[];
  readonly step: number;
  /** Of the sentence that was on the page. */
  readonly film: FilmOf;
}

// Runs of another form have another prefix.
const prefix = "saccade-run-of-parts-";

/** The runs that are kept, the newest first; none where the browser does not tell. */
export async function loadRuns(): Promise<readonly SavedRun[]> {
  try {
    const all = await entries<IDBValidKey, unknown>();
    return all
      .filter(([key]) => typeof key === "string" && key.startsWith(prefix))
      .map(([, value]) => value)
      .filter(isSaved)
      .toSorted((a, b) => b.began - a.began);
  } catch {
    return [];
  }
}

/** @throws Error when the browser refuses, as where its storage is full or private. */
export function saveRun(run: SavedRun): Promise<void> {
  return set(prefix + run.began, run);
}

/** @throws Error when the browser refuses. */
export function forgetRun({ began }: SavedRun): Promise<void> {
  return del(prefix + began);
}

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
