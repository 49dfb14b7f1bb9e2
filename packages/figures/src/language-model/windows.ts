import type { GPT } from "@saccade/models";
import { crossEntropy } from "@saccade/nn";
import { fromData, type Tensor } from "@saccade/tensor";

/** Windows of a text and the tokens after each of theirs: (b, n) each. */
export interface Windows {
  readonly ids: Tensor;
  readonly next: Tensor;
}

/** Windows of a text that begin at `starts`, and the tokens after each of theirs: (starts, length) each. A shorter text is repeated. */
export function windowsAt(ids: Int32Array, starts: readonly number[], length: number): Windows {
  const of = (shift: number): Tensor => {
    const data = new Int32Array(starts.length * length);
    starts.forEach((start, i) => {
      for (let j = 0; j < length; j++) data[i * length + j] = ids[(start + shift + j) % ids.length]!;
    });
    return fromData(data, [starts.length, length]);
  };
  return { ids: of(0), next: of(1) };
}

/** The mean loss of the token after each of some windows. */
export function windowsLoss(gpt: GPT, { ids, next }: Windows): Tensor {
  return crossEntropy(gpt.forward(ids).flatten(0, 1), next.flatten());
}
