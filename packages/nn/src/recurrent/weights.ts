import { DTypeError, type Tensor, uniform } from "@saccade/tensor";
import { checkAddressable, checkSameBackend } from "@saccade/tensor/backend";
import { linear } from "../layers/linear.ts";
import { makeParameter, type Parameter } from "../parameter.ts";

/** The weights of one direction of one layer; G gates of H hidden units, stacked by rows. */
export interface GateWeights {
  /** (G H, inputs) */
  readonly weightIh: Parameter;
  /** (G H, H) */
  readonly weightHh: Parameter;
  /** (G H) each, or absent. */
  readonly biasIh: Parameter | null;
  readonly biasHh: Parameter | null;
}

/** @throws ShapeError for weights with more elements than a tensor can have. */
export function checkGateSizes(layer: string, gates: number, inputs: number, hidden: number): void {
  checkAddressable(layer, [gates * hidden, inputs]);
  checkAddressable(layer, [gates * hidden, hidden]);
}

/** @throws DTypeError, BackendError unless `x` has the dtype and backend of a weight, or of the input. */
export function checkLikeWeight(layer: string, name: string, x: Tensor, weight: Tensor): void {
  if (x.dtype !== weight.dtype)
    throw new DTypeError(
      `${layer}: ${name} is ${x.describe()}, expected ${weight.dtype}; write to("${weight.dtype}").`,
    );
  checkSameBackend(layer, [x, weight]);
}

/** Weights and biases from U(−1/√H, 1/√H), PyTorch's default. */
export function makeGateWeights(gates: number, inputs: number, hidden: number, bias: boolean): GateWeights {
  const bound = 1 / Math.sqrt(hidden);
  const make = (...shape: number[]): Parameter => makeParameter(shape, () => uniform(-bound, bound, shape));
  return {
    weightIh: make(gates * hidden, inputs),
    weightHh: make(gates * hidden, hidden),
    biasIh: bias ? make(gates * hidden) : null,
    biasHh: bias ? make(gates * hidden) : null,
  };
}

/** (…, inputs) → (…, G H): the part of the gates that does not depend on the state. */
export function projectInput(x: Tensor, { weightIh, biasIh }: GateWeights): Tensor {
  return linear(x, weightIh, biasIh);
}
