// One step of recurrent layers.
import { type Tensor, zeros } from "@saccade/tensor";
import {
  flag,
  type Given,
  options,
  type Settings,
  type Tensors,
  tensorRule,
  tensors,
} from "@saccade/tensor/contract";
import { declare } from "../declare.ts";
import { Module } from "../module.ts";
import type { Parameter } from "../parameter.ts";
import { type Cell, checkLikeWeight, gruCell, lstmCell, makeGates, projectInput, rnnCells } from "./cells.ts";
import { activationRule, recurrentSizes } from "./recurrent.ts";

const biasRule = () => ({
  /** Whether both projections have a learned bias. Default true. */
  bias: flag(true),
});
const cellCall = (layer: string) =>
  declare(`new ${layer}(4, 5, { bias: false })`, () => ({
    positional: recurrentSizes(),
    options: biasRule(),
  }));
const makeGru = /* @__PURE__ */ cellCall("GRUCell");
const makeLstm = /* @__PURE__ */ cellCall("LSTMCell");
const makeRnn = /* @__PURE__ */ declare('new RNNCell(4, 5, { nonlinearity: "relu" })', () => ({
  positional: recurrentSizes(),
  options: { ...biasRule(), ...activationRule() },
}));
const stateCall = /* @__PURE__ */ options(
  "LSTMCell state",
  { h: /* @__PURE__ */ tensorRule("float"), c: /* @__PURE__ */ tensorRule("float") },
  { example: "cell.forward(x, { h, c })" },
);
/** The tensors of `forward`, for one sample and for a batch. */
const inputsOf = (layer: string, states: readonly string[]): readonly Tensors<string>[] =>
  ["", "batch, "].map((batch) => {
    const parts = states.map((name) => `${name}? float (${batch}hiddenSize)`);
    return tensors<string>(`${layer}.forward`, [`x float (${batch}inputSize)`, ...parts].join("  "));
  });
const gruInputs = /* @__PURE__ */ inputsOf("GRUCell", ["h"]);
const rnnInputs = /* @__PURE__ */ inputsOf("RNNCell", ["h"]);
const lstmInputs = /* @__PURE__ */ inputsOf("LSTMCell", ["h", "c"]);

/** Options of GRUCell and LSTMCell. */
export interface CellOptions extends Given<ReturnType<typeof biasRule>> {}

/** Options of {@link RNNCell}. */
export interface RNNCellOptions extends CellOptions, Given<ReturnType<typeof activationRule>> {}

interface CellSettings extends Settings<ReturnType<typeof recurrentSizes>> {
  readonly bias: boolean;
}

/** The common base of RNNCell, GRUCell and LSTMCell. */
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

  constructor(layer: string, cell: Cell, settings: CellSettings) {
    super();
    this.inputSize = settings.inputSize;
    this.hiddenSize = settings.hiddenSize;
    const weights = makeGates(layer, cell, settings);
    this.weight_ih = weights.ih;
    this.weight_hh = weights.hh;
    this.bias_ih = weights.biasIh;
    this.bias_hh = weights.biasHh;
  }

  /** Computes the next state from a state, each part (B, H) or (H). */
  protected step(
    cell: Cell,
    inputs: readonly Tensors<string>[],
    x: Tensor,
    states: Readonly<Record<string, Tensor | null | undefined>>,
  ): readonly Tensor[] {
    const { inputSize, hiddenSize } = this;
    const parts = Object.values(states);
    const single = x?.ndim === 1;
    inputs[single ? 0 : 1]!.check([x, ...parts], { inputSize, hiddenSize });
    checkLikeWeight(this.constructor.name, this.weight_ih, { input: x, ...states });
    const weights = { ih: this.weight_ih, hh: this.weight_hh, biasIh: this.bias_ih, biasHh: this.bias_hh };
    // A sequence of one step.
    const batch = single ? 1 : x.size(0);
    const projected = projectInput(x, weights).reshape([1, batch, weights.hh.size(0)]);
    const { dtype, backend } = x;
    const initial = parts.map((part) =>
      part ? part.reshape([batch, hiddenSize]) : zeros([batch, hiddenSize], { dtype, backend }),
    );
    const { last } = cell.run(projected, initial, weights);
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
  constructor(inputSize: number, hiddenSize: number, options?: CellOptions) {
    super("GRUCell", gruCell, makeGru([inputSize, hiddenSize, options]));
  }

  /** Computes the next state from `h`, or from zeros. @throws ShapeError for an input or a state of the wrong size. */
  override forward(x: Tensor, h?: Tensor | null): Tensor {
    return this.step(gruCell, gruInputs, x, { h })[0]!;
  }
}

/**
 * One step of an {@link RNN}: x (B, inputSize), h (B, H) → (B, H); the batch dim may be absent. Parameters as in GRUCell,
 * with H rows.
 *
 * @example new RNNCell(4, 5).forward(randn([2, 4]), zeros([2, 5])).shape // [2, 5]
 */
export class RNNCell extends RecurrentCell {
  /** The activation after the sum. */
  readonly nonlinearity: "tanh" | "relu";

  constructor(inputSize: number, hiddenSize: number, options?: RNNCellOptions) {
    const given = makeRnn([inputSize, hiddenSize, options]);
    super("RNNCell", rnnCells[given.nonlinearity], given);
    this.nonlinearity = given.nonlinearity;
  }

  /** Computes the next state from `h`, or from zeros. @throws ShapeError for an input or a state of the wrong size. */
  override forward(x: Tensor, h?: Tensor | null): Tensor {
    return this.step(rnnCells[this.nonlinearity], rnnInputs, x, { h })[0]!;
  }

  protected override describeOptions(): string {
    return `${super.describeOptions()}${this.nonlinearity === "relu" ? ", nonlinearity=relu" : ""}`;
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
  constructor(inputSize: number, hiddenSize: number, options?: CellOptions) {
    super("LSTMCell", lstmCell, makeLstm([inputSize, hiddenSize, options]));
  }

  /**
   * Computes the next state from `state`, or from zeros.
   *
   * @throws ShapeError for an input or a state of the wrong size.
   */
  override forward(x: Tensor, state?: LSTMCellState | null): LSTMCellState {
    const { h, c } = stateCall(state ?? undefined);
    const [nextH, nextC] = this.step(lstmCell, lstmInputs, x, { h, c });
    return { h: nextH!, c: nextC! };
  }
}
