import { type Signal, signal } from "@preact/signals";
import type { WorkerClient } from "../../../work/client.ts";
import type { Frame, InductionCalls, RunAsk } from "./calls.ts";
import { lastStep } from "./sizes.ts";

/** A film that came with the page is `shipped`: its network can be trained here from its start. */
export type FilmStatus = "starting" | "idle" | "shipped" | "running" | "paused" | "done";

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
  #began: Promise<number>;
  #training: Promise<void> = Promise.resolve();
  readonly #tell: (error: unknown) => void;

  /** @param film of a run that came with the page */
  constructor(
    client: WorkerClient<InductionCalls>,
    settings: RunAsk,
    tell: (error: unknown) => void,
    film: Promise<Uint8Array<ArrayBuffer> | null> = Promise.resolve(null),
  ) {
    this.settings = settings;
    this.#client = client;
    this.#tell = tell;
    this.#began = this.#begin(film);
    this.#began.catch(tell);
  }

  async #begin(coming: Promise<Uint8Array<ArrayBuffer> | null>): Promise<number> {
    const film = await coming;
    const { run, parameters, frames } = await this.#client.call("begin", { ...this.settings, film });
    this.parameters.value = parameters;
    this.frames.value = frames;
    this.step.value = frames.at(-1)?.step ?? 0;
    this.run.value = run;
    if (this.status.peek() === "starting") this.status.value = film === null ? "idle" : "shipped";
    return run;
  }

  /** Trains to the end, unless it is paused. */
  train(): Promise<void> {
    if (this.status.peek() !== "running") this.#training = this.#train();
    return this.#training;
  }

  async #train(): Promise<void> {
    try {
      if (this.status.peek() === "shipped") {
        this.step.value = 0;
        this.#began = this.#begin(Promise.resolve(null));
      }
      this.status.value = "running";
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
