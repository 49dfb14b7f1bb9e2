import { checkChoice, checkFunction } from "@saccade/tensor/checks";
import { type EventOf, eventTypes, type TrainerEvent, type TrainerEventType } from "./events.ts";

/**
 * A listener of events. If it throws, or returns a promise that rejects, the run ends. `fit()` waits for the promise at
 * the end; steps do not wait.
 */
export type Listener<E> = (event: E) => unknown;

/** Dispatches events to listeners, in the order in which they were added. */
export class Emitter {
  readonly #what: string;
  readonly #listeners: { readonly type: TrainerEventType | null; readonly hear: Listener<TrainerEvent> }[] =
    [];
  readonly #pending: Set<Promise<unknown>> = new Set();
  #failure: { readonly error: unknown } | null = null;

  /** @param what the source of the events, for messages. */
  constructor(what: string) {
    this.#what = what;
  }

  /** Adds a listener for one type of event. Returns a function that removes it. */
  on<T extends TrainerEventType>(type: T, listener: Listener<EventOf<T>>): () => void {
    checkChoice(`${this.#what}.on`, "type", type, eventTypes);
    checkFunction(`${this.#what}.on`, "listener", listener);
    return this.#add(type, (event) => (isOf(type, event) ? listener(event) : undefined));
  }

  /** Adds a listener for all events. Returns a function that removes it. */
  onEvent(listener: Listener<TrainerEvent>): () => void {
    checkFunction(
      `${this.#what}.onEvent`,
      "listener",
      listener,
      `${this.#what}.on(type, listener) hears one type`,
    );
    return this.#add(null, listener);
  }

  #add(type: TrainerEventType | null, hear: Listener<TrainerEvent>): () => void {
    const entry = { type, hear };
    this.#listeners.push(entry);
    return () => {
      const at = this.#listeners.indexOf(entry);
      if (at >= 0) this.#listeners.splice(at, 1);
    };
  }

  /** Calls all listeners. If `detached`, rejected promises are left to the host. */
  emit(event: TrainerEvent, { detached = false }: { detached?: boolean } = {}): void {
    // Iterates over a copy, since a listener may remove itself.
    for (const { type, hear } of [...this.#listeners]) {
      if (type !== null && type !== event.type) continue;
      const result = hear(event);
      if (result instanceof Promise && !detached) this.#follow(result);
    }
  }

  #follow(promise: Promise<unknown>): void {
    const followed = promise
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#pending.delete(followed));
    this.#pending.add(followed);
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
