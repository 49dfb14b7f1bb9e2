import { type Signal, signal } from "@preact/signals";
import type { TrainerEvent } from "@saccade/train";
import { isOfGPU } from "../../../ui/device.tsx";
import type { RunFacts, RunSettings } from "../network/calls.ts";
import { start } from "../shipped/start.gen.ts";
import type { Run } from "./start-worker.ts";

const shippedSettings: RunSettings = { ...start.settings, pairs: null, name: "" };

/** The run on the page. The first is the one that came with the page, which starts when something is asked of it. */
export class Session {
  readonly facts: Signal<RunFacts> = signal(start.facts);
  /** Whether these are the weights that came with the page. */
  readonly shipped: Signal<boolean> = signal(true);
  /** Of the run on the page; its pairs are those that a further run learns. */
  settings: RunSettings = shippedSettings;
  /** Counts the runs that the page has had. */
  readonly number: Signal<number> = signal(0);
  readonly #onEvent: (event: TrainerEvent) => void;
  readonly #gpuFailed: (error: Error) => void;
  #run: Promise<Run> | null = null;
  #ended = false;

  constructor(onEvent: (event: TrainerEvent) => void, gpuFailed: (error: Error) => void) {
    this.#onEvent = onEvent;
    this.#gpuFailed = gpuFailed;
  }

  get run(): Promise<Run> {
    this.#run ??= this.#startFirst();
    return this.#run;
  }

  /** Replaces this run by another one, once that is ready. Returns whether it did: the reader may have left the page. */
  async change(make: () => Promise<Run>, isShipped: boolean): Promise<boolean> {
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
    return true;
  }

  /** Asks the run that is there when the answer comes. */
  async ask<T>(question: (run: Run) => Promise<T>): Promise<T> {
    const mine = this.run;
    try {
      return await question(await mine);
    } catch (error) {
      if (this.#run === null || mine === this.#run) throw this.#reported(error);
      return this.ask(question);
    }
  }

  /** Runs `work` with the run; errors of a run that was replaced meanwhile are ignored. */
  async do(work: (run: Run) => Promise<void>): Promise<void> {
    const mine = this.run;
    try {
      await work(await mine);
    } catch (error) {
      if (this.#run === null || mine === this.#run) throw this.#reported(error);
    }
  }

  #reported(error: unknown): unknown {
    if (isOfGPU(error)) this.#gpuFailed(error);
    return error;
  }

  end(): void {
    this.#ended = true;
    this.#close();
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
    run.client.onEvent((event) => this.#onEvent(event));
  }

  #close(): void {
    void this.#run?.then(
      ({ client }) => client.close(),
      () => {},
    );
  }
}

/**
 * Starts a worker with a run in it, untrained or as a checkpoint has it. Nothing of a run that fails stays.
 *
 * @throws Error when the pairs cannot be read, or the checkpoint does not fit them.
 */
export async function startRun(settings: RunSettings, checkpoint?: Uint8Array): Promise<Run> {
  // The page renders without a run, so the code that starts one is not part of the first load.
  const { startWorker } = await import("./start-worker.ts");
  return startWorker(settings, checkpoint);
}

/** A run with the weights that came with the page. */
export async function startShipped(): Promise<Run> {
  const url = new URL("../shipped/translator.safetensors", import.meta.url);
  const found = await fetch(url);
  if (!found.ok) throw new Error(`${url.pathname}: ${found.status}`);
  return startRun(shippedSettings, new Uint8Array(await found.arrayBuffer()));
}
