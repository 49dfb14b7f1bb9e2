import { type Tensor, uniform } from "@saccade/tensor";
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

/** Weights and biases from U(−1/√H, 1/√H), PyTorch's default. */
export function makeGateWeights(gates: number, inputs: number, hidden: number, bias: boolean): GateWeights {
  const bound = 1 / Math.sqrt(hidden);
  const make = (...shape: number[]): Parameter => makeParameter(() => uniform(-bound, bound, shape));
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
