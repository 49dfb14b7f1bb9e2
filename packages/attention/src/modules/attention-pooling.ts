import { Linear, Module, nameSites, Parameter, running } from "@saccade/nn";
import * as init from "@saccade/nn/init";
import { scope, type Tensor, zeros } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import { options, signature } from "@saccade/tensor/contract";
import { type Attended, method, noteParts } from "../contract/method.ts";
import { type KeyMaskOptions, keyMaskRules, moduleRenames, sizeRule } from "../contract/rules.ts";
import { patternSites } from "../definitions/attention.ts";
import { attentionPooling } from "../definitions/pooling.ts";
import { attendableKeys } from "../masks/align.ts";

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
      const scores = { what: `${name}.forward`, shape, headsHidden: false };
      const keyMask = attendableKeys(scores, masks, x.backend); // (b, n)
      return iterable(attentionPooling(x, this.proj, this.context, keyMask));
    });
  }
}
