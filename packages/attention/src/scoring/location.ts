import { Linear } from "@saccade/nn";
import { ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import { noteParts } from "../contract/parts.ts";
import { scoresShape } from "../functions/attend.ts";
import { Scoring, sizesOf } from "./scoring.ts";

const constructLocation = sizesOf("LocationScoring", "querySize", "maxLen");

/**
 * A score that depends only on the query: key j gets row j of W times q, whatever its content (Luong, Pham & Manning 2015,
 * equation 8, "location").
 *
 * @example new LocationScoring(6, 50).scores(randn([3, 6]), randn([5, 6])).shape // [3, 5]
 */
export class LocationScoring extends Scoring {
  /** The largest number of keys. */
  readonly maxLen: number;
  W: Linear;

  constructor(querySize: number, maxLen: number) {
    constructLocation([querySize, maxLen]);
    super("LocationScoring", querySize, null);
    this.maxLen = maxLen;
    this.W = new Linear(querySize, maxLen, { bias: false });
    noteParts(this);
  }

  protected override compare(queries: Tensor, keys: Tensor): Tensor {
    const lk = keys.size(-2);
    if (lk > this.maxLen) {
      throw new ShapeError(
        `LocationScoring: keys ${formatShape(keys.shape)} are ${lk} keys, and maxLen is ${this.maxLen}; make it with a ` +
          "larger maxLen.",
      );
    }
    const scores = this.W.forward(queries).narrow(-1, 0, lk); // (…, lq, lk)
    return scores.expand(scoresShape(queries, keys));
  }

  protected override describeOptions(): string {
    return `querySize=${this.querySize}, maxLen=${this.maxLen}`;
  }
}
