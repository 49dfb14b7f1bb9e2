import { checkFloats, checkLengths, checkPlace } from "@saccade/attention/model";
import { type ArgumentError, ShapeError, Tensor } from "@saccade/tensor";
import { badArgument, formatShape } from "@saccade/tensor/backend";
import { checkTokens } from "../tokens/check-tokens.ts";
import type { DecoderState, Encoded } from "./interfaces.ts";

/**
 * Checks what a decoder of `numLayers` layers of `hiddenSize` units starts from.
 *
 * @throws ShapeError if the encoder and the decoder differ in layers or widths, or lengths do not match the sentences.
 */
export function checkEncoded(
  name: string,
  encoded: Encoded,
  encValidLens: Tensor | undefined,
  numLayers: number,
  hiddenSize: number,
): Encoded {
  const { output, state }: { output?: unknown; state?: unknown } = Object(encoded);
  checkFloats(name, "the encoder's output", output);
  checkFloats(name, "the encoder's state", state);
  if (state.ndim !== 3 || state.size(0) !== numLayers || state.size(2) !== hiddenSize) {
    throw new ShapeError(
      `${name}: the encoder's state ${formatShape(state.shape)} must be (${numLayers}, b, ${hiddenSize}): ` +
        "as many layers and hidden units as the decoder.",
    );
  }
  if (output.ndim !== 3 || output.size(1) !== state.size(1) || output.size(2) !== hiddenSize) {
    throw new ShapeError(
      `${name}: the encoder's output ${formatShape(output.shape)} must be (steps, b, h) = (steps, ${state.size(1)}, ${hiddenSize}).`,
    );
  }
  checkPlace(name, "the encoder's state", state, output.backend);
  if (encValidLens !== undefined) checkSourceLens(name, "encValidLens", encValidLens, output, 0);
  return { output, state };
}

/**
 * @param steps the dim of x that counts positions; the other one of its first two is the batch
 * @throws ShapeError, DTypeError, IndexError, BackendError unless they are the lengths of x's sentences, (b) int32.
 */
export function checkSourceLens(
  name: string,
  argument: string,
  lens: unknown,
  x: Tensor,
  steps: 0 | 1,
): void {
  checkLengths(name, argument, lens, x.size(steps));
  checkPlace(name, argument, lens, x.backend);
  const b = x.size(1 - steps);
  if (lens.ndim === 1 && lens.size(0) === b) return;
  throw new ShapeError(
    `${name}: ${argument} ${formatShape(lens.shape)} must be (b) = [${b}], a length for each sentence.`,
  );
}

/** @throws ShapeError or ArgumentError unless the token ids have steps, and are as many sentences as the state has. */
export function checkDecoding(name: string, x: Tensor, state: DecoderState): void {
  checkTokens(name, x);
  checkState(name, state);
  if (x.size(1) === 0) throw new ShapeError(`${name}: token ids ${x.describe()} have no steps.`);
  if (x.size(0) !== state.encOutputs.size(0)) {
    throw new ShapeError(
      `${name}: token ids ${x.describe()} and a state of ${state.encOutputs.size(0)} sentences must have one batch size.`,
    );
  }
}

function checkState(name: string, state: DecoderState): void {
  const { encOutputs, projectedKeys, hidden }: { readonly [Name in keyof DecoderState]?: unknown } =
    Object(state);
  if ([encOutputs, projectedKeys, hidden].every((x) => x instanceof Tensor)) return;
  throw otherState(name, state);
}

/** The error for a state that `initState` and `forward` of the decoder did not return. */
export function otherState(name: string, state: unknown): ArgumentError {
  const rule = "what initState or forward gave";
  return badArgument(name, "state", rule, state, "write decoder.initState(encoded)");
}
