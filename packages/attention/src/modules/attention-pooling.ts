import { init, Linear, Module, type Parameter } from "@saccade/nn";
import { ShapeError, scope, type Tensor, where } from "@saccade/tensor";
import {
  checkInteger,
  checkOptions,
  formatShape,
  iterable,
  optionNames,
  refuseExtra,
} from "@saccade/tensor/backend";
import type { Attended } from "../contract/attended.ts";
import { checkBackends, checkFloats } from "../contract/check-options.ts";
import { checkParts, noteParts } from "../contract/parts.ts";
import { attendTo } from "../functions/attend.ts";
import { existingKeys, type KeyMaskOptions } from "../functions/key-masks.ts";
import { moduleRenames } from "../masks/option-names.ts";
import { zeroParameter } from "./in-projection.ts";

const name = "AttentionPooling";
const forwardOptions = optionNames<KeyMaskOptions>(
  `${name}.forward`,
  { keyMask: true, validLens: true },
  "pooling.forward(x, { validLens })",
  moduleRenames,
);

/**
 * One vector for a sequence: the mean of its vectors, weighted by softmax(u·tanh(W x + b)). The learned u asks which
 * vectors matter (Yang et al. 2016, equations 5 to 7).
 *
 * @example new AttentionPooling(8, 16).forward(randn([2, 5, 8])).output.shape // [2, 8]
 */
export class AttentionPooling extends Module {
  proj: Linear;
  /** u, (hiddenSize). */
  context: Parameter;

  /** @throws ArgumentError unless both sizes are whole numbers ≥ 1. */
  constructor(inputSize: number, hiddenSize: number) {
    refuseExtra("AttentionPooling", arguments, 2);
    super();
    checkInteger(name, "inputSize", inputSize, 1);
    checkInteger(name, "hiddenSize", hiddenSize, 1);
    this.proj = new Linear(inputSize, hiddenSize);
    this.context = zeroParameter([hiddenSize]);
    init.uniform(this.context, -1 / Math.sqrt(hiddenSize), 1 / Math.sqrt(hiddenSize));
    noteParts(this);
  }

  /**
   * @param x floats (b, n, inputSize), or (n, inputSize)
   * @param given `keyMask` bool (b, n), true for vectors that count; `validLens` int32 (b), the number that count
   * @returns output (b, inputSize), zeros for a sequence where nothing counts; weights (b, n)
   * @throws ShapeError when x or a mask does not fit.
   */
  override forward(x: Tensor, given: KeyMaskOptions = {}): Attended {
    refuseExtra("AttentionPooling.forward", arguments, 2);
    checkParts(this);
    checkFloats(name, "x", x);
    checkOptions(forwardOptions, given);
    checkBackends(name, { "the module": this.context, x });
    const { inFeatures } = this.proj;
    if ((x.ndim !== 2 && x.ndim !== 3) || x.size(-1) !== inFeatures) {
      throw new ShapeError(
        `${name}: x ${formatShape(x.shape)} must be (b, n, ${inFeatures}) or (n, ${inFeatures}) (inputSize).`,
      );
    }
    return scope(() => {
      const shape = [...x.shape.slice(0, -2), 1, x.size(-2)];
      const place = { what: name, shape, headsHidden: false };
      const keyMask = existingKeys(place, given, x.backend); // (b, n)
      // Zeros, since the gradient of W multiplies what x holds by zeros: 0 · NaN is NaN.
      const values = keyMask ? where(keyMask.unsqueeze(-1), x, 0) : x;
      const scores = (): Tensor => this.proj.forward(values).tanh().matmul(this.context).unsqueeze(-2); // (b, 1, n)
      const { output, weights } = attendTo(place, { scores, values, options: { keyMask } });
      return iterable({ output: output.squeeze(-2), weights: weights.squeeze(-2) });
    });
  }
}
