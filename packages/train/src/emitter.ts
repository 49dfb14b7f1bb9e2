import type { EventOf, TrainerEvent, TrainerEventType } from "./events.ts";

/**
 * A listener of events. If it throws, or returns a promise that rejects, the run ends. The run waits for the promises of
 * listeners of `checkpoint`, such as a file's write, before it continues; for others `fit()` waits at the end.
 */
export type Listener<E> = (event: E) => unknown;

/** Dispatches events to listeners, in the order in which they were added. */
export class Emitter {
  readonly #listeners: Set<{ readonly call: Listener<TrainerEvent> }> = new Set();
  readonly #pending: Set<Promise<unknown>> = new Set();
  #failure: { readonly error: unknown } | null = null;

  /** Adds a listener for one type of event. Returns a function that removes it. */
  on<T extends TrainerEventType>(type: T, listener: Listener<EventOf<T>>): () => void {
    return this.onEvent((event) => (isOf(type, event) ? listener(event) : undefined));
  }

  /** Adds a listener for all events. Returns a function that removes it. */
  onEvent(call: Listener<TrainerEvent>): () => void {
    const entry = { call };
    this.#listeners.add(entry);
    return () => {
      this.#listeners.delete(entry);
    };
  }

  /** Calls all listeners, and returns their promises. If `detached`, rejected promises are left to the host. */
  emit(event: TrainerEvent, { detached = false }: { detached?: boolean } = {}): readonly Promise<unknown>[] {
    const promises: Promise<unknown>[] = [];
    // A copy, since a listener may remove itself or others.
    for (const { call } of [...this.#listeners]) {
      const result = call(event);
      if (result instanceof Promise && !detached) promises.push(this.#follow(result));
    }
    return promises;
  }

  #follow(promise: Promise<unknown>): Promise<unknown> {
    const followed = promise
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#pending.delete(followed));
    this.#pending.add(followed);
    return followed;
  }

  /** Throws the rejection of a listener's promise, once. */
  check(): void {
    const failure = this.#failure;
    this.#failure = null;
    if (failure !== null) throw failure.error;
  }

  /** Waits for the listeners' promises. */
  async settle(): Promise<void> {
    await Promise.all(this.#pending);
  }
}

function isOf<T extends TrainerEventType>(type: T, event: TrainerEvent): event is EventOf<T> {
  return event.type === type;
}
