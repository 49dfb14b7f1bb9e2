import { init, Module, Parameter } from "@saccade/nn";
import { scope, type Tensor, zeros } from "@saccade/tensor";
import { signature } from "@saccade/tensor/contract";
import { noteParts } from "../contract/parts.ts";
import { sizeRule } from "../contract/rules.ts";
import { type EncodingOffset, sequenceCall } from "./sequence.ts";

const name = "LearnedPositions";
const construct = signature(name, { maxLen: sizeRule, numHiddens: sizeRule }, `new ${name}(128, 32)`);
const forwardCall = sequenceCall(name, "numHiddens");

/**
 * Adds a learned vector to each position (Gehring et al. 2017, section 3.1; GPT-2's `wpe`). Parameter: `weight` (maxLen,
 * numHiddens), which starts as N(0, 0.02²), as in GPT-2.
 *
 * @example new LearnedPositions(128, 32).forward(randn([2, 10, 32])).shape // [2, 10, 32]
 */
export class LearnedPositions extends Module {
  readonly maxLen: number;
  readonly numHiddens: number;
  /** (maxLen, numHiddens). */
  weight: Parameter;

  constructor(maxLen: number, numHiddens: number) {
    construct([maxLen, numHiddens]);
    super();
    this.maxLen = maxLen;
    this.numHiddens = numHiddens;
    this.weight = scope(() => init.normal(new Parameter(zeros([maxLen, numHiddens])), 0, 0.02));
    noteParts(this);
  }

  /**
   * @param x (…, length, numHiddens), the first position being number `offset`
   * @throws ShapeError when x is longer than maxLen, or of another width.
   */
  override forward(x: Tensor, _given: EncodingOffset = {}): Tensor {
    const { offset, length } = forwardCall(this, [x, _given], this.numHiddens);
    return scope(() => x.add(this.weight.narrow(0, offset, length)));
  }

  protected override describeOptions(): string {
    return `maxLen=${this.maxLen}, numHiddens=${this.numHiddens}`;
  }
}
