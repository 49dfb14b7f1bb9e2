import { type Shape, uniform } from "@saccade/tensor";
import { checkAddressable } from "@saccade/tensor/backend";
import { makeParameter, type Parameter } from "../parameter.ts";

/**
 * A parameter that starts as U(−bound, bound).
 *
 * @throws ShapeError, naming the layer, for more elements than a tensor can have.
 */
export function uniformParameter(layer: string, shape: Shape, bound: number): Parameter {
  checkAddressable(layer, shape);
  return makeParameter(shape, () => uniform(-bound, bound, shape));
}
