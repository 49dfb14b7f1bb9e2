import { Module, Parameter } from "@saccade/nn";
import { rand, scope, type Tensor } from "@saccade/tensor";
import { iterable, within } from "@saccade/tensor/backend";
import { signature } from "@saccade/tensor/contract";
import { type Attended, method, noteParts } from "../contract/method.ts";
import { distances, gaussianMeans } from "../definitions/pooling.ts";
import { regressionText } from "../functions/pooling.ts";

const construct = signature("NadarayaWatson", {}, "new NadarayaWatson()");
const forward = method("NadarayaWatson.forward", regressionText);

/**
 * Gaussian kernel regression with a learned inverse bandwidth: weights softmax(−½ (w (q − k))²)
 * (Nadaraya 1964; Watson 1964).
 *
 * @example new NadarayaWatson().forward(tensor([0]), tensor([[-1, 1]]), tensor([[2, 4]])).output // tensor([3])
 */
export class NadarayaWatson extends Module {
  /** (1), starts uniform in [0, 1). */
  w: Parameter;

  constructor() {
    construct([]);
    super();
    this.w = scope(() => new Parameter(rand([1])));
    noteParts(this);
  }

  /**
   * @param queries (n)
   * @param keys (m), or (n, m) for different keys per query
   * @param values (m), or (n, m)
   * @returns output (n), weights (n, m)
   */
  override forward(queries: Tensor, keys: Tensor, values: Tensor): Attended {
    forward(this, [queries, keys, values]);
    return within("NadarayaWatson.forward", () =>
      scope(() => iterable(gaussianMeans(distances(queries, keys).mul(this.w), values))),
    );
  }
}
