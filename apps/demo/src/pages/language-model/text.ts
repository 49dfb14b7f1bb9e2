import { type Windows, windowsAt } from "@saccade/figures/language-model/windows";
import { seededRandom } from "@saccade/figures/ui";
import { batch, length, longest, stepsOfEpoch } from "./sizes.ts";

/** More than any run has. */
const mostBatches = 1_000_000;

/** The text as it is trained on: line ends as \n, no more than fits, nothing around it. */
export function cleaned(text: string): { readonly text: string; readonly given: number } {
  const all = text.replace(/\r\n?/g, "\n").normalize("NFC").trim();
  return { text: `${all.slice(0, longest)}\n`, given: all.length };
}

/** How many of a text's tokens, at its end, are held out: a tenth, if that is enough for a few windows. */
export function heldOutOf(tokens: number): number {
  const tenth = Math.floor(tokens / 10);
  return tenth >= 2 * length ? tenth : 0;
}

/** Random windows of a text, an epoch at a time, the same for the same seed; a run can resume from any of them. */
export class RandomWindows {
  readonly batchesPerEpoch: number = stepsOfEpoch;
  readonly #ids: Int32Array;
  readonly #seed: number;
  #random: () => number;
  #given = 0;

  constructor(ids: Int32Array, seed: number) {
    this.#ids = ids;
    this.#seed = seed;
    this.#random = seededRandom(seed);
  }

  *[Symbol.iterator](): Iterator<Windows> {
    do {
      this.#given++;
      yield windowsAt(this.#ids, this.#starts(), length);
    } while (this.#given % stepsOfEpoch !== 0);
  }

  /** Batches that were given so far. */
  state(): unknown {
    return { given: this.#given };
  }

  /** @throws RangeError for what `state()` did not give; nothing has changed then. */
  restore(state: unknown): void {
    const { given }: { given?: unknown } = Object(state);
    if (typeof given !== "number" || !Number.isSafeInteger(given) || given < 0 || given > mostBatches)
      throw new RangeError(`The checkpoint's place is batch ${String(given)}; this page did not write it.`);
    this.#random = seededRandom(this.#seed);
    for (let i = 0; i < given; i++) this.#starts();
    this.#given = given;
  }

  #starts(): number[] {
    const last = Math.max(0, this.#ids.length - length - 1);
    return Array.from({ length: batch }, () => Math.floor(this.#random() * (last + 1)));
  }
}

/** Windows side by side, as many as `batch` or fewer. */
export function windowsInOrder(ids: Int32Array): Windows[] {
  const count = Math.min(batch, Math.floor((ids.length - 1) / length));
  const starts = Array.from({ length: Math.max(0, count) }, (_, i) => i * length);
  return count < 1 ? [] : [windowsAt(ids, starts, length)];
}
