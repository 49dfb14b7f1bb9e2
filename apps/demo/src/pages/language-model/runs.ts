import { type KeptRun, LeftRun, RunStore } from "../../saved/runs.ts";
import type { CurvePoint, RunSettings, Sample } from "./calls.ts";

const tales = {
  en: new URL("./tales.en.txt", import.meta.url),
  zh: new URL("./tales.zh.txt", import.meta.url),
};

/** The tales that come with the page. */
export async function fetchTales(language: "en" | "zh"): Promise<string> {
  return (await fetchFile(tales[language])).text();
}

/** @throws Error for a file that is not there */
export async function fetchBytes(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await fetchFile(url)).arrayBuffer());
}

/** @throws Error for a file that is not there */
export async function fetchFile(url: URL): Promise<Response> {
  const found = await fetch(url);
  if (!found.ok) throw new Error(`${url.pathname}: ${found.status}`);
  return found;
}

/** How far a run is. */
export interface Progress {
  readonly step: number;
  readonly curve: readonly CurvePoint[];
  readonly samples: readonly Sample[];
}

/** A run of the page's own model as this browser keeps it. */
export interface SavedRun extends KeptRun, Progress {
  readonly settings: Pick<RunSettings, "seed" | "text" | "gpu">;
  /** Whether the text is the reader's own. */
  readonly isOwnText: boolean;
  readonly checkpoint: Uint8Array;
}

export const keptRuns: RunStore<SavedRun> = new RunStore("saccade-language-run-", isSaved);

/** The run that was training when its reader went to another page. */
export const left: LeftRun<SavedRun> = new LeftRun(keptRuns);

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
