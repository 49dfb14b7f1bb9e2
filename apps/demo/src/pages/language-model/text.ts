import { seededRandom } from "@saccade/figures/ui";
import { fromData, type Tensor } from "@saccade/tensor";
import { batch, length, stepsOfEpoch } from "./network-sizes.ts";
import { longest } from "./text-limits.ts";

/** Windows of a text and the tokens after each of theirs: (b, n) each. */
export interface Windows {
  readonly ids: Tensor;
  readonly next: Tensor;
}

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

/** Epochs of random windows, the same for the same seed. */
export function* windows(ids: Int32Array, seed: number): Generator<Windows> {
  const random = seededRandom(seed);
  const last = Math.max(0, ids.length - length - 1);
  for (;;)
    yield windowsAt(
      ids,
      Array.from({ length: batch }, () => Math.floor(random() * (last + 1))),
    );
}

/** An epoch is so many batches of an endless row. */
export function epochs(row: Iterator<Windows>): Iterable<Windows> & { readonly batchesPerEpoch: number } {
  return {
    batchesPerEpoch: stepsOfEpoch,
    *[Symbol.iterator]() {
      for (let i = 0; i < stepsOfEpoch; i++) {
        const { done, value } = row.next();
        if (done) return;
        yield value;
      }
    },
  };
}

/** Windows side by side, as many as `batch` or fewer. */
export function windowsInOrder(ids: Int32Array): Windows[] {
  const count = Math.min(batch, Math.floor((ids.length - 1) / length));
  return count < 1
    ? []
    : [
        windowsAt(
          ids,
          Array.from({ length: count }, (_, i) => i * length),
        ),
      ];
}

// A text shorter than a window is repeated.
function windowsAt(ids: Int32Array, starts: readonly number[]): Windows {
  const of = (shift: number): Tensor => {
    const data = new Int32Array(starts.length * length);
    starts.forEach((start, i) => {
      for (let j = 0; j < length; j++) data[i * length + j] = ids[(start + shift + j) % ids.length]!;
    });
    return fromData(data, [starts.length, length]);
  };
  return { ids: of(0), next: of(1) };
}
