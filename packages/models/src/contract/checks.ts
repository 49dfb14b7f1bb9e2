// Checks of calls: options that exclude each other, token ids and lengths.

import { checkLengths, type Holder } from "@saccade/attention/model";
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
  const known = `ids are 0 to ${vocabSize - 1} (${name} ${vocabSize})`;
  checkEach(what, ids, [0, vocabSize - 1], (id) => `unknown token id ${id}; ${known}`);
}

/** @throws IndexError for a whole number beyond a range, if the host can read the numbers. */
export function checkEach(
  what: string,
  x: Tensor,
  [min, max]: readonly [number, number],
  problem: (value: number) => string,
): void {
  checkElements(what, x, (values) => {
    const wrong = values.find((value) => value < min || value > max);
    if (wrong !== undefined) throw new IndexError(`${what}: ${problem(wrong)}.`);
  });
}

/** @throws IndexError unless lengths, where there are any, are 0 to `most`. */
export function checkLens(what: string, name: string, lens: Tensor | undefined, most: number): void {
  if (lens !== undefined) checkLengths(what, name, lens, most);
}

/** @throws unless sets of n elements are not empty, and their lengths are 0 to n. */
export function checkSets(what: string, inputs: Tensor, validLens: Tensor | undefined): void {
  if (inputs.size(1) === 0)
    throw new ShapeError(`${what}: inputs ${inputs.describe()} must have at least one element.`);
  checkLens(what, "validLens", validLens, inputs.size(1));
}

/** The argument `state` of a decoder: its tensors, and who makes it. */
/* @__NO_SIDE_EFFECTS__ */
export function stateOf<const A extends string>(
  tensors: A,
  made: string = "decoder.initState(encoded)",
): Holder<A> {
  return { name: "state", must: "a state from initState or forward", fix: `write ${made}`, tensors };
}
