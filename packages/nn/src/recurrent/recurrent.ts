// The common base of GRU, LSTM and RNN.
import { ShapeError, stack, type Tensor, unbind, zeros } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { Module } from "../module.ts";
import type { Parameter } from "../parameter.ts";
import { share } from "../rules.ts";
import {
  type Cell,
  checkLikeWeight,
  type GateParameters,
  makeGates,
  type ScanResult,
  scanLayers,
} from "./cells.ts";
import { lengthsOf, lengthsRule } from "./lengths.ts";

/** The sizes of recurrent layers and cells. */
export const recurrentSizes = () => ({
  /** Features of each step of the input. */
  inputSize: c.required(c.size()),
  /** Features of the state, H. */
  hiddenSize: c.required(c.size()),
});

/** The options of all recurrent layers. */
export const recurrentRules = () => ({
  /** The number of stacked layers. Default 1. */
  numLayers: c.size(1),
  /** Whether both projections have a learned bias. Default true. */
  bias: c.flag(true),
  /** Whether inputs and outputs are (B, T, …) instead of (T, B, …). States are always (layers, B, H). Default false. */
  batchFirst: c.flag(false),
  /** The dropout probability between layers during training. Default 0. */
  dropout: share(0),
  /** Whether a second network runs over the sequence in reverse. Default false. */
  bidirectional: c.flag(false),
});

/** The option that RNN and RNNCell have beside those of GRU and GRUCell. */
export const activationRule = () => ({
  /** The activation after the sum: "tanh" (the default) or "relu". */
  nonlinearity: c.oneOf(["tanh", "relu"], "tanh"),
});
/** The options of a layer's forward pass. */
const forwardOptions = (layer: string, state: string) =>
  c.options(
    `${layer}.forward`,
    {
      /**
       * The length of each sequence. The result is as with PyTorch's packed sequences: outputs beyond the length are zeros,
       * final states are taken at the length, and the reverse direction starts there.
       */
      lengths: lengthsRule,
    },
    { example: `forward(x, ${state}, { lengths: [3, 2] })` },
  );

/** Options of one forward pass of GRU, LSTM and RNN. */
export interface RecurrentForwardOptions extends c.OptionsOf<ReturnType<typeof forwardOptions>> {}

/** A kind of recurrent layer. */
interface Kind {
  readonly layer: string;
  readonly cell: Cell;
  /** The parts of the initial state. */
  readonly states: readonly string[];
  /** The tensors of `forward`: of one sequence, of a batch with time first, and with the batch first. */
  readonly inputs: readonly c.Tensors<string>[];
  readonly options: ReturnType<typeof forwardOptions>;
}

/** Declares a kind of recurrent layer. The first part of the state has `output` features, the others hiddenSize. */
/* @__NO_SIDE_EFFECTS__ */
export function recurrentKind(
  layer: string,
  cell: Cell,
  states: readonly string[],
  output: "hiddenSize" | "projSize" = "hiddenSize",
): Kind {
  const of = (x: string, front: string): c.Tensors<string> => {
    const parts = states.map((name, i) => `${name}? float (${front}, ${i === 0 ? output : "hiddenSize"})`);
    return c.tensors(`${layer}.forward`, [`x float ${x}`, ...parts].join("  "));
  };
  const inputs = [
    of("(steps, inputSize)", "layers"),
    of("(steps, batch, inputSize)", "layers, batch"),
    of("(batch, steps, inputSize)", "layers, batch"),
  ];
  const example = states.length === 1 ? states[0]! : `{ ${states.join(", ")} }`;
  return { layer, cell, states, inputs, options: forwardOptions(layer, example) };
}

type Suffix = `l${number}` | `l${number}_reverse`;

interface Given
  extends c.Settings<ReturnType<typeof recurrentSizes>>,
    c.Settings<ReturnType<typeof recurrentRules>> {
  readonly projSize?: number;
}

/** The settings of GRU, LSTM and RNN, as fields. */
export interface RecurrentModule extends Omit<Given, "bias" | "projSize"> {}
/** The common base of GRU, LSTM and RNN: named weights, layouts, and the loop over time. */
export abstract class RecurrentModule extends Module {
  [weight: `weight_${"ih" | "hh" | "hr"}_${Suffix}`]: Parameter;
  [bias: `bias_${"ih" | "hh"}_${Suffix}`]: Parameter;
  readonly #kind: Kind;
  /** Features of the output, and of the first part of the state. */
  readonly #outputSize: number;

  constructor(kind: Kind, given: Given) {
    const { layer, cell } = kind;
    const { bias, ...fields } = given;
    const { inputSize, hiddenSize, numLayers, dropout, projSize } = given;
    if (dropout > 0 && numLayers === 1)
      console.warn(`saccade: ${layer}: dropout acts between layers, so it does nothing with numLayers: 1.`);
    super();
    this.#kind = kind;
    Object.assign(this, fields);
    this.#outputSize = projSize || hiddenSize;
    for (const [k, suffix] of this.#suffixes().entries()) {
      const features = k < this.#directions ? inputSize : this.#outputSize * this.#directions;
      const weights = makeGates(layer, cell, { inputSize: features, hiddenSize, bias, projSize });
      this[`weight_ih_${suffix}`] = weights.ih;
      this[`weight_hh_${suffix}`] = weights.hh;
      if (weights.biasIh) this[`bias_ih_${suffix}`] = weights.biasIh;
      if (weights.biasHh) this[`bias_hh_${suffix}`] = weights.biasHh;
      if (weights.hr) this[`weight_hr_${suffix}`] = weights.hr;
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

  #weights(): GateParameters[] {
    return this.#suffixes().map((suffix) => ({
      ih: this[`weight_ih_${suffix}`]!,
      hh: this[`weight_hh_${suffix}`]!,
      biasIh: this[`bias_ih_${suffix}`] ?? null,
      biasHh: this[`bias_hh_${suffix}`] ?? null,
      hr: this[`weight_hr_${suffix}`] ?? null,
    }));
  }

  /**
   * Runs all layers. `states` are the parts of the initial state, each (layers · directions, B, H) or absent. Returns
   * the output and the parts of the final state.
   */
  protected run(
    x: Tensor,
    states: readonly (Tensor | null | undefined)[],
    options: RecurrentForwardOptions,
  ): { output: Tensor; finals: Tensor[] } {
    const { layer, cell, states: names, inputs } = this.#kind;
    const { lengths } = this.#kind.options(options);
    const { inputSize, hiddenSize } = this;
    const layers = this.numLayers * this.#directions;
    const timeDim = this.batchFirst ? 1 : 0;
    const single = x?.ndim === 2;
    inputs[single ? 0 : 1 + timeDim]!.check([x, ...states], {
      layers,
      inputSize,
      hiddenSize,
      projSize: this.#outputSize,
    });
    const named = Object.fromEntries(names.map((name, i) => [name, states[i]]));
    checkLikeWeight(layer, this.weight_ih_l0!, { input: x, ...named });
    const sequences = single ? x.unsqueeze(1 - timeDim) : x;
    const [steps, batch] = [sequences.size(timeDim), sequences.size(1 - timeDim)];
    if (steps === 0)
      throw new ShapeError(`${layer}: input ${formatShape(x.shape)} has no steps, expected at least 1.`);

    const { dtype, backend } = x;
    const zero = (features: number): Tensor => zeros([batch, features], { dtype, backend });
    const initial = states.map((state, i) =>
      state
        ? unbind(single ? state.unsqueeze(1) : state, 0)
        : new Array<Tensor>(layers).fill(zero(i === 0 ? this.#outputSize : hiddenSize)),
    );
    const plan = {
      cell,
      directions: this.#directions,
      timeDim,
      dropout: this.training ? this.dropout : 0,
      lengths: lengths === undefined ? null : lengthsOf(layer, "lengths", lengths, { steps, batch, backend }),
    } as const;
    const byLayer = Array.from({ length: layers }, (_, k) => initial.map((part) => part[k]!));
    const { output, finals } = scanLayers(plan, sequences, this.#weights(), byLayer);
    const parts = states.map((_, j) => stack(finals.map((state) => state[j]!)));
    return single
      ? { output: output.squeeze(1 - timeDim), finals: parts.map((part) => part.squeeze(1)) }
      : { output, finals: parts };
  }

  /** Runs one step of all layers in one direction: x (B, inputSize), and for each layer the parts of its state, each (B, H). */
  protected runStep(x: Tensor, states: readonly (readonly Tensor[])[]): ScanResult {
    const dropout = this.training ? this.dropout : 0;
    const plan = { cell: this.#kind.cell, directions: 1, timeDim: 0, dropout, lengths: null } as const;
    const { output, finals } = scanLayers(plan, x.unsqueeze(0), this.#weights(), states);
    return { output: output.squeeze(0), finals };
  }

  protected override describeOptions(): string {
    const { inputSize, hiddenSize, numLayers, batchFirst, dropout, bidirectional } = this;
    const all = Object.entries({ numLayers, batchFirst, dropout, bidirectional });
    const initial = Object.entries(recurrentRules());
    const changed = all.filter(([name, value]) =>
      initial.some(([key, rule]) => key === name && rule.default !== value),
    );
    return [inputSize, hiddenSize, ...changed.map(([name, value]) => `${name}=${value}`)].join(", ");
  }
}
