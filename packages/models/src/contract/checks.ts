// Checks of calls: options that exclude each other, token ids and lengths.

import { checkLengths } from "@saccade/attention/model";
import { ArgumentError, IndexError, ShapeError, type Tensor } from "@saccade/tensor";
import { checkElements } from "@saccade/tensor/backend";

/**
 * Options that exclude each other, as a table: messages, and whether each applies.
 *
 * @throws ArgumentError with the first message that applies.
 * @example forbid("generate", { "beamSize searches, and temperature samples; give one": false }) // undefined
 */
export function forbid(what: string, rules: Readonly<Record<string, boolean>>): void {
  for (const [message, applies] of Object.entries(rules))
    if (applies) throw new ArgumentError(`${what}: ${message}.`);
}

/** @throws ShapeError unless token ids (b, steps) have steps. */
export function checkSteps(what: string, ids: Tensor): void {
  if (ids.size(1) > 0) return;
  throw new ShapeError(`${what}: token ids ${ids.describe()} have no steps; give at least one token.`);
}

/** @throws unless token ids (b, steps) int32 have steps, all of them below vocabSize, a size of this name. */
export function checkIds(what: string, ids: Tensor, vocabSize: number, name: string = "vocabSize"): void {
  checkSteps(what, ids);
  checkElements(what, ids, (values) => {
    for (const id of values) {
      if (id >= 0 && id < vocabSize) continue;
      throw new IndexError(
        `${what}: unknown token id ${id}; ids are 0 to ${vocabSize - 1} (${name} ${vocabSize}).`,
      );
    }
  });
}

/** @throws IndexError unless lengths, where there are any, are 0 to `most`. */
export function checkLens(what: string, name: string, lens: Tensor | undefined, most: number): void {
  if (lens !== undefined) checkLengths(what, name, lens, most);
}
