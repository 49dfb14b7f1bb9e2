import { type Signal, signal } from "@preact/signals";
import type { TrainerEvent } from "@saccade/train";
import { Autosave, type Leaving } from "./autosave.ts";
import type { KeptRun, RunStore } from "./run-store.ts";

export interface KeepingOptions<Run extends KeptRun> {
  readonly store: RunStore<Run>;
  /** The run on the page as it is now, under the name that it is given; null where there is none to keep. */
  readonly standing: (began: number) => Promise<Run | null>;
  /** Whether a run has come so far that it stays when another takes its place. */
  readonly isWorthKeeping: (run: Run) => boolean;
  readonly failed: (error: unknown) => void;
  readonly leaving?: Leaving;
}

/** Keeps the run on the page in the browser's storage, and lists the others that are there. */
export class Keeping<Run extends KeptRun> {
  /** The runs that this browser keeps, except the one on the page; newest first. */
  readonly others: Signal<readonly Run[]> = signal([]);
  readonly #options: KeepingOptions<Run>;
  readonly #autosave: Autosave;
  /** When the run on the page began; its name where runs are kept. */
  #began = 0;
  #last: Run | null = null;

  constructor(options: KeepingOptions<Run>) {
    this.#options = options;
    this.#autosave = new Autosave(() => this.#save(), options.leaving);
    void this.#list();
  }

  /** The run on the page as it was last kept; null where it was not yet. */
  get last(): Run | null {
    return this.#last;
  }

  get began(): number {
    return this.#began;
  }

  /** Of a run that has just come to the page. */
  begin(began: number): void {
    const last = this.#last;
    this.#began = began;
    this.#last = null;
    const isOver = last !== null && last.began !== began && !this.#options.isWorthKeeping(last);
    if (isOver) void this.forget(last);
    else void this.#list();
  }

  /** Handles events of the run's trainer: saves while it trains, and immediately when it starts or pauses. */
  onEvent({ type }: TrainerEvent): void {
    if (type === "step" || type === "epoch") this.soon();
    else if (["start", "resume", "pause", "stop", "done"].includes(type)) void this.save();
    else if (type === "error" || type === "diverged") this.drop();
  }

  /** The run has gone on. */
  soon(): void {
    this.#autosave.soon();
  }

  save(): Promise<void> {
    return this.#autosave.now();
  }

  /** The run is no longer on the page; its save is listed again. */
  drop(): void {
    this.#began = 0;
    this.#last = null;
    void this.#list();
  }

  async forget(run: KeptRun): Promise<void> {
    await this.#options.store.forget(run).catch((error: unknown) => this.#options.failed(error));
    await this.#list();
  }

  end(): void {
    this.#autosave.end();
  }

  async #save(): Promise<void> {
    const began = this.#began;
    try {
      const run = await this.#options.standing(began);
      if (run === null || began !== this.#began) return; // another run has taken its place meanwhile
      this.#last = run;
      await this.#options.store.keep(run);
    } catch (error) {
      if (began === this.#began) this.#options.failed(error);
    }
  }

  async #list(): Promise<void> {
    const runs = await this.#options.store.all();
    this.others.value = runs.filter(({ began }) => began !== this.#began);
  }
}
