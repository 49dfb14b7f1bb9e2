import { DTypeError, ShapeError, stack, type Tensor, unbind } from "@saccade/tensor";
import {
  checkBoolean,
  checkRange,
  checkTensor,
  formatShape,
  isFloat,
  type OptionNames,
  optionNames,
  refuseExtra,
  sameShape,
} from "@saccade/tensor/backend";
import { checkSizes } from "../checks.ts";
import { Module } from "../module.ts";
import type { Parameter } from "../parameter.ts";
import type { RunCell } from "./cells.ts";
import { checkLengths, type Lengths } from "./lengths.ts";
import { scanLayers, zeroStates } from "./scan.ts";
import { checkGateSizes, checkLikeWeight, type GateWeights, makeGateWeights } from "./weights.ts";

/** Options of GRU and LSTM. */
export interface RecurrentOptions {
  /** The number of stacked layers. Default 1. */
  readonly numLayers?: number;
  /** Whether both projections have a learned bias. Default true. */
  readonly bias?: boolean;
  /** Whether inputs and outputs are (B, T, …) instead of (T, B, …). States are always (layers, B, H). Default false. */
  readonly batchFirst?: boolean;
  /** The dropout probability between layers during training. Default 0. */
  readonly dropout?: number;
  /** Whether a second network runs over the sequence in reverse. Default false. */
  readonly bidirectional?: boolean;
}

/** Options of one forward pass of GRU and LSTM. */
export interface RecurrentForwardOptions {
  /**
   * The length of each sequence. The result is as with PyTorch's packed sequences: outputs beyond the length are zeros,
   * final states are taken at the length, and the reverse direction starts there.
   */
  readonly lengths?: Lengths;
}

/** The options of a layer's constructor, for {@link checkOptions}. */
export function recurrentOptions(layer: "GRU" | "LSTM"): OptionNames {
  return optionNames<RecurrentOptions>(
    layer,
    { numLayers: true, bias: true, batchFirst: true, dropout: true, bidirectional: true },
    `new ${layer}(4, 5, { numLayers: 2 })`,
    { projSize: "projections are not supported; put a Linear behind the layer" },
  );
}

/** The options of a layer's forward pass, for {@link checkOptions}. */
export function forwardOptions(layer: "GRU" | "LSTM", state: string): OptionNames {
  return optionNames<RecurrentForwardOptions>(
    `${layer}.forward`,
    { lengths: true },
    `forward(x, ${state}, { lengths: [3, 2] })`,
  );
}

type Suffix = `l${number}` | `l${number}_reverse`;

/** The common base of GRU and LSTM: named weights, checks, layouts, and the loop over time. */
export abstract class RecurrentModule extends Module {
  /** Features of each step of the input. */
  readonly inputSize: number;
  /** Features of the state, H. */
  readonly hiddenSize: number;
  /** The number of stacked layers. */
  readonly numLayers: number;
  /** Whether inputs and outputs are (B, T, …). */
  readonly batchFirst: boolean;
  /** The dropout probability between layers during training. */
  readonly dropout: number;
  /** Whether a second network runs over the sequence in reverse. */
  readonly bidirectional: boolean;
  [weight: `weight_${"ih" | "hh"}_${Suffix}`]: Parameter;
  [bias: `bias_${"ih" | "hh"}_${Suffix}`]: Parameter;

  constructor(
    layer: string,
    gates: number,
    inputSize: number,
    hiddenSize: number,
    options: RecurrentOptions,
  ) {
    refuseExtra("RecurrentModule", arguments, 5);
    const { numLayers = 1, bias = true, batchFirst = false, dropout = 0, bidirectional = false } = options;
    checkSizes(layer, { inputSize, hiddenSize, numLayers }, 1);
    checkBoolean(layer, "bias", bias);
    checkBoolean(layer, "batchFirst", batchFirst);
    checkBoolean(layer, "bidirectional", bidirectional);
    checkRange(layer, "dropout", dropout, 0, 1);
    if (dropout > 0 && numLayers === 1)
      console.warn(`saccade: ${layer}: dropout acts between layers, so it does nothing with numLayers: 1.`);
    checkGateSizes(layer, gates, inputSize, hiddenSize);
    super();
    this.inputSize = inputSize;
    this.hiddenSize = hiddenSize;
    this.numLayers = numLayers;
    this.batchFirst = batchFirst;
    this.dropout = dropout;
    this.bidirectional = bidirectional;
    for (const [k, suffix] of this.#suffixes().entries()) {
      const inputs = k < this.#directions ? inputSize : hiddenSize * this.#directions;
      const weights = makeGateWeights(gates, inputs, hiddenSize, bias);
      this[`weight_ih_${suffix}`] = weights.weightIh;
      this[`weight_hh_${suffix}`] = weights.weightHh;
      if (weights.biasIh) this[`bias_ih_${suffix}`] = weights.biasIh;
      if (weights.biasHh) this[`bias_hh_${suffix}`] = weights.biasHh;
    }
  }

  get #directions(): 1 | 2 {
    return this.bidirectional ? 2 : 1;
  }

  #suffixes(): Suffix[] {
    return Array.from({ length: this.numLayers }, (_, k): Suffix[] =>
      this.bidirectional ? [`l${k}`, `l${k}_reverse`] : [`l${k}`],
    ).flat();
  }

  #weights(): GateWeights[] {
    return this.#suffixes().map((suffix) => ({
      weightIh: this[`weight_ih_${suffix}`]!,
      weightHh: this[`weight_hh_${suffix}`]!,
      biasIh: this[`bias_ih_${suffix}`] ?? null,
      biasHh: this[`bias_hh_${suffix}`] ?? null,
    }));
  }

  /**
   * Runs all layers. `states` are the parts of the initial state, each (layers · directions, B, H) or absent. Returns
   * the output and the parts of the final state.
   */
  protected run(
    cell: RunCell,
    x: Tensor,
    states: Readonly<Record<string, Tensor | undefined>>,
    { lengths }: RecurrentForwardOptions,
  ): { output: Tensor; finals: Tensor[] } {
    const layer = this.constructor.name;
    this.#checkInput(layer, x);
    const unbatched = x.ndim === 2;
    const timeDim = this.batchFirst ? 1 : 0;
    const sequences = unbatched ? x.unsqueeze(1 - timeDim) : x;
    const [steps, batch] = [sequences.size(timeDim), sequences.size(1 - timeDim)];
    if (steps === 0)
      throw new ShapeError(`${layer}: input ${formatShape(x.shape)} has no steps, expected at least 1.`);
    const plan = {
      cell,
      directions: this.#directions,
      timeDim,
      dropout: this.training ? this.dropout : 0,
      lengths: lengths === undefined ? null : checkLengths(layer, "lengths", lengths, x, steps, batch),
    } as const;
    const initial = this.#initialStates(layer, sequences, states, batch, unbatched);
    const { output, finals } = scanLayers(plan, sequences, this.#weights(), initial);
    const parts = Object.keys(states).map((_, j) =>
      stack(
        finals.map((state) => state[j]!),
        0,
      ),
    );
    return unbatched
      ? { output: output.squeeze(1 - timeDim), finals: parts.map((part) => part.squeeze(1)) }
      : { output, finals: parts };
  }

  /** Runs one step of all layers: x (B, inputSize), and for each layer the parts of its state, each (B, H). */
  protected runStep(
    cell: RunCell,
    x: Tensor,
    states: readonly (readonly Tensor[])[],
  ): { output: Tensor; finals: readonly (readonly Tensor[])[] } {
    const layer = this.constructor.name;
    checkTensor(`${layer}.step`, "x", x);
    for (const [k, parts] of states.entries())
      for (const part of parts) checkTensor(`${layer}.step`, `states[${k}]`, part);
    const shape = [x.shape[0]!, this.hiddenSize];
    const fits = states.every((parts) => parts.every((part) => sameShape(part.shape, shape)));
    if (
      this.bidirectional ||
      x.ndim !== 2 ||
      x.size(1) !== this.inputSize ||
      states.length !== this.numLayers ||
      !fits
    ) {
      const given = states.flat().map((part) => formatShape(part.shape));
      throw new ShapeError(
        `${layer}: a step from ${formatShape(x.shape)} and states ${given.join(", ")}; expected (batch, ${this.inputSize}) and ` +
          `for each of ${this.numLayers} layers (batch, ${this.hiddenSize})${this.bidirectional ? ", in one direction" : ""}.`,
      );
    }
    const dropout = this.training ? this.dropout : 0;
    const plan = { cell, directions: 1, timeDim: 0, dropout, lengths: null } as const;
    const { output, finals } = scanLayers(plan, x.unsqueeze(0), this.#weights(), states);
    return { output: output.squeeze(0), finals };
  }

  #checkInput(layer: string, x: Tensor): void {
    checkTensor(layer, "x", x);
    const layout = this.batchFirst ? "(batch, steps, inputSize)" : "(steps, batch, inputSize)";
    if (x.ndim !== 3 && x.ndim !== 2) {
      throw new ShapeError(
        `${layer}: input ${formatShape(x.shape)}, expected ${layout}, or (steps, inputSize).`,
      );
    }
    if (x.size(-1) !== this.inputSize) {
      throw new ShapeError(
        `${layer}: input ${formatShape(x.shape)} has ${x.size(-1)} features, expected ${this.inputSize} (inputSize).`,
      );
    }
    if (!isFloat(x.dtype))
      throw new DTypeError(`${layer}: input is ${x.describe()}, expected a float tensor.`);
    checkLikeWeight(layer, "input", x, this.weight_ih_l0!);
  }

  #initialStates(
    layer: string,
    x: Tensor,
    states: Readonly<Record<string, Tensor | undefined>>,
    batch: number,
    unbatched: boolean,
  ): readonly (readonly Tensor[])[] {
    const count = this.numLayers * this.#directions;
    const shape = unbatched ? [count, this.hiddenSize] : [count, batch, this.hiddenSize];
    const initial = zeroStates(x, count, Object.keys(states).length, batch, this.hiddenSize);
    Object.entries(states).forEach(([name, state], j) => {
      if (state === undefined) return;
      checkTensor(layer, name, state);
      if (!sameShape(state.shape, shape)) {
        throw new ShapeError(
          `${layer}: ${name} is ${formatShape(state.shape)}, expected ${formatShape(shape)} ` +
            `(numLayers · directions${unbatched ? "" : ", batch"}, hiddenSize).`,
        );
      }
      checkLikeWeight(layer, name, state, x);
      unbind(unbatched ? state.unsqueeze(1) : state, 0).forEach((part, k) => {
        initial[k]![j] = part;
      });
    });
    return initial;
  }

  protected override describeOptions(): string {
    const { numLayers, batchFirst, dropout, bidirectional } = this;
    const defaults = { numLayers: 1, batchFirst: false, dropout: 0, bidirectional: false };
    const changed = Object.entries({ numLayers, batchFirst, dropout, bidirectional }).filter(
      ([name, value]) => value !== defaults[name as keyof typeof defaults],
    );
    return [this.inputSize, this.hiddenSize, ...changed.map(([name, value]) => `${name}=${value}`)].join(
      ", ",
    );
  }
}
