import { DTypeError, type Tensor, zeros } from "@saccade/tensor";
import { checkSameBackend, type SequenceOptions } from "@saccade/tensor/backend";
import type { GateWeights } from "@saccade/tensor/definitions";
import * as fused from "@saccade/tensor/fused";
import { uniformParameter } from "../layers/uniform-parameter.ts";
import type { Parameter } from "../parameter.ts";

/** The weights of a cell. */
export interface CellWeights extends GateWeights {
  /** (P, H), which projects the hidden state of an LSTM; or none. */
  readonly hr?: Tensor | null;
}

/** The weights of one direction of one layer, as parameters. */
export interface GateParameters extends CellWeights {
  readonly ih: Parameter;
  readonly hh: Parameter;
  readonly biasIh: Parameter | null;
  readonly biasHh: Parameter | null;
  readonly hr: Parameter | null;
}

/** The states at all steps, (T, B, H), and the parts of the final state, each (B, H). */
export interface SequenceRun {
  readonly states: Tensor;
  readonly last: readonly Tensor[];
}

/** A recurrent cell. The first part of its state is the output. */
export interface Cell {
  /** G: its gates, stacked by rows in the weights. */
  readonly gates: number;
  /** Runs over projected inputs (T, B, G H), from the parts of the initial state, each (B, H). */
  run(
    projected: Tensor,
    state: readonly Tensor[],
    weights: CellWeights,
    options?: SequenceOptions,
  ): SequenceRun;
}

/** Gated recurrent units: each step is `gruStep` of the definitions. */
export const gruCell: Cell = {
  gates: 3,
  run(projected, [h], weights, options) {
    const { states, last } = fused.gruSequence(projected, h!, weights.hh, biasOf(weights), options);
    return { states, last: [last] };
  },
};

/** Long short-term memory: each step is `lstmStep` of the definitions. */
export const lstmCell: Cell = {
  gates: 4,
  run(projected, [h, c], weights, options) {
    const run = fused.lstmSequence(projected, h!, c!, weights.hh, biasOf(weights), options);
    return { states: run.states, last: [run.lastState, run.lastCell] };
  },
};

function biasOf({ hh, biasHh }: GateWeights): Tensor {
  return biasHh ?? zeros([hh.size(0)], { dtype: hh.dtype, backend: hh.backend });
}

/** Weights and biases from U(−1/√H, 1/√H), PyTorch's default. */
export function makeGates(
  layer: string,
  { gates }: Cell,
  {
    inputSize,
    hiddenSize,
    bias,
    projSize = 0,
  }: { inputSize: number; hiddenSize: number; bias: boolean; projSize?: number | undefined },
): GateParameters {
  const make = (...shape: number[]): Parameter => uniformParameter(layer, shape, 1 / Math.sqrt(hiddenSize));
  return {
    ih: make(gates * hiddenSize, inputSize),
    hh: make(gates * hiddenSize, projSize || hiddenSize),
    biasIh: bias ? make(gates * hiddenSize) : null,
    biasHh: bias ? make(gates * hiddenSize) : null,
    hr: projSize > 0 ? make(projSize, hiddenSize) : null,
  };
}

/** (…, inputs) → (…, G H): the part of the gates that does not depend on the state. */
export function projectInput(x: Tensor, { ih, biasIh }: GateWeights): Tensor {
  return fused.linear(x, ih, biasIh);
}

/** @throws DTypeError, BackendError unless tensors have the dtype and backend of a weight. */
export function checkLikeWeight(
  layer: string,
  weight: Tensor,
  given: Readonly<Record<string, Tensor | null | undefined>>,
): void {
  for (const [name, x] of Object.entries(given)) {
    if (!x) continue;
    if (x.dtype !== weight.dtype)
      throw new DTypeError(
        `${layer}: ${name} is ${x.describe()}, expected ${weight.dtype}; write to("${weight.dtype}").`,
      );
    checkSameBackend(layer, [x, weight]);
  }
}
