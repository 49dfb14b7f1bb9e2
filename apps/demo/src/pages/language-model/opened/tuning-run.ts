import { type Signal, signal } from "@preact/signals";
import { saveFile } from "../../../export/save-file.ts";
import type { WorkerClient } from "../../../work/client.ts";
import { reasonOf } from "../../../work/reason-of.ts";
import type { CurvePoint } from "../calls.ts";
import { type Settings, samplingOf } from "../settings.ts";
import type { AdapterFacts, Comparison, OpenCalls, OpenedFacts } from "./calls.ts";

export type TuneStatus = "none" | "running" | "paused" | "done";

interface TuningOptions {
  readonly client: WorkerClient<OpenCalls>;
  readonly facts: OpenedFacts;
  readonly settings: Settings;
  /** To learn, before the reader writes others. */
  readonly lines: string;
  /** Called when the model computes something else than before. */
  readonly changed: () => void;
  /** The prompt to compare with. */
  readonly ask: () => { readonly prompt: string; readonly position: number | null };
}

/** Milliseconds of training between two turns for what else the worker is asked. */
const msOfSteps = 60;
const msBetweenReadings = 500;
/** Tokens that are written to compare. */
const comparedTokens = 60;

/** The adapter of an opened model: its settings, its training, and its effect. */
export class TuningRun {
  readonly lines: Signal<string>;
  readonly rate: Signal<number>;
  readonly status: Signal<TuneStatus> = signal("none");
  /** Of an adapter, trained here or opened. */
  readonly adapter: Signal<AdapterFacts | null>;
  readonly step: Signal<number> = signal(0);
  readonly curve: Signal<readonly CurvePoint[]> = signal([]);
  readonly comparison: Signal<Comparison | null> = signal(null);
  readonly problem: Signal<string> = signal("");
  readonly settings: Settings;
  /** Whether the model writes; a BERT only guesses. */
  readonly writes: boolean;
  readonly #options: TuningOptions;
  /** Counts what replaces a run: a new one, or another adapter. */
  #turn = 0;
  #gone = false;

  constructor(options: TuningOptions) {
    const { facts, settings } = options;
    this.#options = options;
    this.settings = settings;
    this.writes = facts.modelType !== "bert";
    this.lines = signal(options.lines);
    this.rate = signal(facts.learningRate);
    this.adapter = signal(facts.adapter);
    if (facts.adapter !== null) void this.compare();
  }

  /** Trains a new adapter from its start. */
  async start(): Promise<void> {
    const { rank, seed } = this.settings;
    await this.#try(async (client) => {
      const facts = await client.call("tune", {
        lines: this.lines.peek(),
        rank: rank.peek(),
        learningRate: this.rate.peek(),
        seed: seed.peek(),
      });
      this.adapter.value = facts;
      this.step.value = 0;
      this.curve.value = [{ step: 0, loss: facts.lossBefore, heldOut: null }];
      this.comparison.value = null;
      await this.#run(client);
    });
  }

  async goOn(): Promise<void> {
    await this.#try((client) => this.#run(client));
  }

  pause(): void {
    if (this.status.peek() === "running") this.status.value = "paused";
  }

  /** Writes with the adapter and without, from the same prompt and seed. */
  async compare(): Promise<void> {
    const { settings } = this;
    await this.#try(async (client) => {
      const ask = {
        ...this.#options.ask(),
        sampling: samplingOf(settings),
        seed: settings.seed.peek(),
        count: comparedTokens,
      };
      const turn = this.#turn;
      const comparison = await client.call("compare", ask);
      // An adapter that was taken away meanwhile has no comparison.
      if (turn === this.#turn) this.comparison.value = comparison;
    });
  }

  /** Adds an adapter from files. @throws Error for files that do not fit; the previous adapter stays. */
  async attach(files: readonly File[]): Promise<void> {
    this.adapter.value = await this.#options.client.call("attach", files);
    this.#forget();
    this.#options.changed();
    await this.compare();
  }

  /** Removes the adapter, which restores the model. */
  async detach(): Promise<void> {
    await this.#try(async (client) => {
      this.#forget();
      await client.call("detach", null);
      this.adapter.value = null;
      this.#options.changed();
    });
  }

  /** Saves the adapter as PEFT's two files. */
  async save(): Promise<void> {
    await this.#try(async (client) => {
      const files = await client.call("save", null);
      for (const [name, bytes] of Object.entries(files)) saveFile(name, new Blob([bytes]));
    });
  }

  end(): void {
    this.#gone = true;
    this.pause();
  }

  #forget(): void {
    this.#turn++;
    this.status.value = "none";
    this.step.value = 0;
    this.curve.value = [];
    this.comparison.value = null;
  }

  async #run(client: WorkerClient<OpenCalls>): Promise<void> {
    const last = Number(this.settings.tuneSteps.peek());
    const until = this.step.peek() < last ? last : this.step.peek() + last;
    const turn = ++this.#turn;
    const isMine = (): boolean => turn === this.#turn && !this.#gone;
    this.status.value = "running";
    let readAt = performance.now();
    while (this.status.peek() === "running" && this.step.peek() < until) {
      const { step, losses } = await client.call("steps", { ms: msOfSteps, most: until - this.step.peek() });
      if (!isMine()) return;
      this.#advance(step, losses);
      if (performance.now() - readAt < msBetweenReadings) continue;
      readAt = performance.now();
      this.#options.changed();
    }
    if (this.status.peek() === "running") this.status.value = "done";
    this.#options.changed();
    await this.compare();
  }

  #advance(step: number, losses: readonly number[]): void {
    const first = step - losses.length + 1;
    const points = losses.map((loss, i) => ({ step: first + i, loss, heldOut: null }));
    this.step.value = step;
    this.curve.value = [...this.curve.peek(), ...points];
  }

  async #try(work: (client: WorkerClient<OpenCalls>) => Promise<void>): Promise<void> {
    this.problem.value = "";
    try {
      await work(this.#options.client);
    } catch (error) {
      if (this.#gone) return;
      this.pause();
      this.problem.value = reasonOf(error);
    }
  }
}
