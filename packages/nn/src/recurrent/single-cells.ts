import { ShapeError, type Tensor, zeros } from "@saccade/tensor";
import { formatShape, sameShape } from "@saccade/tensor/backend";
import { checkSizes } from "../layers/check-sizes.ts";
import { Module } from "../module.ts";
import type { Parameter } from "../parameter.ts";
import { type RunCell, runGru, runLstm } from "./cells.ts";
import { type GateWeights, makeGateWeights, projectInput } from "./weights.ts";

export interface CellOptions {
  /** Whether both projections have a learned bias. Default true. */
  readonly bias?: boolean;
}

/** What GRUCell and LSTMCell share. */
abstract class RecurrentCell extends Module {
  readonly inputSize: number;
  readonly hiddenSize: number;
  weight_ih: Parameter;
  weight_hh: Parameter;
  bias_ih: Parameter | null;
  bias_hh: Parameter | null;

  constructor(
    layer: string,
    gates: number,
    inputSize: number,
    hiddenSize: number,
    { bias = true }: CellOptions,
  ) {
    super();
    checkSizes(layer, { inputSize, hiddenSize }, 1);
    this.inputSize = inputSize;
    this.hiddenSize = hiddenSize;
    const weights = makeGateWeights(gates, inputSize, hiddenSize, bias);
    this.weight_ih = weights.weightIh;
    this.weight_hh = weights.weightHh;
    this.bias_ih = weights.biasIh;
    this.bias_hh = weights.biasHh;
  }

  protected step(
    run: RunCell,
    x: Tensor,
    states: Readonly<Record<string, Tensor | undefined>>,
  ): readonly Tensor[] {
    const layer = this.constructor.name;
    if ((x.ndim !== 1 && x.ndim !== 2) || x.size(-1) !== this.inputSize) {
      throw new ShapeError(
        `${layer}: input ${formatShape(x.shape)}, expected (batch, ${this.inputSize}) or (${this.inputSize}) (inputSize).`,
      );
    }
    const shape = [...x.shape.slice(0, -1), this.hiddenSize];
    const state = Object.entries(states).map(([name, part]) => {
      if (part === undefined) return zeros(shape, { dtype: x.dtype, backend: x.backend });
      if (sameShape(part.shape, shape)) return part;
      throw new ShapeError(
        `${layer}: ${name} is ${formatShape(part.shape)}, expected ${formatShape(shape)}.`,
      );
    });
    const weights: GateWeights = {
      weightIh: this.weight_ih,
      weightHh: this.weight_hh,
      biasIh: this.bias_ih,
      biasHh: this.bias_hh,
    };
    // A sequence of one step.
    const single = x.ndim === 1;
    const projected = projectInput(x, weights).reshape([1, single ? 1 : x.size(0), weights.weightHh.size(0)]);
    const { last } = run(projected, single ? state.map((part) => part.unsqueeze(0)) : state, weights);
    return single ? last.map((part) => part.squeeze(0)) : last;
  }

  protected override describeOptions(): string {
    return `${this.inputSize}, ${this.hiddenSize}${this.bias_ih === null ? ", bias=false" : ""}`;
  }
}

/** One step of a {@link GRU}: x (B, inputSize), h (B, H) → (B, H); the batch dim may be absent. */
export class GRUCell extends RecurrentCell {
  constructor(inputSize: number, hiddenSize: number, options: CellOptions = {}) {
    super("GRUCell", 3, inputSize, hiddenSize, options);
  }

  override forward(x: Tensor, h?: Tensor | null): Tensor {
    return this.step(runGru, x, { h: h ?? undefined })[0]!;
  }
}

/** The state of an {@link LSTMCell}, both (B, H). */
export interface LSTMCellState {
  readonly h: Tensor;
  readonly c: Tensor;
}

/** One step of an {@link LSTM}: x (B, inputSize) and a state to the next state; the batch dim may be absent. */
export class LSTMCell extends RecurrentCell {
  constructor(inputSize: number, hiddenSize: number, options: CellOptions = {}) {
    super("LSTMCell", 4, inputSize, hiddenSize, options);
  }

  override forward(x: Tensor, state?: LSTMCellState | null): LSTMCellState {
    const [h, c] = this.step(runLstm, x, { h: state?.h, c: state?.c });
    return { h: h!, c: c! };
  }
}
