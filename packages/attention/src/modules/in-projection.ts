import { init, type LinearMap, linear, Parameter } from "@saccade/nn";
import { scope, type Tensor, zeros } from "@saccade/tensor";
import { splitHeads } from "../definitions/heads.ts";

/** The input projections of `nn.MultiheadAttention`, under PyTorch's names: one matrix, or three. */
export interface InProjection<W extends Tensor = Parameter> {
  /** (3 E, E): the weights of q, k and v stacked; null if kdim or vdim is not E, or in_proj holds them. */
  readonly in_proj_weight: W | null;
  /** (E, E). */
  readonly q_proj_weight: W | null;
  /** (E, kdim). */
  readonly k_proj_weight: W | null;
  /** (E, vdim). */
  readonly v_proj_weight: W | null;
  /** (3 E). */
  readonly in_proj_bias: W | null;
  /** E → 3 E, in place of in_proj_weight and in_proj_bias, such as an adapter around them; null without one. */
  readonly in_proj: LinearMap | null;
}

/** A projection weight (out, in), Xavier-uniform (Glorot & Bengio 2010) as in PyTorch. */
export function projectionWeight(out: number, into: number): Parameter {
  return init.xavierUniform(zeroParameter([out, into]));
}

export function zeroParameter(shape: readonly number[]): Parameter {
  return scope(() => new Parameter(zeros(shape)));
}

/**
 * Projects q, k and v (b, length, size) to (b, heads, length, E / heads), in one product if they are the same tensor.
 * The result is split once, so its gradient is concatenated once.
 */
export function projectIn(
  p: InProjection<Tensor>,
  [q, k, v]: readonly [Tensor, Tensor, Tensor],
  heads: number,
): Tensor[] {
  const { in_proj, in_proj_weight, in_proj_bias } = p;
  if (q !== k || k !== v || !(in_proj ?? in_proj_weight)) return projectEach(p, [q, k, v], heads);
  const all = in_proj ? in_proj.forward(q) : linear(q, in_proj_weight!, in_proj_bias); // (b, l, 3 E)
  const [b, l, width] = all.shape as readonly [number, number, number];
  const each = all.reshape([b, l, 3, heads, width / (3 * heads)]).unbind(2); // (b, l, h, d)
  return each.map((x) => x.transpose(1, 2));
}

/** {@link projectIn}, a product each. null, where a projection is not needed, gives null. */
export function projectEach<T extends Tensor | null>(
  p: InProjection<Tensor>,
  inputs: readonly T[],
  heads: number,
): T[] {
  const { in_proj } = p;
  if (in_proj)
    return inputs.map((x, i) => x && splitHeads(in_proj.forward(x).chunk(3, -1)[i]!, heads)) as T[];
  const weights = p.in_proj_weight?.chunk(3) ?? [p.q_proj_weight!, p.k_proj_weight!, p.v_proj_weight!];
  const biases = p.in_proj_bias?.chunk(3);
  return inputs.map((x, i) => x && splitHeads(linear(x, weights[i]!, biases?.[i]), heads)) as T[];
}
