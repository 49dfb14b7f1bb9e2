// Recurrent cells, and stacks of layers that run them over time.
import { cat, DTypeError, stack, type Tensor, where, zeros } from "@saccade/tensor";
import { checkSameBackend, type SequenceOptions } from "@saccade/tensor/backend";
import { type GateWeights, lstmGates } from "@saccade/tensor/definitions";
import * as fused from "@saccade/tensor/fused";
import { rnnGate } from "../definitions/rnn-step.ts";
import { dropped } from "../layers/dropout.ts";
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

// Cells made of plain ops, a step after the other: those without a fused kernel.

/** The next parts of the state, each (B, …), from W x + b (B, G H). */
type Step = (x: Tensor, state: readonly Tensor[], weights: CellWeights) => readonly Tensor[];

/* @__NO_SIDE_EFFECTS__ */
function composedCell(gates: number, step: Step): Cell {
  return {
    gates,
    run(projected, initial, weights, { reverse = false, lengths = null } = {}): SequenceRun {
      const xs = projected.unbind(0); // (B, G H) each
      const outputs = xs.map((): Tensor | null => null);
      let state = initial;
      for (let i = 0; i < xs.length; i++) {
        const t = reverse ? xs.length - 1 - i : i;
        // The sequences that have this step, (B, 1). The others keep their state and output zeros.
        const active = lengths?.gt(t).unsqueeze(1);
        const next = step(xs[t]!, state, weights);
        outputs[t] = active ? where(active, next[0]!, 0) : next[0]!;
        const before = state;
        state = active ? next.map((part, k) => where(active, part, before[k]!)) : next;
      }
      return { states: stack(outputs as Tensor[]), last: state };
    },
  };
}

const plain = (f: (sum: Tensor) => Tensor): Cell =>
  composedCell(1, (x, [h], { hh, biasHh }) => [rnnGate(x, fused.linear(h!, hh, biasHh), f)]);

/** Plain recurrent networks: each step is `rnnStep` of the definitions. */
export const rnnCells: Readonly<Record<"tanh" | "relu", Cell>> = {
  tanh: /* @__PURE__ */ plain((sum) => sum.tanh()),
  relu: /* @__PURE__ */ plain((sum) => sum.relu()),
};

/** Long short-term memory whose hidden state is projected to fewer features (Sak, Senior & Beaufays 2014). */
export const projectedLstmCell: Cell = /* @__PURE__ */ composedCell(4, (x, [h, c], { hh, biasHh, hr }) => {
  const next = lstmGates(x.add(fused.linear(h!, hh, biasHh)), c!);
  return [fused.linear(next.h, hr!), next.c];
});

/** How a stack of recurrent layers runs. */
export interface ScanPlan {
  readonly cell: Cell;
  /** 1, or 2 for a bidirectional network. */
  readonly directions: 1 | 2;
  /** The time dim of x (T, B, I) or (B, T, I). */
  readonly timeDim: 0 | 1;
  /** The dropout probability between layers; 0 unless training. */
  readonly dropout: number;
  /** (B) int32; null when all sequences are T long. */
  readonly lengths: Tensor | null;
}

/** The outputs at all steps, and the final state of each layer and direction. */
export interface ScanResult {
  /** (T, B, D H) or (B, T, D H) */
  readonly output: Tensor;
  /** For each layer and direction, the parts of the final state, each (B, H). */
  readonly finals: readonly (readonly Tensor[])[];
}

/** Runs stacked layers. `weights` and `initial` have one entry for each layer and direction, layer first. */
export function scanLayers(
  { cell, directions, timeDim, dropout, lengths }: ScanPlan,
  x: Tensor,
  weights: readonly GateParameters[],
  initial: readonly (readonly Tensor[])[],
): ScanResult {
  const timeFirst = (y: Tensor): Tensor => (timeDim === 0 ? y : y.transpose(0, 1));
  const finals: (readonly Tensor[])[] = [];
  let input = x;
  for (let layer = 0; layer < weights.length; layer += directions) {
    if (layer > 0 && dropout > 0) input = dropped(input, dropout, true);
    const outputs: Tensor[] = [];
    for (let k = layer; k < layer + directions; k++) {
      const projected = timeFirst(projectInput(input, weights[k]!)); // all steps in one product
      const { states, last } = cell.run(projected, initial[k]!, weights[k]!, { reverse: k > layer, lengths });
      outputs.push(timeFirst(states));
      finals.push(last);
    }
    input = outputs.length === 1 ? outputs[0]! : cat(outputs, -1);
  }
  return { output: input, finals };
}
