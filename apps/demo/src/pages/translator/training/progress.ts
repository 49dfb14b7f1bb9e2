import type { StepEvent } from "@saccade/train";

/** How far a run is. */
export interface Progress {
  readonly step: number;
  /** The loss a token of each epoch that is done. */
  readonly losses: readonly number[];
  readonly tokensPerSecond: number | null;
  readonly secondsLeft: number | null;
}

export const untrained: Progress = { step: 0, losses: [], tokensPerSecond: null, secondsLeft: null };
interface Stretch {
  readonly tokens: number;
  readonly seconds: number;
}

// Old steps count less and less: after so many seconds of work about a third is left of them.
const memorySeconds = 2;

/** Tokens a second of late, and how long an epoch takes, from the events of steps. */
export class Pace {
  #recent: Stretch = { tokens: 0, seconds: 0 };

  add({ metrics, seconds }: StepEvent): void {
    const keep = Math.exp(-seconds / memorySeconds);
    this.#recent = {
      tokens: this.#recent.tokens * keep + (metrics["tokens"] ?? 0),
      seconds: this.#recent.seconds * keep + seconds,
    };
  }

  /** null before the first step. */
  get tokensPerSecond(): number | null {
    return this.#recent.seconds > 0 ? this.#recent.tokens / this.#recent.seconds : null;
  }
}
