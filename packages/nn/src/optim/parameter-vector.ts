import { cat, ShapeError, scope, type Tensor, zeros } from "@saccade/tensor";
import { checkSameBackend, checkTensor, checkTensors, withoutTapes } from "@saccade/tensor/backend";
import { assignAll } from "../parameter.ts";

/**
 * Concatenates all parameters into one vector. Differentiable.
 *
 * @throws ArgumentError unless `parameters` is a list of tensors.
 * @example parametersToVector([tensor([[1, 2], [3, 4]]), tensor(5)]) // tensor([1, 2, 3, 4, 5])
 */
export function parametersToVector(parameters: readonly Tensor[]): Tensor {
  checkTensors("parametersToVector", "parameters", parameters);
  if (parameters.length === 0) return zeros([0]);
  checkSameBackend("parametersToVector", parameters);
  return scope(() => cat(parameters.map((x) => x.reshape([-1]))));
}

/**
 * Writes a vector, as {@link parametersToVector} gives it, into parameters: the parameters are changed.
 *
 * @throws ArgumentError unless `vector` is a tensor and `parameters` a list of tensors, ShapeError unless the vector has as
 * many elements as they have. Nothing is written then.
 * @example
 * const w = new Parameter(tensor([0, 0]));
 * vectorToParameters(tensor([1, 2]), [w]);
 * w // tensor([1, 2])
 */
export function vectorToParameters(vector: Tensor, parameters: readonly Tensor[]): void {
  checkTensor("vectorToParameters", "vector", vector);
  checkTensors("vectorToParameters", "parameters", parameters);
  checkSameBackend("vectorToParameters", [vector, ...parameters]);
  const count = parameters.reduce((sum, { numel }) => sum + numel, 0);
  if (vector.ndim !== 1 || vector.numel !== count)
    throw new ShapeError(
      `vectorToParameters: the vector is ${vector.describe()}, and the parameters have ${count} elements.`,
    );
  scope(() => writeVector(vector, parameters));
}

/** Writes without checks, all or nothing. */
export function writeVector(vector: Tensor, parameters: readonly Tensor[]): void {
  let start = 0;
  const parts = withoutTapes(() =>
    parameters.map((x) => {
      start += x.numel;
      return vector.slice(0, { start: start - x.numel, stop: start }).reshape(x.shape);
    }),
  );
  assignAll("vectorToParameters", parameters, parts);
}
