import { TrainerClient } from "@saccade/train";
import { type KeptRun, LeftRun, RunStore } from "../../saved/runs.ts";
import { nextFrame } from "../../ui/later.tsx";
import type { CurvePoint, RunFacts, RunSettings, Sample, Subject } from "./calls.ts";
import { start } from "./start.gen.ts";
import type { CreateLanguageModel } from "./worker.ts";

/** A run in its own worker. */
export interface Run {
  readonly settings: RunSettings;
  readonly client: TrainerClient<CreateLanguageModel>;
  readonly facts: RunFacts;
  readonly subject: Subject;
}

/**
 * Starts a worker with a run in it, untrained or as a checkpoint has it. Nothing of a run that fails stays.
 *
 * @throws Error for a text that is too short, or a checkpoint that does not fit it.
 */
export async function startRun(settings: RunSettings, checkpoint?: Uint8Array): Promise<Run> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const client = new TrainerClient<CreateLanguageModel>(worker);
  const subject: Subject = {
    read: (ask) => client.query("read", ask),
    write: (ask) => client.query("write", ask),
    heads: () => client.query("heads"),
    layers: () => client.query("layers"),
    cached: (ask) => client.query("cached", ask),
  };
  try {
    await client.create(settings);
    if (checkpoint !== undefined) await client.load(checkpoint);
    return { settings, client, facts: await client.query("facts"), subject };
  } catch (error) {
    client.close();
    throw error;
  }
}

const tales = {
  en: new URL("./tales.en.txt", import.meta.url),
  zh: new URL("./tales.zh.txt", import.meta.url),
};

const shippedWeights = new URL("./tales.safetensors", import.meta.url);

/** The tales that come with the page. */
export async function fetchTales(language: "en" | "zh"): Promise<string> {
  return (await fetchFile(tales[language])).text();
}

/** A run with the weights that came with the page. */
export async function startShipped(): Promise<Run> {
  await nextFrame(); // the network is the page's until it is seen
  const [text, weights] = await Promise.all([fetchTales("en"), fetchBytes(shippedWeights)]);
  return startRun({ seed: start.seed, text, weights });
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

/** A run of the page's own model as this browser keeps it. */
export interface SavedRun extends KeptRun {
  readonly settings: Pick<RunSettings, "seed" | "text" | "gpu">;
  /** Whether the text is the reader's own. */
  readonly isOwnText: boolean;
  readonly checkpoint: Uint8Array;
  readonly step: number;
  readonly curve: readonly CurvePoint[];
  readonly samples: readonly Sample[];
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
