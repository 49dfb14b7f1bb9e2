import { type Signal, signal } from "@preact/signals";

const seconds = 8;

/** Moves a number slowly from `from` to `to` and back, once. */
export class Sweep {
  readonly playing: Signal<boolean> = signal(false);
  readonly #value: Signal<number>;
  readonly #ends: readonly [from: number, to: number];
  #frame = 0;

  constructor(value: Signal<number>, from: number, to: number) {
    this.#value = value;
    this.#ends = [from, to];
  }

  play(): void {
    this.playing.value = true;
    const [from, to] = this.#ends;
    const began = performance.now();
    const tick = (now: number): void => {
      const part = Math.min(1, Math.max(0, now - began) / 1000 / seconds);
      this.#value.value = from + ((to - from) * (1 - Math.cos(2 * Math.PI * part))) / 2;
      if (part < 1) this.#frame = requestAnimationFrame(tick);
      else this.stop();
    };
    this.#frame = requestAnimationFrame(tick);
  }

  /** Ends at a whole number. */
  stop(): void {
    if (!this.playing.value) return;
    cancelAnimationFrame(this.#frame);
    this.playing.value = false;
    this.#value.value = Math.round(this.#value.value);
  }
}
