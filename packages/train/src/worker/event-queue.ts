import type { StepEvent, TrainerEvent } from "../events.ts";
import { addNumbers } from "../step.ts";

/**
 * Sends events on in groups, at most one in `interval` milliseconds, so that who receives them is not flooded. Steps
 * in a row are merged into one event; nothing else is lost, and the order stays.
 */
export class EventQueue {
  readonly #send: (events: readonly TrainerEvent[]) => void;
  readonly #interval: number;
  #events: TrainerEvent[] = [];
  #sentAt: number = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (events: readonly TrainerEvent[]) => void, interval: number) {
    this.#send = send;
    this.#interval = interval;
  }

  add(event: TrainerEvent): void {
    const last = this.#events.at(-1);
    if (event.type === "step" && last?.type === "step") {
      this.#events[this.#events.length - 1] = merge(last, event);
    } else this.#events.push(event);
    const left = this.#sentAt + this.#interval - performance.now();
    if (left <= 0 || isUrgent(event)) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), left);
  }

  /** Sends what waits, now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#events.length === 0) return;
    const events = this.#events;
    this.#events = [];
    this.#sentAt = performance.now();
    this.#send(events);
  }
}

/** The later step, with the mean loss of both, and the sums of summed fields. */
function merge(a: StepEvent, b: StepEvent): StepEvent {
  const merged = a.merged + b.merged;
  return {
    ...b,
    loss: (a.loss * a.merged + b.loss * b.merged) / merged,
    metrics: addNumbers(a.metrics, b.metrics),
    seconds: a.seconds + b.seconds,
    merged,
  };
}

// Events that change the state of a run; they are rare.
function isUrgent({ type }: TrainerEvent): boolean {
  return type !== "step" && type !== "epoch" && type !== "validation";
}
