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
