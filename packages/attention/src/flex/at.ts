// Elements of captured tensors, in mods.

import { type Backend, BackendError, ShapeError, type Tensor } from "@saccade/tensor";
import { checkTensor } from "@saccade/tensor/backend";
import { argsOf, currentTrace, make, numberKind, type Traced, type TracedOr, TraceError } from "./traced.ts";

/**
 * In a mod: an element of a captured tensor, PyTorch's `bias[h, q, kv]`. Gradients flow to floats.
 *
 * @param tensor floats, int32 or bool, on the backend of the queries
 * @param indices whole numbers, one for each dim. Each must lie inside its dim for all places: `clamp` those that may not.
 * @throws ShapeError for another number of indices; TraceError for indices that are not whole; IndexError for one that may be out of
 * range; BackendError, FreedTensorError.
 * @example
 * const bias = zeros([2, 3, 3]);
 * const learned: ScoreMod = (score, _b, h, q, kv) => score.add(at(bias, h, q, kv));
 * flexAttention(ones([1, 2, 3, 4]), ones([1, 2, 3, 4]), ones([1, 2, 3, 4]), { scoreMod: learned }).output.shape // [1, 2, 3, 4]
 */
export function at(tensor: Tensor, ...indices: readonly TracedOr[]): Traced {
  const trace = currentTrace("at");
  const { what } = trace;
  checkTensor(`${what}: at`, "tensor", tensor);
  tensor.checkLive(`${what}: at`);
  trace.backend ??= tensor.backend;
  checkPlace(what, tensor, trace.backend);
  if (indices.length !== tensor.ndim)
    throw new ShapeError(
      `${what}: at got ${indices.length} indices for ${tensor.describe()}; give one for each of its ${tensor.ndim} dims.`,
    );
  const args = argsOf("at", indices, "number");
  if (numberKind(args) !== "whole")
    throw new TraceError(
      `${what}: at takes whole numbers as indices: places, int32 tensors, and their add, sub, mul, floorDivide, remainder, ` +
        "minimum, maximum, clamp and abs; div, exp and captured floats give others.",
    );
  const kind = tensor.dtype === "bool" ? "bool" : tensor.dtype === "int32" ? "whole" : "number";
  return make("gather", kind, args, tensor);
}

/** @throws BackendError for a captured tensor of another backend. */
export function checkPlace(what: string, tensor: Tensor, backend: Backend): void {
  if (tensor.backend === backend) return;
  throw new BackendError(
    `${what} captures ${tensor.describe()} on the backend ${tensor.backend.name}, and what it meets is on ${backend.name}; ` +
      "move one with to(backend).",
  );
}
