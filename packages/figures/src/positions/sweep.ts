import { type Signal, signal } from "@preact/signals";
import { eachFrame } from "../ui/each-frame.ts";

const seconds = 8;

/** Moves a number slowly from `from` to `to` and back, once. */
export class Sweep {
  readonly playing: Signal<boolean> = signal(false);
  readonly #value: Signal<number>;
  readonly #ends: readonly [from: number, to: number];
  #leave = (): void => {};

  constructor(value: Signal<number>, from: number, to: number) {
    this.#value = value;
    this.#ends = [from, to];
  }

  play(): void {
    this.playing.value = true;
    const [from, to] = this.#ends;
    this.#leave = eachFrame((ms) => {
      const part = Math.min(1, ms / 1000 / seconds);
      this.#value.value = from + ((to - from) * (1 - Math.cos(2 * Math.PI * part))) / 2;
      if (part === 1) this.stop();
      return part < 1;
    });
  }

  /** Ends at a whole number. */
  stop(): void {
    if (!this.playing.value) return;
    this.#leave();
    this.playing.value = false;
    this.#value.value = Math.round(this.#value.value);
  }
}
