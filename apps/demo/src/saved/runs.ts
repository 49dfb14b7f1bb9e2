import { type Signal, signal } from "@preact/signals";
import type { TrainerEvent } from "@saccade/train";
import { createStore, del, entries, set, type UseStore } from "idb-keyval";

/** A run of training as this browser keeps it. */
export interface KeptRun {
  /** When it began, in milliseconds since 1970: its name, and the order of runs. */
  readonly began: number;
}

// Chromium holds an open transaction back when the page is closed, and drops it; one that reports completion is written.
let open: UseStore | undefined;
const store: UseStore = (mode, use) => {
  open ??= createStore("keyval-store", "keyval");
  return open(mode, (objects) => {
    const done = use(objects);
    if (mode === "readwrite") objects.transaction.commit?.();
    return done;
  });
};

/** The runs of one page in the browser's storage. */
export class RunStore<Run extends KeptRun> {
  readonly #prefix: string;
  readonly #isRun: (value: unknown) => value is Run;

  /** @param isRun whether a value is a run: another version of the page may have written it */
  constructor(prefix: string, isRun: (value: unknown) => value is Run) {
    this.#prefix = prefix;
    this.#isRun = isRun;
  }

  /** The runs that are kept, the newest first; none if the browser cannot list them. */
  async all(): Promise<readonly Run[]> {
    try {
      const all = await entries<IDBValidKey, unknown>(store);
      return all
        .filter(([key]) => typeof key === "string" && key.startsWith(this.#prefix))
        .map(([, value]) => value)
        .filter(this.#isRun)
        .toSorted((a, b) => b.began - a.began);
    } catch {
      return [];
    }
  }

  /** @throws Error when the browser refuses, as where its storage is full or private. */
  async keep(run: Run): Promise<void> {
    await set(this.#prefix + run.began, run, store);
  }

  /** @throws Error when the browser refuses. */
  async forget({ began }: KeptRun): Promise<void> {
    await del(this.#prefix + began, store);
  }
}

/** The maximum delay of a save. */
const msBetweenSaves = 1000;
/** And at most this part of the time is spent on it, most of it waiting for the worker. */
const shareOfTime = 0.2;

/** The source of events when the page is about to be hidden or closed. */
export type Leaving = Pick<EventTarget, "addEventListener" | "removeEventListener">;

/**
 * Saves a run while it trains: immediately when it starts, then about every second, and when the page is left. A save at a
 * time: what becomes due during one is saved after it.
 */
export class Autosave {
  readonly #save: () => Promise<void>;
  readonly #leaving: Leaving;
  #saving: Promise<void> | null = null;
  #again = false;
  #nextAt = 0;

  /** @param save must not reject */
  constructor(save: () => Promise<void>, leaving: Leaving = window) {
    this.#save = save;
    this.#leaving = leaving;
    leaving.addEventListener("pagehide", this.#leave);
    leaving.addEventListener("visibilitychange", this.#leave);
  }

  /** The run has gone on: saves, unless the last time is only just past. */
  soon(): void {
    if (this.#saving === null && performance.now() >= this.#nextAt) void this.now();
  }

  /** Saves; resolves when the current state is saved. */
  now(): Promise<void> {
    if (this.#saving !== null) {
      this.#again = true;
      return this.#saving;
    }
    this.#saving = this.#run();
    return this.#saving;
  }

  end(): void {
    this.#leaving.removeEventListener("pagehide", this.#leave);
    this.#leaving.removeEventListener("visibilitychange", this.#leave);
  }

  readonly #leave = (): void => void this.now();

  async #run(): Promise<void> {
    do {
      this.#again = false;
      const began = performance.now();
      await this.#save();
      const took = performance.now() - began;
      this.#nextAt = performance.now() + Math.max(msBetweenSaves, took / shareOfTime);
    } while (this.#again);
    this.#saving = null;
  }
}

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

/** A run in its worker. */
interface Leavable {
  readonly client: { pause(): Promise<void>; close(): void };
}

/** The run whose reader went to another page, until the return. */
export class LeftRun<Run extends KeptRun> {
  readonly #store: RunStore<Run>;
  #left: Promise<Run | null> = Promise.resolve(null);

  constructor(store: RunStore<Run>) {
    this.#store = store;
  }

  /** Pauses a run, and keeps what `kept` makes of it, here and in the browser's storage. */
  leave<R extends Leavable>(run: Promise<R>, kept: (run: R) => Promise<Run>): void {
    this.#left = this.#keep(run, kept).catch(() => null);
  }

  /** The run that was left, if there is one; the next caller gets none. */
  take(): Promise<Run | null> {
    const taken = this.#left;
    this.#left = Promise.resolve(null);
    return taken;
  }

  async #keep<R extends Leavable>(leaving: Promise<R>, keep: (run: R) => Promise<Run>): Promise<Run> {
    const run = await leaving;
    await run.client.pause();
    const kept = await keep(run);
    run.client.close();
    await this.#store.keep(kept).catch(() => {}); // where the browser refuses, it is still here
    return kept;
  }
}
