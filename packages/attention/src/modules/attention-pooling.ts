import { Linear, Module, nameSites, Parameter, running, tap } from "@saccade/nn";
import * as init from "@saccade/nn/init";
import { scope, type Tensor, where, zeros } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import { options, signature } from "@saccade/tensor/contract";
import { type Attended, method, noteParts } from "../contract/method.ts";
import { type KeyMaskOptions, keyMaskRules, moduleRenames, sizeRule } from "../contract/rules.ts";
import { patternSites, weightedSum } from "../functions/checked.ts";
import { attendableKeys, weightsOf } from "../masks/align.ts";

const name = "AttentionPooling";
const construct = signature(name, { inputSize: sizeRule, hiddenSize: sizeRule }, `new ${name}(8, 16)`);
const inputs = method(
  options(`${name}.forward`, keyMaskRules, {
    example: "pooling.forward(x, { validLens })",
    renamed: moduleRenames,
  }),
  "x float (b, n, inputSize) | (n, inputSize)",
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

  constructor(inputSize: number, hiddenSize: number) {
    construct([inputSize, hiddenSize]);
    super();
    this.proj = new Linear(inputSize, hiddenSize);
    this.context = scope(() => new Parameter(zeros([hiddenSize])));
    init.uniform(this.context, -1 / Math.sqrt(hiddenSize), 1 / Math.sqrt(hiddenSize));
    noteParts(this);
    nameSites(this, { sites: patternSites });
  }

  /**
   * @param x floats (b, n, inputSize), or (n, inputSize)
   * @param given `keyMask` bool (b, n), true for vectors that count; `validLens` int32 (b), the number that count
   * @returns output (b, inputSize), zeros for a sequence where nothing counts; weights (b, n)
   * @throws ShapeError when x or a mask does not fit.
   */
  override forward(x: Tensor, given: KeyMaskOptions = {}): Attended {
    const masks = inputs(this, [x, given], () => ({ inputSize: this.proj.inFeatures }));
    return running(this, () => {
      const shape = [...x.shape.slice(0, -2), 1, x.size(-2)];
      const context = { what: `${name}.forward`, shape, headsHidden: false };
      const keyMask = attendableKeys(context, masks, x.backend); // (b, n)
      // Zeros, since the gradient of W multiplies what x holds by zeros: 0 · NaN is NaN.
      const values = keyMask ? where(keyMask.unsqueeze(-1), x, 0) : x;
      const scores = tap("hook_attn_scores", this.proj.forward(values).tanh().matmul(this.context)); // (b, n)
      const weights = tap("hook_pattern", weightsOf(scores, keyMask, null));
      const output = weightedSum(weights.unsqueeze(-2), values, keyMask?.unsqueeze(-2));
      return iterable({ output: output.squeeze(-2), weights });
    });
  }
}
