import { causalMask, type MaybeAttended, positionalEncoding } from "@saccade/attention";
import * as attention from "@saccade/attention/model";
import { init, Linear, Module, nameSites, Parameter } from "@saccade/nn";
import { cat, scope, type Tensor, zeros } from "@saccade/tensor";

const forward = attention.method("RelativeAttention.forward", "x float (b, n, dModel)");

/**
 * Causal attention of a segment to itself and to what precedes it, with relative positions (Dai et al. 2019, section
 * 3.3). The score of query i and key j, d the size of a head, has the paper's four terms:
 *
 *   (qᵢ·kⱼ + qᵢ·rᵢ₋ⱼ + u·kⱼ + v·rᵢ₋ⱼ) / √d
 *
 * r is the projected sinusoid of the distance i − j; u and v are learned, one vector a head.
 */
export class RelativeAttention extends Module {
  readonly numHeads: number;
  readonly dropout: number;
  /** Queries from the segment, keys and values from what precedes it and the segment, distances: (E, E) each. */
  q_proj: Linear;
  kv_proj: Linear;
  r_proj: Linear;
  out_proj: Linear;
  /** u and v, (h, 1, d). */
  content_bias: Parameter;
  position_bias: Parameter;

  /** The arguments have been checked. */
  constructor(dModel: number, numHeads: number, dropout: number) {
    super();
    this.numHeads = numHeads;
    this.dropout = dropout;
    this.q_proj = projection(dModel, dModel);
    this.kv_proj = projection(dModel, 2 * dModel);
    this.r_proj = projection(dModel, dModel);
    this.out_proj = projection(dModel, dModel);
    const bias = (): Parameter => scope(() => new Parameter(zeros([numHeads, 1, dModel / numHeads])));
    this.content_bias = bias();
    this.position_bias = bias();
    attention.noteParts(this);
    nameSites(this, { sites: attention.sitesWith(null) });
  }

  /**
   * @param x (b, n, E), the segment
   * @param memory (b, m, E), what precedes it; null for nothing
   * @returns output (b, n, E); weights (b, h, n, m + n) if they are wanted
   */
  override forward(x: Tensor, memory: Tensor | null, needWeights: boolean): MaybeAttended {
    const { n, dModel } = forward(this, [x, memory, needWeights]);
    return scope(() => {
      const { numHeads, dropout, training } = this;
      const { backend } = x;
      const before = memory?.size(1) ?? 0;
      const length = before + n;
      const q = this.#heads("q", this.q_proj.forward(x)); // (b, h, n, d)
      const both = this.kv_proj.forward(memory ? cat([memory, x], 1) : x);
      const [keys, values] = both.chunk(2, -1);
      const [k, v] = [this.#heads("k", keys!), this.#heads("v", values!)]; // (b, h, m + n, d)
      // Row c is distance m + n − 1 − c: the first key is the farthest.
      const distances = positionalEncoding(length, dModel, { backend }).flip(0);
      const r = attention.splitHeads(this.r_proj.forward(distances).unsqueeze(0), numHeads); // (1, h, m + n, d)
      const scale = 1 / Math.sqrt(dModel / numHeads);
      const positions = q.add(this.position_bias).mul(scale).matmul(r.transpose(-2, -1)); // by distance
      const mask = causalMask(n, length, { offset: before, backend });
      const options = { bias: byKey(positions), mask, scale, dropout, training, needWeights };
      const scores = { what: "TransformerXL", headsHidden: false };
      const content = q.add(this.content_bias);
      const sites = attention.scoreSites(this);
      const { output, weights } = attention.dotProductAttention(scores, content, k, v, options, sites);
      return { output: attention.projectOut(this, this.out_proj, output), weights };
    });
  }

  #heads(which: string, x: Tensor): Tensor {
    return attention.siteOfHeads(this, `hook_${which}`, attention.splitHeads(x, this.numHeads));
  }
}

function projection(from: number, to: number): Linear {
  const linear = new Linear(from, to, { bias: false });
  init.xavierUniform(linear.weight);
  return linear;
}

/**
 * Row i of x (…, n, m) by distance, column c being distance m − 1 − c, to row i by key: key j has distance m − n + i − j,
 * so that row i moves left by n − 1 − i (Dai et al. 2019, appendix B). Keys after the query get values of other rows.
 */
function byKey(x: Tensor): Tensor {
  const [lead, n, m] = [x.shape.slice(0, -2), x.size(-2), x.size(-1)];
  // With a column in front, rows of m + 1 read as rows of n, less the first, are shifted by one more each.
  const rows = x.pad([1, 0]).reshape([...lead, m + 1, n]);
  return rows.narrow(-2, 1, m).reshape([...lead, n, m]);
}
