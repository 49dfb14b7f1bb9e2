import { init, linear, Parameter } from "@saccade/nn";
import { scope, type Tensor, zeros } from "@saccade/tensor";

/** The input projections of `nn.MultiheadAttention`, under PyTorch's names: one matrix, or three. */
export interface InProjection {
  /** (3 E, E): those of q, k and v one under the other; null where kdim or vdim is not E. */
  readonly in_proj_weight: Parameter | null;
  /** (E, E). */
  readonly q_proj_weight: Parameter | null;
  /** (E, kdim). */
  readonly k_proj_weight: Parameter | null;
  /** (E, vdim). */
  readonly v_proj_weight: Parameter | null;
  /** (3 E). */
  readonly in_proj_bias: Parameter | null;
}

/** A projection weight (out, in), Xavier-uniform (Glorot & Bengio 2010) as in PyTorch. */
export function projectionWeight(out: number, into: number): Parameter {
  return init.xavierUniform(zeroParameter([out, into]));
}

export function zeroParameter(shape: readonly number[]): Parameter {
  return scope(() => new Parameter(zeros(shape)));
}

/** q, k and v (…, length, size) projected to (…, length, E); in one product where they are one tensor. */
export function projectIn(p: InProjection, q: Tensor, k: Tensor, v: Tensor): [Tensor, Tensor, Tensor] {
  if (p.in_proj_weight && q === k && k === v) {
    const all = linear(q, p.in_proj_weight, p.in_proj_bias); // (…, length, 3 E)
    return [third(all, -1, 0), third(all, -1, 1), third(all, -1, 2)];
  }
  const weights = p.in_proj_weight
    ? [0, 1, 2].map((i) => third(p.in_proj_weight!, 0, i))
    : [p.q_proj_weight!, p.k_proj_weight!, p.v_proj_weight!];
  const project = (x: Tensor, i: number): Tensor =>
    linear(x, weights[i]!, p.in_proj_bias && third(p.in_proj_bias, 0, i));
  return [project(q, 0), project(k, 1), project(v, 2)];
}

function third(x: Tensor, dim: number, i: number): Tensor {
  const size = x.size(dim) / 3;
  return x.narrow(dim, i * size, size);
}
