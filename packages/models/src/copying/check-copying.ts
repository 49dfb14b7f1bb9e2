import { checkPlace } from "@saccade/attention/model";
import { ArgumentError, DTypeError, ShapeError, Tensor } from "@saccade/tensor";
import { badArgument, checkTensor, formatShape, sameShape } from "@saccade/tensor/backend";
import { checkTokens } from "../tokens/check-tokens.ts";
import type { CopyState } from "./interfaces.ts";

/** @throws ArgumentError if they are missing, ShapeError unless they are (b, n) as the source, DTypeError unless int32. */
export function checkCopyIds(what: string, copyIds: unknown, source: Tensor, copies: boolean): void {
  if (copyIds === undefined) {
    if (!copies) return;
    throw new ArgumentError(`${what}: copyIds are missing; make them with copyIds(words, targetVocab).`);
  }
  if (!copies) {
    throw new ArgumentError(`${what}: copyIds have no use, as the network was made with { copy: false }.`);
  }
  checkTensor(what, "copyIds", copyIds);
  checkPlace(what, "copyIds", copyIds, source.backend);
  if (!sameShape(copyIds.shape, source.shape)) {
    throw new ShapeError(
      `${what}: copyIds ${formatShape(copyIds.shape)} must have the source's shape ${formatShape(source.shape)}.`,
    );
  }
  if (copyIds.dtype === "int32") return;
  throw new DTypeError(`${what}: copyIds are ${copyIds.describe()}; ids are int32: write to("int32").`);
}

/** @throws ArgumentError for another state; ShapeError, DTypeError unless x are ids for the state's sentences. */
export function checkCopyState(what: string, x: unknown, state: unknown): asserts state is CopyState {
  checkTokens(what, x);
  const { encOutputs, projectedKeys, hidden }: { readonly [Name in keyof CopyState]?: unknown } =
    Object(state);
  if (![encOutputs, projectedKeys, hidden].every((part) => part instanceof Tensor)) {
    throw badArgument(what, "state", "what initState or forward gave", state, "write net.initState(source)");
  }
  if (x.size(1) === 0) throw new ShapeError(`${what}: token ids ${x.describe()} have no steps.`);
  const sentences = encOutputs instanceof Tensor ? encOutputs.size(0) : 0;
  if (x.size(0) === sentences) return;
  throw new ShapeError(
    `${what}: token ids ${x.describe()} and a state of ${sentences} sentences must have one batch size.`,
  );
}

/** @throws ShapeError unless targets have the shape of x, DTypeError unless they are int32. */
export function checkTargets(what: string, targets: unknown, x: Tensor): void {
  checkTensor(what, "targets", targets);
  if (!sameShape(targets.shape, x.shape)) {
    throw new ShapeError(
      `${what}: targets ${formatShape(targets.shape)} must have the shape of the words read, ${formatShape(x.shape)}.`,
    );
  }
  if (targets.dtype === "int32") return;
  throw new DTypeError(`${what}: targets are ${targets.describe()}; ids are int32: write to("int32").`);
}
