import { IndexError, ShapeError, type Tensor } from "@saccade/tensor";
import { checkElements } from "@saccade/tensor/backend";
import { checkTokens } from "./check-tokens.ts";

/** @throws unless x is token ids (b, steps), int32, with steps, all of them below vocabSize (a name in the message). */
export function checkIds(
  what: string,
  x: unknown,
  vocabSize: number,
  name: string = "vocabSize",
): asserts x is Tensor {
  checkTokens(what, x);
  if (x.size(1) === 0)
    throw new ShapeError(`${what}: token ids ${x.describe()} have no steps; give at least one token.`);
  checkElements(what, x, (ids) => {
    for (const id of ids) {
      if (id >= 0 && id < vocabSize) continue;
      throw new IndexError(
        `${what}: unknown token id ${id}; ids are 0 to ${vocabSize - 1} (${name} ${vocabSize}).`,
      );
    }
  });
}
