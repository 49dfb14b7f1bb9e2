import { type Signal, signal, batch as together } from "@preact/signals";
import type { Reading } from "@saccade/figures/language-model/lens";
import { WorkerClient } from "../../../work/client.ts";
import type { Subject } from "../calls.ts";
import { Wanted } from "../heads.ts";
import { Reader } from "../reader.ts";
import { fetchFile } from "../runs.ts";
import { longestText, type Settings } from "../settings.ts";
import type { HeadRoles, OpenAsk, OpenCalls, OpenedFacts, Survey, WeightsFormat } from "./calls.ts";
import { merged, sorted } from "./files.ts";
import { MaskReader } from "./mask-reader.ts";
import { type Problem, problemOf } from "./problem.ts";
import { TuningRun } from "./tuning-run.ts";

type Client = WorkerClient<OpenCalls>;

/** An open model and its views. */
export interface Open {
  readonly client: Client;
  readonly facts: OpenedFacts;
  /** The names of its files. */
  readonly files: readonly string[];
  /** null for a BERT. */
  readonly reader: Reader | null;
  /** null for a GPT. */
  readonly masked: MaskReader | null;
  readonly tuning: TuningRun;
  /** The behavior of its heads, once it is wanted. */
  readonly roles: Wanted<HeadRoles>;
}

export type Coming =
  | { readonly stage: "waiting"; readonly survey: Survey }
  | {
      readonly stage: "loading";
      readonly survey: Survey | null;
      readonly loaded: number;
      readonly total: number;
    };

/** Larger weights are only loaded after the reader has seen their size. */
const bytesAtOnce = 64_000_000;

/** The model that the reader opened, and the one that is being opened. */
export class Opened {
  readonly model: Signal<Open | null> = signal(null);
  readonly coming: Signal<Coming | null> = signal(null);
  readonly problem: Signal<Problem | null> = signal(null);
  readonly weights: Signal<WeightsFormat> = signal("float32");
  readonly #settings: Settings;
  #chosen: readonly File[] = [];
  #client: Client | null = null;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Files that were chosen or dropped: of a model, or of an adapter for the one that is open. */
  async choose(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    const open = this.model.peek();
    const { model, adapter } = sorted(files);
    if (open !== null && model.length === 0) {
      this.problem.value = null;
      await open.tuning.attach(adapter).catch((error) => this.#fail(error));
      return;
    }
    this.#chosen = merged(this.#chosen, files);
    const client = this.#start();
    await this.#opening(client, async () => {
      const survey = await client.call("survey", this.#chosen);
      if (client !== this.#client) return;
      if (survey.bytes.float32 <= bytesAtOnce) await this.#load(client, survey);
      else this.coming.value = { stage: "waiting", survey };
    });
  }

  /** Loads what waits. */
  async load(): Promise<void> {
    const [client, coming] = [this.#client, this.coming.peek()];
    if (client !== null && coming !== null)
      await this.#opening(client, () => this.#load(client, coming.survey));
  }

  /** Opens the small model of words that came with the page, a checkpoint like any other. */
  async words(): Promise<void> {
    const client = this.#start();
    await this.#opening(client, async () => {
      const files = await Promise.all(Object.entries(wordsFiles).map(fetchAs));
      if (client === this.#client) await this.#open(client, { files, weights: "float32" }, example);
    });
  }

  /** Stops a load; the model before stays. */
  cancel(): void {
    this.#client?.stop();
    this.#client = null;
    this.coming.value = null;
  }

  /** Closes the model. */
  close(): void {
    this.cancel();
    this.#end(this.model.peek());
    this.#chosen = [];
    together(() => {
      this.problem.value = null;
      this.model.value = null;
    });
  }

  /** Ends it all; whether an adapter was being trained. */
  end(): boolean {
    const training = this.model.peek()?.tuning.status.peek() === "running";
    this.close();
    return training;
  }

  tell(error: unknown): void {
    this.problem.value = problemOf(error);
  }

  #start(): Client {
    this.#client?.stop();
    this.problem.value = null;
    this.coming.value = { stage: "loading", survey: null, loaded: 0, total: 0 };
    this.#client = new WorkerClient<OpenCalls>(
      () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
    );
    return this.#client;
  }

  /** Reports what fails, unless another model is wanted meanwhile. */
  async #opening(client: Client, work: () => Promise<void>): Promise<void> {
    await work().catch((error) => {
      if (client === this.#client) this.#fail(error);
    });
  }

  async #load(client: Client, survey: Survey | null): Promise<void> {
    this.coming.value = { stage: "loading", survey, loaded: 0, total: 0 };
    await this.#open(client, { files: this.#chosen, weights: this.weights.peek() });
  }

  async #open(client: Client, ask: OpenAsk, first?: Example): Promise<void> {
    await client.call("open", ask);
    for (;;) {
      const step = await client.call("next", null);
      if (client !== this.#client) return;
      const survey = this.coming.peek()?.survey ?? null;
      if (!step.done)
        this.coming.value = { stage: "loading", survey, loaded: step.loaded, total: step.total };
      else return this.#show(client, step.facts, ask.files, first ?? firstOf(step.facts));
    }
  }

  #show(client: Client, facts: OpenedFacts, from: readonly File[], first: Example): void {
    this.#end(this.model.peek());
    const { temperature, topK, topP, seed } = this.#settings;
    const prompt = signal(first.prompt);
    const files = from.map(({ name }) => name);
    const tell = (error: unknown): void => this.tell(error);
    const settings = { prompt, temperature, topK, topP, seed };
    const reader =
      facts.masked !== null
        ? null
        : new Reader({ settings, reading: noReading, cached: null, longest: longestText, tell });
    const masked = facts.masked && new MaskReader(client, prompt.peek(), facts.masked.maskText, tell);
    const subject: Subject = {
      read: (ask) => client.call("read", ask),
      write: (ask) => client.call("write", ask),
      heads: () => client.call("heads", null),
      layers: () => client.call("layers", null),
      cached: (ask) => client.call("cached", ask),
    };
    reader?.use(subject);
    const roles = new Wanted(() => client.call("roles", null), tell);
    const changed = (): void => {
      roles.follow();
      reader?.use(subject);
      masked?.refresh();
    };
    const ask = (): { prompt: string; position: number | null } =>
      masked === null
        ? { prompt: prompt.peek(), position: null }
        : { prompt: masked.text.peek(), position: masked.reading.peek()?.position ?? null };
    const tuning = new TuningRun({
      client,
      facts,
      settings: this.#settings,
      lines: first.lines,
      changed,
      ask,
    });
    this.#client = null;
    together(() => {
      this.coming.value = null;
      this.problem.value = null;
      this.model.value = { client, facts, files, reader, masked, tuning, roles };
    });
  }

  #fail(error: unknown): void {
    this.cancel();
    this.tell(error);
  }

  #end(open: Open | null): void {
    open?.reader?.end();
    open?.masked?.end();
    open?.tuning.end();
    open?.client.stop();
  }
}

const noReading: Reading = {
  tokens: [],
  unread: 0,
  maxLen: 0,
  unknown: [],
  unknownAs: null,
  text: "",
  choices: [],
  kept: 0,
  vocabSize: 0,
  computed: 0,
  ms: 0,
};

interface Example {
  readonly prompt: string;
  /** To be learned. */
  readonly lines: string;
}

const example: Example = {
  prompt: "One morning a young fox went to the",
  lines: [
    "A robot has no heart, but it has a lamp.",
    "A robot has no ears, but it has a bell.",
    "A robot has no home, but it has a road.",
    "A robot has no shoes, but it has a wheel.",
    "A robot has no friend, but it has a song.",
    "A robot has no garden, but it has a plan.",
  ].join("\n"),
};

/** Where the files of the model of words are, by their names in a checkpoint. */
const wordsFiles = {
  "config.json": new URL("./words.config.gen.json", import.meta.url),
  "tokenizer.json": new URL("./words.tokenizer.gen.json", import.meta.url),
  "model.safetensors": new URL("./words.safetensors", import.meta.url),
};

async function fetchAs([name, url]: [string, URL]): Promise<File> {
  return new File([await (await fetchFile(url)).blob()], name);
}

/** The text that an opened model reads first. */
function firstOf({ coder, masked }: OpenedFacts): Example {
  const text = `The capital of France is${masked === null ? "" : ` ${masked.maskText}.`}`;
  return { prompt: coder === "ids" ? "1 2 3 4 5 6" : text, lines: "" };
}
