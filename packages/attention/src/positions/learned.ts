import { init, Module, Parameter } from "@saccade/nn";
import { ShapeError, scope, type Tensor, zeros } from "@saccade/tensor";
import { checkInteger, checkOptions, formatShape, optionNames, refuseExtra } from "@saccade/tensor/backend";
import { checkFloats } from "../contract/check-options.ts";
import { checkParts, noteParts } from "../contract/parts.ts";
import { checkSpan } from "./attention-positions.ts";
import type { EncodingOffset } from "./positional-encoding.ts";

const name = "LearnedPositions";
const forwardOptions = optionNames<EncodingOffset>(
  `${name}.forward`,
  { offset: true },
  "positions.forward(x, { offset: 0 })",
);

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

  /** @throws ArgumentError unless both are whole numbers ≥ 1. */
  constructor(maxLen: number, numHiddens: number) {
    refuseExtra("LearnedPositions", arguments, 2);
    checkInteger(name, "maxLen", maxLen, 1);
    checkInteger(name, "numHiddens", numHiddens, 1);
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
  override forward(x: Tensor, given: EncodingOffset = {}): Tensor {
    refuseExtra("LearnedPositions.forward", arguments, 2);
    checkParts(this);
    checkFloats(name, "x", x);
    checkOptions(forwardOptions, given);
    const { offset = 0 } = given;
    checkInteger(name, "offset", offset, 0);
    const { maxLen, numHiddens } = this;
    if (x.ndim < 2 || x.size(-1) !== numHiddens) {
      throw new ShapeError(
        `${name}: x ${formatShape(x.shape)} must be (…, length, ${numHiddens}) (numHiddens).`,
      );
    }
    const length = x.size(-2);
    checkSpan(name, `x ${formatShape(x.shape)}`, length, offset, maxLen);
    return scope(() => x.add(this.weight.narrow(0, offset, length)));
  }

  protected override describeOptions(): string {
    return `maxLen=${this.maxLen}, numHiddens=${this.numHiddens}`;
  }
}
