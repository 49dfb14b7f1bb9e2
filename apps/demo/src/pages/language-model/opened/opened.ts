import { type Signal, signal, batch as together } from "@preact/signals";
import { WorkerClient } from "../../../work/client.ts";
import { reasonOf } from "../../../work/reason-of.ts";
import type { Subject } from "../calls.ts";
import { Reader, Wanted } from "../reader.ts";
import { fetchWords } from "../runs.ts";
import { longestText, type Settings } from "../settings.ts";
import type { HeadRoles, OpenCalls, OpenedFacts, Progress } from "./calls.ts";
import { merged, sorted } from "./files.ts";
import { MaskReader } from "./masking.tsx";
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

/** The model that the reader opened, and the one that is being opened. */
export class Opened {
  readonly model: Signal<Open | null> = signal(null);
  /** Of the one that is being opened. */
  readonly coming: Signal<Progress | null> = signal(null);
  /** The library's message, in English; empty where nothing failed. */
  readonly problem: Signal<string> = signal("");
  readonly #settings: Settings;
  #chosen: readonly File[] = [];
  #client: Client | null = null;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Files that were chosen or dropped: of a model, or of an adapter for the one that is open. */
  async choose(files: readonly File[]): Promise<void> {
    const open = this.model.peek();
    if (open !== null && sorted(files).model.length === 0) {
      this.problem.value = "";
      await open.tuning.attach(files).catch((error) => this.tell(error));
    } else if (files.length > 0) {
      this.#chosen = merged(this.#chosen, files);
      await this.#open(async () => this.#chosen);
    }
  }

  /** Opens the small model of words that came with the page, a checkpoint like any other. */
  async words(): Promise<void> {
    await this.#open(fetchWords, example);
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
      this.problem.value = "";
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

  /** Opens files in a worker of their own; what fails is said, unless another model is wanted meanwhile. */
  async #open(files: () => Promise<readonly File[]>, first?: Example): Promise<void> {
    this.cancel();
    this.problem.value = "";
    this.coming.value = { loaded: 0, total: 0 };
    const client = new WorkerClient<OpenCalls>(
      () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
    );
    this.#client = client;
    try {
      const from = await files();
      if (client === this.#client) await client.call("open", from);
      while (client === this.#client) {
        const step = await client.call("next", null);
        if (client !== this.#client) return;
        if ("loaded" in step) this.coming.value = step;
        else this.#show(client, step, from, first ?? firstOf(step));
      }
    } catch (error) {
      if (client !== this.#client) return;
      this.cancel();
      this.tell(error);
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
      facts.masked !== null ? null : new Reader({ settings, first: null, longest: longestText, tell });
    const masked = facts.masked && new MaskReader(client, prompt.peek(), facts.masked.maskText, tell);
    const subject: Subject = {
      read: (ask) => client.call("read", ask),
      write: (ask) => client.call("write", ask),
      inputs: () => client.call("inputs", null),
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
      this.problem.value = "";
      this.model.value = { client, facts, files, reader, masked, tuning, roles };
    });
  }

  #end(open: Open | null): void {
    open?.reader?.end();
    open?.masked?.end();
    open?.tuning.end();
    open?.client.stop();
  }
}

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

/** The text that an opened model reads first. */
function firstOf({ coder, masked }: OpenedFacts): Example {
  const text = `The capital of France is${masked === null ? "" : ` ${masked.maskText}.`}`;
  return { prompt: coder === "ids" ? "1 2 3 4 5 6" : text, lines: "" };
}

/** An error as a reader of the page needs it: without the library's names, and the options that the page sets. */
export function problemOf(error: unknown): string {
  return reasonOf(error)
    .replace(/^(?:loadPretrained|loadLora): /, "")
    .replace(/ ?\{ tokenizer: false \} loads the model without\.?/, "")
    .replace(/; \{ weights: .*$/, ".");
}
