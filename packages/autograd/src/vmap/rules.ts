// How ops run once for all in `vmap`: by what their declaration says, and by a rule where no tag says it.
import { arange, type Tensor } from "@saccade/tensor";
import {
  type AnyOp,
  apply,
  isFloat,
  ownOps,
  type ScaledDotProductAttrs,
  type Window,
} from "@saccade/tensor/backend";
import { Batched, isOf, physicalOf, spread, type Vmap } from "./batched.ts";

/** A call of an op with some batched inputs. */
export interface Call {
  readonly op: AnyOp;
  readonly inputs: readonly Tensor[];
  readonly attrs: object;
  readonly vmap: Vmap;
}

/** The outputs for all, with the mapped dim first; null where the rule does not serve, so that the op runs in a loop. */
export type Rule = (call: Call) => readonly Tensor[] | null;

/** The inputs, each with the mapped dim first. */
const all = ({ inputs, vmap }: Call): Tensor[] => inputs.map((x) => spread(x, vmap));

// Attributes that replays of a compiled step update, such as random states, are passed on themselves.
const run = ({ op, attrs }: Call, inputs: readonly Tensor[], more?: object): readonly Tensor[] =>
  apply(op, inputs, more ? { ...attrs, ...more } : attrs);

const isMapped = ({ inputs, vmap }: Call, at: number): boolean => {
  const x = inputs[at];
  return x !== undefined && isOf(x, vmap);
};

/** The op broadcasts: the mapped dim comes first, and all inputs get the same number of dims. */
const broadcast: Rule = (call) => run(call, aligned(call));

function aligned({ inputs, vmap }: Call, beside: number = 0): Tensor[] {
  const most = inputs.reduce((n, { ndim }) => Math.max(n, ndim), beside);
  return inputs.map((x) => {
    const many = physicalOf(x, vmap);
    if (many === null || x.ndim === most) return many ?? x;
    const ones = new Array<number>(most - x.ndim).fill(1);
    return many.reshape([many.size(0), ...ones, ...x.shape]);
  });
}

/**
 * Dims in front are a batch to the op, and those of its attributes are shifted by one. Inputs from `rest` on, such as
 * weights, are the same for all.
 */
const batchedBefore =
  (rest: number = Number.POSITIVE_INFINITY): Rule =>
  (call) => {
    const { inputs, attrs } = call;
    if (inputs.some((_, i) => i >= rest && isMapped(call, i))) return null;
    // A tensor without dims counts as a row of one.
    if ("dim" in attrs && inputs[0]!.ndim === 0) return null;
    const xs = inputs.map((x, i) => (i < rest ? spread(x, call.vmap) : x));
    return run(call, xs, shifted(attrs));
  };

/** The attributes that name dims, for tensors with one more in front. */
function shifted(attrs: object): object | undefined {
  if ("dim" in attrs) return { dim: Number(attrs.dim) + 1 };
  // Those of layerNorm are a number: how many are the last ones.
  if (!("dims" in attrs) || !Array.isArray(attrs.dims)) return undefined;
  return { dims: attrs.dims.map((dim) => dim + 1) };
}

const batched = batchedBefore();

/** Once for each: for ops with values that one call for all would need to compute otherwise. */
const loop: Rule = () => null;

const matmul: Rule = (call) => {
  const [a, b] = call.inputs;
  // Columns times rows, as in weights' gradients: no sums.
  if (a!.shape.at(-1) === 1 && isFloat(a!.dtype)) return broadcastProduct(call);
  // One matrix for all: their rows are rows of one product.
  if (!isMapped(call, 1) && b!.ndim === 2) return [physicalOf(a!, call.vmap)!.matmul(b!)];
  if (isMapped(call, 1) || a!.ndim > 2) return batched(call);
  return [a!.matmul(physicalOf(b!, call.vmap)!)];
};

function broadcastProduct(call: Call): readonly Tensor[] {
  const [a, b] = aligned(call);
  return [a!.mul(b!)];
}

const linear: Rule = (call) => {
  if (!isMapped(call, 1) && !isMapped(call, 2)) return batchedBefore(1)(call);
  const [x, weight, bias] = all(call);
  const lead = new Array<number>(x!.ndim - 2).fill(1);
  const matrix = weight!.transpose(1, 2);
  const rows = x!.ndim === 2 ? x!.unsqueeze(1) : x!.reshape([x!.size(0), -1, x!.size(-1)]);
  const product = rows.matmul(matrix).reshape([...x!.shape.slice(0, -1), weight!.size(1)]);
  return [bias ? product.add(bias.reshape([bias.size(0), ...lead, bias.size(1)])) : product];
};

/** The gradients of a norm's weights are sums over the dims before them, but not over the mapped one. */
const normBackward =
  (normalize: "layerNorm" | "rmsNorm"): Rule =>
  (call) => {
    const { inputs, attrs } = call;
    if (inputs.some((_, i) => i >= 2 && isMapped(call, i))) return null;
    const [g, x] = all(call);
    const [dx] = run(call, [g!, x!, ...inputs.slice(2)]);
    if (inputs.length === 2) return [dx!];
    const { dims, eps } = attrs as { dims: number; eps: number };
    const over = x!.shape.map((_, i) => i).slice(1, x!.ndim - dims);
    const own = x!.shape.map((_, i) => i).slice(x!.ndim - dims);
    const centred = normalize === "layerNorm" ? x!.sub(x!.mean(own, { keepdim: true })) : x!;
    const unit = centred.mul(centred.square().mean(own, { keepdim: true }).add(eps).rsqrt());
    const total = (y: Tensor): Tensor => (over.length === 0 ? y : y.sum(over));
    return [dx!, total(g!.mul(unit)), ...(inputs.length > 3 ? [total(g!)] : [])];
  };

/** Squares of the differences of each. */
const mseLoss: Rule = (call) => {
  const [a, b] = all(call);
  const squares = a!.sub(b!).square().reshape([call.vmap.size, -1]);
  const { mean } = call.attrs as { mean: boolean };
  return [mean ? squares.mean(1) : squares.sum(1)];
};

const mseLossBackward: Rule = (call) => {
  const [g, a, b] = all(call);
  const { mean } = call.attrs as { mean: boolean };
  const factor = g!.mul(mean ? 2 / Math.max(1, call.inputs[1]!.numel) : 2);
  return [a!.sub(b!).mul(factor.reshape([call.vmap.size, ...call.inputs[1]!.shape.map(() => 1)]))];
};

const embeddingGradient: Rule = (call) => {
  const { attrs, vmap } = call;
  const { rows, paddingIdx } = attrs as { rows: number; paddingIdx: number | null };
  if (paddingIdx !== null) return null;
  const [g, index] = all(call);
  const first = arange(0, vmap.size, 1, { dtype: "int32", backend: g!.backend }).mul(rows);
  const own = index!.add(first.reshape([vmap.size, ...index!.shape.slice(1).map(() => 1)]));
  const [sums] = run(call, [g!, own], { rows: rows * vmap.size });
  return [sums!.reshape([vmap.size, rows, sums!.size(1)])];
};

const pad: Rule = (call) => {
  const { before, after } = call.attrs as { before: readonly number[]; after: readonly number[] };
  return run(call, all(call), { before: [0, ...before], after: [0, ...after] });
};

/** The mapped dim adds rows of weights. */
const multinomial: Rule = (call) => {
  const weights = all(call)[0]!;
  const [drawn] = run(call, [weights.reshape([-1, weights.size(-1)])]);
  return [drawn!.reshape([...weights.shape.slice(0, -1), drawn!.size(-1)])];
};

const embed: Rule = (call) => {
  const { shape, window } = call.attrs as { shape: readonly number[]; window: Window };
  const elements = shape.reduce((n, size) => n * size, 1);
  return run(call, all(call), {
    shape: [call.vmap.size, ...shape],
    window: {
      shape: [call.vmap.size, ...window.shape],
      strides: [elements, ...window.strides],
      offset: window.offset,
    },
  });
};

/** The queries have all batch dims; those of keys, values, masks and biases broadcast to them. */
const attentionInputs = ({ vmap }: Call, [q, ...others]: readonly Tensor[]): Tensor[] => [
  new Batched(spread(q!, vmap), vmap),
  ...others,
];

/** Whether a program gathers from tables, whose dims are not those of the scores. */
const gathers = ({ attrs }: Call): boolean =>
  (attrs as Partial<ScaledDotProductAttrs>).program?.tables.includes(true) ?? false;

const attention: Rule = (call) =>
  gathers(call) ? null : run(call, aligned({ ...call, inputs: attentionInputs(call, call.inputs) }));

/** `saved` cotangents and outputs come before the inputs. */
const attentionBackward =
  (saved: number): Rule =>
  (call) => {
    if (gathers(call)) return null;
    const inputs = attentionInputs(call, call.inputs.slice(saved));
    const rest = aligned({ ...call, inputs }, call.inputs[0]!.ndim);
    return run(call, [...all(call).slice(0, saved), ...rest]);
  };

/** Images of all in one batch, (B, N, …) as (B N, …), with the same filters. */
const conv2d: Rule = (call) => {
  const { inputs, vmap } = call;
  if (isMapped(call, 1) || isMapped(call, 2)) return null;
  const x = physicalOf(inputs[0]!, vmap)!;
  const [y] = run(call, [x.reshape([-1, ...x.shape.slice(2)]), ...inputs.slice(1)]);
  return [y!.reshape([vmap.size, -1, ...y!.shape.slice(1)])];
};

/** The filters' gradients of each example, whose channels become separate groups. */
const conv2dWeight: Rule = (call) => {
  const { attrs, vmap } = call;
  const { groups } = attrs as { groups: number };
  const channels = (x: Tensor): Tensor => {
    const [b, n, c, h, w] = x.dims(5);
    return x.transpose(0, 1).reshape([n, b * c, h, w]);
  };
  const [g, x] = all(call);
  const [weight] = run(call, [channels(g!), channels(x!)], { groups: groups * vmap.size });
  return [weight!.reshape([vmap.size, -1, ...weight!.shape.slice(1)])];
};

/** Like {@link batched}, with an index that is the same for all. */
const byIndex: Rule = (call) => {
  if (isMapped(call, 1)) return null;
  const { inputs, attrs, vmap } = call;
  const { dim } = attrs as { dim: number };
  const moved = inputs.map((x, i) => (i === 1 ? x : spread(x, vmap)));
  return run(call, moved, { dim: dim + 1 });
};

/** A single sorted row works with values of any shape; batched rows need batched values. */
const searchsorted: Rule = (call) => {
  const [sorted, values] = call.inputs;
  if (!isMapped(call, 0) && sorted!.ndim === 1) return run(call, [sorted!, physicalOf(values!, call.vmap)!]);
  const [rows, wanted] = all(call);
  if (sorted!.ndim > 1) return run(call, [rows!, wanted!]);
  const [found] = run(call, [rows!, wanted!.reshape([call.vmap.size, values!.numel])]);
  return [found!.reshape(wanted!.shape)];
};

/** The rules of the ops whose declaration does not say how they batch. */
const rules: Readonly<Record<string, Rule>> = {
  indexSelect: byIndex,
  indexAdd: byIndex,
  indexCopy: byIndex,
  crossEntropy: batchedBefore(2),
  nllLoss: batchedBefore(2),
  crossEntropyBackward: batchedBefore(3),
  nllLossBackward: batchedBefore(3),
  layerNorm: batchedBefore(1),
  rmsNorm: batchedBefore(1),
  rotary: batchedBefore(1),
  isin: batchedBefore(1),
  searchsorted,
  layerNormBackward: normBackward("layerNorm"),
  rmsNormBackward: normBackward("rmsNorm"),
  matmul,
  linear,
  scaledDotProduct: attention,
  scaledDotProductBackward: attentionBackward(4),
  attentionTells: attention,
  attentionTellsBackward: attentionBackward(7),
  mseLoss,
  mseLossBackward,
  embedding: (call) =>
    isMapped(call, 0) ? null : run(call, [call.inputs[0]!, physicalOf(call.inputs[1]!, call.vmap)!]),
  embeddingGradient,
  pad,
  embed,
  conv2d,
  conv2dInput: conv2d,
  conv2dWeight,
  multinomial,
};

/** The rule of an op: by its declaration, or by the name of a built-in op. Without one it runs in a loop. */
export function ruleOf(op: AnyOp): Rule {
  if (op.broadcast === true) return broadcast;
  if (op.batch === true) return batched;
  return ownOps.has(op) || !Object.hasOwn(rules, op.name) ? loop : rules[op.name]!;
}
