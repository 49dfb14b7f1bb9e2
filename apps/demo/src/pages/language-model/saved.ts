import { LeftRun } from "../../saved/left-run.ts";
import { type KeptRun, RunStore } from "../../saved/run-store.ts";
import type { RunSettings, Sample } from "./calls.ts";
import type { CurvePoint } from "./start.ts";

/** A run of the page's own model as this browser keeps it. */
export interface SavedRun extends KeptRun {
  readonly settings: Pick<RunSettings, "seed" | "text">;
  /** Whether the text is the reader's own. */
  readonly isOwnText: boolean;
  readonly checkpoint: Uint8Array;
  readonly step: number;
  readonly curve: readonly CurvePoint[];
  readonly samples: readonly Sample[];
}

export const runs: RunStore<SavedRun> = new RunStore("saccade-language-run-", isSaved);

/** The run that was training when its reader went to another page. */
export const left: LeftRun<SavedRun> = new LeftRun(runs);

// Another version of this page may have written it.
function isSaved(value: unknown): value is SavedRun {
  const run: { readonly [K in keyof SavedRun]?: unknown } = Object(value);
  const { seed, text }: { readonly [K in keyof RunSettings]?: unknown } = Object(run.settings);
  return (
    [seed, run.began, run.step].every((x) => typeof x === "number") &&
    typeof text === "string" &&
    typeof run.isOwnText === "boolean" &&
    run.checkpoint instanceof Uint8Array &&
    Array.isArray(run.curve) &&
    run.curve.every((point) => typeof Object(point).loss === "number") &&
    Array.isArray(run.samples) &&
    run.samples.every((sample) => typeof Object(sample).text === "string")
  );
}
