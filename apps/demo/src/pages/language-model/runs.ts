import { type KeptRun, LeftRun, RunStore } from "../../saved/runs.ts";
import { fetchFile } from "../../work/fetched.ts";
import type { CurvePoint, RunSettings, Sample } from "./calls.ts";
import { type Tokens, tokenKinds } from "./sizes.ts";

const texts = {
  words: new URL("./words.en.txt", import.meta.url),
  characters: new URL("./tales.en.txt", import.meta.url),
  chinese: new URL("./tales.zh.txt", import.meta.url),
};

/** A text that comes with the page: what is learned by words or by characters, or tales in Chinese. */
export async function fetchText(name: Tokens | "chinese"): Promise<string> {
  return (await fetchFile(texts[name])).text();
}

/** Where the files of the model of words are, by their names in a checkpoint. */
const words = {
  "config.json": new URL("./words.config.gen.json", import.meta.url),
  "tokenizer.json": new URL("./words.tokenizer.gen.json", import.meta.url),
  "model.safetensors": new URL("./words.safetensors", import.meta.url),
};

/** The model of words that comes with the page, as a checkpoint's files. */
export function fetchWords(): Promise<File[]> {
  const named = async ([name, url]: [string, URL]): Promise<File> =>
    new File([await (await fetchFile(url)).blob()], name);
  return Promise.all(Object.entries(words).map(named));
}

/** How far a run is. */
export interface Progress {
  readonly step: number;
  readonly curve: readonly CurvePoint[];
  readonly samples: readonly Sample[];
}

/** A run of the page's own model as this browser keeps it. */
export interface SavedRun extends KeptRun, Progress {
  readonly settings: Pick<RunSettings, "seed" | "text" | "gpu"> & {
    /** Of characters where it is missing, as in runs from before there was a choice. */
    readonly tokens?: Tokens;
  };
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
  const { seed, text, tokens }: { readonly [K in keyof RunSettings]?: unknown } = Object(run.settings);
  return (
    [seed, run.began, run.step].every((x) => typeof x === "number") &&
    typeof text === "string" &&
    [undefined, ...tokenKinds].some((kind) => kind === tokens) &&
    typeof run.isOwnText === "boolean" &&
    run.checkpoint instanceof Uint8Array &&
    Array.isArray(run.curve) &&
    run.curve.every((point) => typeof Object(point).loss === "number") &&
    Array.isArray(run.samples) &&
    run.samples.every((sample) => typeof Object(sample).text === "string")
  );
}
