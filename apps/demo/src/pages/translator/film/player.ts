import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Frame } from "../network/frames.ts";

const slowestMs = 450;
const fastestMs = 80;
/** A longer film is played faster. */
const longestMs = 12_000;
/** The ends are shown longer, so that they can be read. */
const endMs = 1500;

export type Direction = "forwards" | "backwards";

/** Plays frames forward or backward in a loop; unless the reader has chosen a frame, it stays at the newest. */
export class Player {
  /** null follows the newest frame. */
  readonly chosen: Signal<number | null> = signal(null);
  readonly playing: Signal<Direction | null> = signal(null);
  readonly position: ReadonlySignal<number>;
  /** The frame that the reader chose or that is played; null while the newest is followed. */
  readonly frame: ReadonlySignal<Frame | null>;
  readonly #frames: ReadonlySignal<readonly Frame[]>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(frames: ReadonlySignal<readonly Frame[]>) {
    this.#frames = frames;
    this.position = computed(() => {
      const last = Math.max(0, frames.value.length - 1);
      return Math.min(this.chosen.value ?? last, last);
    });
    this.frame = computed(() =>
      this.chosen.value === null ? null : (frames.value[this.position.value] ?? null),
    );
    // The film is gone, as where the sentence was edited: nothing plays on, and no frame stays chosen.
    effect(() => {
      if (frames.value.length < 2) this.follow();
    });
  }

  play(direction: Direction): void {
    if (this.#last < 1) return;
    this.playing.value = direction;
    const atEnd = this.position.peek() === this.#endOf(direction);
    if (atEnd) this.chosen.value = direction === "forwards" ? 0 : this.#last;
    this.#wait();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.playing.value = null;
  }

  seek(position: number): void {
    this.pause();
    if (this.#last < 1) return;
    this.chosen.value = Math.max(0, Math.min(this.#last, position));
  }

  /** Back to the newest frame. */
  follow(): void {
    this.pause();
    this.chosen.value = null;
  }

  get #last(): number {
    return this.#frames.peek().length - 1;
  }

  #endOf(direction: Direction): number {
    return direction === "forwards" ? this.#last : 0;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const isEnd = [0, this.#last].includes(this.position.peek());
    const pace = Math.max(fastestMs, Math.min(slowestMs, longestMs / (this.#last + 1)));
    this.#timer = setTimeout(() => this.#advance(), isEnd ? endMs : pace);
  }

  #advance(): void {
    const direction = this.playing.peek();
    if (direction === null || this.#last < 1) return;
    const count = this.#last + 1;
    const by = direction === "forwards" ? 1 : count - 1;
    this.chosen.value = (this.position.peek() + by) % count;
    this.#wait();
  }
}
