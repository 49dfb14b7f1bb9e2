import { ShapeError, Tensor, zeros } from "@saccade/tensor";
import {
  badArgument,
  checkBoolean,
  checkOptions,
  checkTensor,
  formatShape,
  optionNames,
  refuseExtra,
  sameShape,
} from "@saccade/tensor/backend";
import { checkSizes } from "../checks.ts";
import { Module } from "../module.ts";
import type { Parameter } from "../parameter.ts";
import { type RunCell, runGru, runLstm } from "./cells.ts";
import {
  checkGateSizes,
  checkLikeWeight,
  type GateWeights,
  makeGateWeights,
  projectInput,
} from "./weights.ts";

/** Options of GRUCell and LSTMCell. */
export interface CellOptions {
  /** Whether both projections have a learned bias. Default true. */
  readonly bias?: boolean;
}

const gruCellOptions = optionNames<CellOptions>(
  "GRUCell",
  { bias: true },
  "new GRUCell(4, 5, { bias: false })",
);
const lstmCellOptions = optionNames<CellOptions>(
  "LSTMCell",
  { bias: true },
  "new LSTMCell(4, 5, { bias: false })",
);
const stateNames = optionNames<LSTMCellState>("LSTMCell", { h: true, c: true }, "cell.forward(x, { h, c })");

/** The common base of GRUCell and LSTMCell. */
abstract class RecurrentCell extends Module {
  /** Features of the input. */
  readonly inputSize: number;
  /** Features of the state, H. */
  readonly hiddenSize: number;
  /** (G H, inputSize), G gates. */
  weight_ih: Parameter;
  /** (G H, H). */
  weight_hh: Parameter;
  /** (G H), or null. */
  bias_ih: Parameter | null;
  /** (G H), or null. */
  bias_hh: Parameter | null;

  constructor(
    layer: string,
    gates: number,
    inputSize: number,
    hiddenSize: number,
    { bias = true }: CellOptions,
  ) {
    checkSizes(layer, { inputSize, hiddenSize }, 1);
    checkBoolean(layer, "bias", bias);
    checkGateSizes(layer, gates, inputSize, hiddenSize);
    super();
    this.inputSize = inputSize;
    this.hiddenSize = hiddenSize;
    const weights = makeGateWeights(gates, inputSize, hiddenSize, bias);
    this.weight_ih = weights.weightIh;
    this.weight_hh = weights.weightHh;
    this.bias_ih = weights.biasIh;
    this.bias_hh = weights.biasHh;
  }

  /** Computes the next state from a state, each part (B, H) or (H). */
  protected step(
    run: RunCell,
    x: Tensor,
    states: Readonly<Record<string, Tensor | undefined>>,
  ): readonly Tensor[] {
    const layer = this.constructor.name;
    checkTensor(layer, "x", x);
    if ((x.ndim !== 1 && x.ndim !== 2) || x.size(-1) !== this.inputSize) {
      throw new ShapeError(
        `${layer}: input ${formatShape(x.shape)}, expected (batch, ${this.inputSize}) or (${this.inputSize}) (inputSize).`,
      );
    }
    checkLikeWeight(layer, "input", x, this.weight_ih);
    const shape = [...x.shape.slice(0, -1), this.hiddenSize];
    const state = Object.entries(states).map(([name, part]) => {
      if (part === undefined) return zeros(shape, { dtype: x.dtype, backend: x.backend });
      checkTensor(layer, name, part);
      checkLikeWeight(layer, name, part, x);
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

/**
 * One step of a {@link GRU}: x (B, inputSize), h (B, H) → (B, H); the batch dim may be absent. Parameters, as in PyTorch:
 * `weight_ih` (3H, inputSize), `weight_hh` (3H, H), `bias_ih` and `bias_hh` (3H).
 *
 * @example new GRUCell(4, 5).forward(randn([2, 4]), zeros([2, 5])).shape // [2, 5]
 */
export class GRUCell extends RecurrentCell {
  /** @throws ArgumentError for sizes that are not whole numbers ≥ 1, or an unknown option. */
  constructor(inputSize: number, hiddenSize: number, options: CellOptions = {}) {
    refuseExtra(gruCellOptions, arguments, 3);
    checkOptions(gruCellOptions, options);
    super("GRUCell", 3, inputSize, hiddenSize, options);
  }

  /** Computes the next state from `h`, or from zeros. @throws ShapeError for an input or a state of the wrong size. */
  override forward(x: Tensor, h?: Tensor | null): Tensor {
    refuseExtra("GRUCell.forward", arguments, 2);
    return this.step(runGru, x, { h: h ?? undefined })[0]!;
  }
}

/** The state of an {@link LSTMCell}, both (B, H). */
export interface LSTMCellState {
  /** The hidden state. */
  readonly h: Tensor;
  /** The cell state. */
  readonly c: Tensor;
}

/**
 * One step of an {@link LSTM}: x (B, inputSize) and a state to the next state; the batch dim may be absent. Parameters
 * as in GRUCell, with 4H rows.
 *
 * @example new LSTMCell(4, 5).forward(randn([2, 4])).h.shape // [2, 5]
 */
export class LSTMCell extends RecurrentCell {
  /** @throws ArgumentError for sizes that are not whole numbers ≥ 1, or an unknown option. */
  constructor(inputSize: number, hiddenSize: number, options: CellOptions = {}) {
    refuseExtra(lstmCellOptions, arguments, 3);
    checkOptions(lstmCellOptions, options);
    super("LSTMCell", 4, inputSize, hiddenSize, options);
  }

  /**
   * Computes the next state from `state`, or from zeros.
   *
   * @throws ShapeError for an input or a state of the wrong size.
   */
  override forward(x: Tensor, state?: LSTMCellState | null): LSTMCellState {
    refuseExtra("LSTMCell.forward", arguments, 2);
    if (state instanceof Tensor || Array.isArray(state))
      throw badArgument("LSTMCell", "state", "an object", state, "write cell.forward(x, { h, c })");
    checkOptions(stateNames, state ?? undefined);
    const [h, c] = this.step(runLstm, x, { h: state?.h, c: state?.c });
    return { h: h!, c: c! };
  }
}
