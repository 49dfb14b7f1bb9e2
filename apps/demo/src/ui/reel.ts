import { type Signal, signal } from "@preact/signals";

/** Of a frame, and of a film that has few. */
const [msOfFrame, msOfFilm] = [100, 6000];

/** The frame of a growing film that is shown, as a slider's value: the newest, unless another is set. */
export class Reel {
  readonly playing: Signal<boolean> = signal(false);
  readonly #count: () => number;
  readonly #shown: Signal<number | null> = signal(null);
  #isIntroduced = false;

  /** @param count of the frames that there are, from a signal */
  constructor(count: () => number) {
    this.#count = count;
  }

  get value(): number {
    return this.#shown.value ?? Math.max(0, this.#count() - 1);
  }

  set value(index: number) {
    this.stop();
    this.#show(index);
  }

  /** Plays from the frame that is shown, or from the start after the last; stops where it plays. */
  toggle(): void {
    if (this.playing.peek()) this.stop();
    else void this.#play();
  }

  stop(): void {
    this.playing.value = false;
  }

  /** Shows the newest frame of another film. */
  rewind(): void {
    this.stop();
    this.#shown.value = null;
  }

  /** Plays from the start, once. */
  introduce(): void {
    if (this.#isIntroduced) return;
    this.#isIntroduced = true;
    this.#show(0);
    void this.#play();
  }

  async #play(): Promise<void> {
    if (this.playing.peek()) return;
    if (this.value >= this.#count() - 1) this.#show(0);
    this.playing.value = true;
    while (this.playing.peek() && this.value < this.#count() - 1) {
      await new Promise((done) => setTimeout(done, Math.max(msOfFrame, msOfFilm / this.#count())));
      if (this.playing.peek()) this.#show(this.value + 1);
    }
    this.stop();
  }

  #show(index: number): void {
    this.#shown.value = index >= this.#count() - 1 ? null : Math.max(0, index);
  }
}
