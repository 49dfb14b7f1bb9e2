import { effect, type Signal, signal } from "@preact/signals";

/** Of a frame, and of a film that has few. */
const [msOfFrame, msOfFilm] = [100, 6000];

interface ReelOptions {
  /** How many milliseconds a frame is shown, of a film of so many. Default: 100, or 6 seconds for a whole film of few. */
  readonly pace?: (index: number, count: number) => number;
  /** Whether it plays again and again; then the last frame, once it is set, is not left for newer ones. Default false. */
  readonly loops?: boolean;
}

/** The frame of a growing film that is shown, as a slider's value: the newest, unless another is set. */
export class Reel {
  readonly playing: Signal<boolean> = signal(false);
  /** The frame that was set or is played; null while the newest is followed. */
  readonly chosen: Signal<number | null> = signal(null);
  readonly #count: () => number;
  readonly #pace: (index: number, count: number) => number;
  readonly #loops: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isIntroduced = false;

  /** @param count of the frames that there are, from a signal */
  constructor(
    count: () => number,
    { pace = (_, count) => Math.max(msOfFrame, msOfFilm / count), loops = false }: ReelOptions = {},
  ) {
    this.#count = count;
    this.#pace = pace;
    this.#loops = loops;
    // The film is gone, as where the sentence was edited: nothing plays on, and no frame stays chosen.
    effect(() => {
      if (count() < 2) this.rewind();
    });
  }

  get value(): number {
    return Math.min(this.chosen.value ?? this.#last, this.#last);
  }

  set value(index: number) {
    this.stop();
    this.#show(index);
  }

  /** Plays from the frame that is shown, or from the start after the last; stops where it plays. */
  toggle(): void {
    if (this.playing.peek()) this.stop();
    else this.#play();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.playing.value = false;
  }

  /** Back to the newest frame, also of another film. */
  rewind(): void {
    this.stop();
    this.chosen.value = null;
  }

  /** Plays from the start, once. */
  introduce(): void {
    if (this.#isIntroduced) return;
    this.#isIntroduced = true;
    this.value = 0;
    this.#play();
  }

  get #last(): number {
    return Math.max(0, this.#count() - 1);
  }

  #play(): void {
    if (this.#last < 1) return;
    if (this.value === this.#last) this.#show(0);
    this.playing.value = true;
    this.#wait();
  }

  #wait(): void {
    const at = this.value;
    if (at === this.#last && !this.#loops) {
      this.stop();
      return;
    }
    this.#timer = setTimeout(
      () => {
        this.#show(at === this.#last ? 0 : at + 1);
        this.#wait();
      },
      this.#pace(at, this.#last + 1),
    );
  }

  #show(index: number): void {
    const isNewest = index >= this.#last && (!this.#loops || this.#last < 1);
    this.chosen.value = isNewest ? null : Math.max(0, Math.min(this.#last, index));
  }
}
