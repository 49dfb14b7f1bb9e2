import { type Signal, signal } from "@preact/signals";
import type { WorkerClient } from "../../../work/client.ts";
import type { Begun, Frame, InductionCalls, RunAsk } from "./calls.ts";
import { type Films, noFilms } from "./films.ts";
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
  readonly #films: Films;
  #began: Promise<number>;
  #training: Promise<void> = Promise.resolve();
  readonly #tell: (error: unknown) => void;

  constructor(
    client: WorkerClient<InductionCalls>,
    settings: RunAsk,
    tell: (error: unknown) => void,
    films: Films = noFilms,
  ) {
    this.settings = settings;
    this.#films = films;
    this.#client = client;
    this.#tell = tell;
    this.#began = this.#begin();
    this.#began.catch(tell);
  }

  async #begin(): Promise<number> {
    // One that was trained here before the one that came with the page.
    const kept = await this.#films.kept(this.settings);
    const bytes = kept ?? (await this.#films.shipped(this.settings));
    if (bytes === null) return this.#take(await this.#client.call("begin", this.settings), "idle");
    const begun = await this.#client.call("restore", { ...this.settings, bytes });
    this.step.value = begun.frames.at(-1)?.step ?? 0;
    return this.#take(begun, kept === null ? "shipped" : "done");
  }

  #take({ run, parameters, frames }: Begun, status: FilmStatus): number {
    this.parameters.value = parameters;
    this.frames.value = frames;
    this.run.value = run;
    if (this.status.peek() === "starting") this.status.value = status;
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
        this.#began = this.#client.call("begin", this.settings).then((begun) => this.#take(begun, "idle"));
      }
      this.status.value = "running";
      const run = await this.#began;
      // It may be one that is kept.
      if (this.step.peek() >= lastStep) this.status.value = "done";
      while (this.status.peek() === "running") {
        const { step, frames } = await this.#client.call("train", { run, ms: msOfSteps });
        this.step.value = step;
        if (frames.length > 0) this.frames.value = [...this.frames.peek(), ...frames];
        if (step >= lastStep) {
          this.status.value = "done";
          await this.#films.keep(this.settings, await this.#client.call("keep", run));
        }
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
