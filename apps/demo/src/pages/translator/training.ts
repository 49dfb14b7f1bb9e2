import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { fill } from "@saccade/figures/messages";
import type { TrainerEvent } from "@saccade/train";
import { isOfGPU } from "../../ui/device.tsx";
import { fetchBytes } from "../../work/fetched.ts";
import type { Messages } from "./messages/index.tsx";
import type { RunFacts, RunSettings } from "./network/calls.ts";
import type { Settings } from "./settings.ts";
import { start } from "./shipped/start.ts";
import type { Run, startRun as startWorker } from "./start-run.ts";

const shippedSettings: RunSettings = { ...start.settings, pairs: null, name: "" };

/** As `startRun` of start-run.ts: the page renders without a run, so that code is not part of the first load. */
export async function startRun(...given: Parameters<typeof startWorker>): Promise<Run> {
  return (await import("./start-run.ts")).startRun(...given);
}

/** A run with the weights that came with the page. */
export async function startShipped(): Promise<Run> {
  const url = new URL("./shipped/translator.safetensors", import.meta.url);
  return startRun(shippedSettings, await fetchBytes(url));
}

/** How far a run is. */
export interface Progress {
  readonly step: number;
  /** The loss a token of each epoch that is done. */
  readonly losses: readonly number[];
  readonly secondsLeft: number | null;
}

export const untrained: Progress = { step: 0, losses: [], secondsLeft: null };
export const shippedProgress: Progress = { ...untrained, losses: start.losses, step: start.step };

// Numbers that change faster cannot be read.
const msBetweenNumbers = 250;

interface Listeners {
  readonly event: (event: TrainerEvent) => void;
  readonly gpuFailed: (error: Error) => void;
}

/** The run on the page: what is asked of it, and how far it is. The first came with the page, and starts when it is asked. */
export class Training {
  readonly facts: Signal<RunFacts> = signal(start.facts);
  /** Whether these are the weights that came with the page. */
  readonly shipped: Signal<boolean> = signal(true);
  /** Counts the runs that the page has had. */
  readonly number: Signal<number> = signal(0);
  /** Of the run on the page; its pairs are those that a further run learns. */
  settings: RunSettings = shippedSettings;
  readonly status: Signal<"idle" | "starting" | "running" | "paused" | "done"> = signal("idle");
  readonly progress: Signal<Progress> = signal(shippedProgress);
  readonly losses: ReadonlySignal<readonly number[]> = computed(() => this.progress.value.losses);
  readonly isBusy: ReadonlySignal<boolean> = computed(() =>
    ["starting", "running"].includes(this.status.value),
  );
  /** The epochs that are asked for, or done where those are more. */
  readonly epochs: ReadonlySignal<number> = computed(() => Math.max(this.#asked(), this.losses.value.length));
  readonly #asked: () => number;
  readonly #messages: Messages;
  readonly #listeners: Listeners;
  #run: Promise<Run> | null = null;
  #ended = false;
  #toldAt = 0;

  constructor({ epochs }: Settings, messages: Messages, listeners: Listeners) {
    this.#asked = () => Number(epochs.value);
    this.#messages = messages;
    this.#listeners = listeners;
  }

  get run(): Promise<Run> {
    this.#run ??= this.#startFirst();
    return this.#run;
  }

  /** Asks the run that is there when the answer comes. */
  async ask<T>(question: (run: Run) => Promise<T>): Promise<T> {
    const mine = this.run;
    try {
      return await question(await mine);
    } catch (error) {
      if (this.#isReplaced(mine)) return this.ask(question);
      throw this.#reported(error);
    }
  }

  /** Runs `work` with the run; errors of a run that was replaced meanwhile are ignored. */
  async do(work: (run: Run) => Promise<void>): Promise<void> {
    const mine = this.run;
    try {
      await work(await mine);
    } catch (error) {
      if (!this.#isReplaced(mine)) throw this.#reported(error);
    }
  }

  /** Replaces this run by another one, once that is ready. Returns whether it did: the reader may have left the page. */
  async change(make: () => Promise<Run>, progress: Progress, isShipped: boolean): Promise<boolean> {
    const run = await make();
    if (this.#ended) {
      run.client.close();
      return false;
    }
    this.#close();
    this.#run = Promise.resolve(run);
    this.#listen(run);
    this.settings = run.settings;
    this.shipped.value = isShipped;
    this.number.value++;
    this.status.value = "idle";
    this.progress.value = progress;
    return true;
  }

  /** Trains a run that `make` brings to the page, if it does; the page says at once how far that one is. */
  async start(make: () => Promise<boolean>, progress: Progress): Promise<void> {
    const before = { status: this.status.peek(), progress: this.progress.peek() };
    this.status.value = "starting";
    this.progress.value = progress;
    if (await make()) return this.goOn();
    this.status.value = before.status;
    this.progress.value = before.progress;
  }

  /** Trains until the chosen number of epochs is done. */
  async goOn(): Promise<void> {
    const before = this.status.peek();
    this.status.value = "starting";
    await this.#try(async ({ client }) => void (await client.fit({ maxEpochs: this.#asked() })));
    if (this.status.peek() === "starting") this.status.value = before; // it was refused
  }

  pause(): Promise<void> {
    return this.#try(({ client }) => client.pause());
  }

  step(): Promise<void> {
    return this.#try(({ client }) => client.step());
  }

  onEvent(event: TrainerEvent): void {
    switch (event.type) {
      case "start":
      case "resume":
        this.status.value = "running";
        this.#messages.clear();
        break;
      case "step":
        if (this.status.peek() === "running" && performance.now() - this.#toldAt < msBetweenNumbers) break;
        this.#toldAt = performance.now();
        this.#advance({ step: event.step });
        break;
      case "epoch": {
        const losses = [...this.progress.value.losses, event.loss];
        const epochsLeft = Math.max(0, this.#asked() - event.epoch);
        this.#advance({ losses, step: event.step, secondsLeft: epochsLeft * event.seconds });
        break;
      }
      case "pause":
      case "stop":
      case "done":
        this.status.value = event.type === "done" ? "done" : "paused";
        this.#advance({ step: event.step, secondsLeft: null });
        break;
      case "error":
      case "diverged":
        this.status.value = "idle";
        this.#messages.say("training", (t) => fill(t.crashed, { why: event.message }), true);
    }
  }

  end(): void {
    this.#ended = true;
    this.#close();
  }

  #advance(part: Partial<Progress>): void {
    this.progress.value = { ...this.progress.value, ...part };
  }

  async #try(work: (run: Run) => Promise<void>): Promise<void> {
    try {
      await this.do(work);
    } catch (error) {
      this.#messages.tell(error);
    }
  }

  #isReplaced(run: Promise<Run>): boolean {
    return this.#run !== null && this.#run !== run;
  }

  #reported(error: unknown): unknown {
    if (isOfGPU(error)) this.#listeners.gpuFailed(error);
    return error;
  }

  #startFirst(): Promise<Run> {
    const first = startShipped();
    first.then(
      (run) => {
        if (this.#run === first) this.#listen(run);
      },
      () => {
        if (this.#run === first) this.#run = null; // the next question tries again
      },
    );
    return first;
  }

  #listen(run: Run): void {
    this.facts.value = run.facts;
    run.client.onEvent(this.#listeners.event);
  }

  #close(): void {
    void this.#run?.then(
      ({ client }) => client.close(),
      () => {},
    );
  }
}
