import { type Signal, signal } from "@preact/signals";
import type { WorkerClient } from "../../../work/client.ts";
import type { Frame, InductionCalls, RunAsk } from "./calls.ts";
import { lastStep } from "./sizes.ts";

export type FilmStatus = "starting" | "idle" | "running" | "paused" | "done";

/** Milliseconds of training between two turns for what else the worker is asked. */
const msOfSteps = 60;

/** A network that learns in the worker, and its film so far. */
export class FilmRun {
  readonly settings: RunAsk;
  /** Its number in the worker; null until it is there. */
  readonly run: Signal<number | null> = signal(null);
  readonly parameters: Signal<number> = signal(0);
  readonly frames: Signal<readonly Frame[]> = signal([]);
  readonly step: Signal<number> = signal(0);
  readonly status: Signal<FilmStatus> = signal("starting");
  readonly #client: WorkerClient<InductionCalls>;
  readonly #began: Promise<number>;
  #training: Promise<void> = Promise.resolve();
  readonly #tell: (error: unknown) => void;

  constructor(client: WorkerClient<InductionCalls>, settings: RunAsk, tell: (error: unknown) => void) {
    this.settings = settings;
    this.#client = client;
    this.#tell = tell;
    this.#began = this.#begin();
    this.#began.catch(tell);
  }

  async #begin(): Promise<number> {
    const { run, parameters, frames } = await this.#client.call("begin", this.settings);
    this.parameters.value = parameters;
    this.frames.value = frames;
    this.run.value = run;
    if (this.status.peek() === "starting") this.status.value = "idle";
    return run;
  }

  /** Trains to the end, unless it is paused. */
  train(): Promise<void> {
    if (this.status.peek() !== "running") this.#training = this.#train();
    return this.#training;
  }

  async #train(): Promise<void> {
    this.status.value = "running";
    try {
      const run = await this.#began;
      while (this.status.peek() === "running") {
        const { step, frames } = await this.#client.call("train", { run, ms: msOfSteps });
        this.step.value = step;
        if (frames.length > 0) this.frames.value = [...this.frames.peek(), ...frames];
        if (step >= lastStep) this.status.value = "done";
      }
    } catch (error) {
      this.pause();
      this.#tell(error);
    }
  }

  pause(): void {
    if (this.status.peek() === "running") this.status.value = "paused";
  }
}
