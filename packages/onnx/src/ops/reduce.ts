import type { Attributes, Graph } from "../graph/graph.ts";
import { affine, type Size, times } from "../sizes/size.ts";
import {
  type Context,
  type Express,
  numbers,
  numbersOr,
  type Operand,
  type OpTable,
  orNan,
} from "./context.ts";
import { converted } from "./elementwise.ts";

// Ops along dims: reductions and windows.

// Without dims (of a scalar), x stays as it is.
const noop: Attributes = { noop_with_empty_axes: 1 };

function reduced({ graph, attrs }: Context, operator: string, x: string, keepdim: boolean): string {
  const dims = graph.ints(attrs.numbers("dims"));
  return graph.node(operator, [x, dims], { keepdims: Number(keepdim), ...noop });
}

/** A reduction in the dtype of its result. */
function reduction(operator: string): Express {
  return (c) => reduced(c, operator, converted(c, c.x, c.dtype), c.attrs.flag("keepdim"));
}

/** ReduceMax or ReduceMin, which is NaN if one of the numbers is. */
/* @__NO_SIDE_EFFECTS__ */
function extreme(c: Context, operator: string, x: Pick<Operand, "name" | "dtype">, keepdim: boolean): string {
  const most = reduced(c, operator, x.name, keepdim);
  const valid = numbers(c.graph, x);
  if (valid === null) return most;
  const all = reduced(c, "ReduceMin", c.graph.cast(valid, "int32"), keepdim);
  return orNan(c.graph, c.graph.cast(all, "bool"), most, x.dtype);
}

function extremes(operator: string): Express {
  return (c) =>
    extreme(c, operator, { name: converted(c, c.x, c.dtype), dtype: c.dtype }, c.attrs.flag("keepdim"));
}

/** all and any: the smallest and the largest truth. */
function ofTruths(operator: string): Express {
  return (c) => {
    const { graph } = c;
    const truths = graph.cast(converted(c, c.x, "bool"), "int32");
    return graph.cast(reduced(c, operator, truths, c.attrs.flag("keepdim")), "bool");
  };
}

// The index of an extreme along one dim, or in the flattened tensor: of the first NaN, if there is one.
function indexOf({ graph, inputs, outputs, attrs }: Context, operator: string, i: number): string {
  const dims = attrs.numbers("dims");
  const { name, shape, dtype } = inputs[0]!;
  const one = dims.length === 1 && shape.length > 0;
  const x = one ? name : graph.op("Reshape", name, graph.ints([-1]));
  const axis = one ? dims[0]! : 0;
  const key = nanFirst(graph, { name: x, dtype }, operator, axis);
  const found = graph.node(operator, [key], { axis, keepdims: Number(one && attrs.flag("keepdim")) });
  const index = graph.cast(found, "int32");
  return one ? index : graph.reshape(index, outputs[i]!.shape);
}

// Rows with NaN become ones with an extreme at NaN.
function nanFirst(graph: Graph, x: Pick<Operand, "name" | "dtype">, operator: string, axis: number): string {
  const valid = numbers(graph, x);
  if (valid === null) return x.name;
  const all = graph.node("ReduceMin", [graph.cast(valid, "int32"), graph.ints([axis])], { keepdims: 1 });
  const found = operator === "ArgMin" ? valid : graph.op("Not", valid);
  return graph.op("Where", graph.cast(all, "bool"), x.name, graph.cast(found, x.dtype));
}

/** Values and their indices. */
function selection(operator: string, index: string): Express {
  return (c) => [extreme(c, operator, c.x, c.attrs.flag("keepdim")), indexOf(c, index, 1)];
}

/** Elements in order, the first k of each row. */
function ranking(largest: (c: Context) => boolean): Express {
  return (c) => {
    const { graph, x, outputs, attrs } = c;
    const dim = attrs.number("dim");
    if (x.shape.length === 0) return c.refuse("has no ONNX operator for a tensor without dims.");
    if (x.shape.some((size) => c.vanishes(size)))
      return c.refuse(
        "sorts a tensor without elements at some sizes, which ONNX Runtime cannot. Leave the size out of dynamicAxes.",
      );
    const k = graph.size(outputs[0]!.shape[dim]!);
    const sorted = { axis: dim, largest: Number(largest(c)), sorted: 1 };
    const key = numbersOr(graph, Number.POSITIVE_INFINITY, x);
    const [values, indices] = graph.nodeOf("TopK", [key, k], 2, sorted) as [string, string];
    const chosen = key === x.name ? values : graph.node("GatherElements", [x.name, indices], { axis: dim });
    return [chosen, graph.cast(indices, "int32")];
  };
}

function variance(c: Context): string {
  const { graph, attrs } = c;
  const { name: x, dtype, shape } = c.x;
  const dims = attrs.numbers("dims");
  const centered = graph.op("Sub", x, reduced(c, "ReduceMean", x, true));
  const total = reduced(c, "ReduceSum", graph.op("Mul", centered, centered), attrs.flag("keepdim"));
  const correction = attrs.number("correction");
  const count = dims.reduce((n: Size, d) => times(n, shape[d]!), 1);
  const less = graph.op("Sub", graph.sizeScalar(count, dtype), graph.scalar(correction, dtype));
  return graph.op("Div", total, graph.op("Max", less, graph.scalar(0, dtype)));
}

/** x without the larger part of an infinite maximum. */
function logSumExp(c: Context): string {
  const { graph, attrs, outputs } = c;
  const { name: x, dtype } = c.x;
  const largest = reduced(c, "ReduceMax", x, true);
  const bound = graph.op("Where", graph.op("IsInf", largest), graph.scalar(0, dtype), largest);
  const sum = reduced(c, "ReduceSum", graph.op("Exp", graph.op("Sub", x, bound)), true);
  const result = graph.op("Add", graph.op("Log", sum), bound);
  return attrs.flag("keepdim") ? result : graph.reshape(result, outputs[0]!.shape);
}

function norm(c: Context): string {
  const { graph, attrs } = c;
  const { name, dtype } = c.x;
  const [p, keepdim] = [attrs.number("p"), attrs.flag("keepdim")];
  if (p === 2) return reduced(c, "ReduceL2", name, keepdim);
  const sizes = graph.op("Abs", name);
  if (p === Number.POSITIVE_INFINITY) return extreme(c, "ReduceMax", { name: sizes, dtype }, keepdim);
  if (p === Number.NEGATIVE_INFINITY) return extreme(c, "ReduceMin", { name: sizes, dtype }, keepdim);
  if (p === 1) return reduced(c, "ReduceSum", sizes, keepdim);
  if (p === 0)
    return reduced(c, "ReduceSum", graph.op("Sign", numbersOr(graph, 1, { name: sizes, dtype })), keepdim);
  const total = reduced(c, "ReduceSum", graph.op("Pow", sizes, graph.scalar(p, dtype)), keepdim);
  return graph.op("Pow", total, graph.scalar(1 / p, dtype));
}

function scan(operator: string): Express {
  return (c) => {
    const { graph, attrs } = c;
    const x = converted(c, c.x, c.dtype);
    if (c.x.shape.length === 0) return x;
    const dim = graph.scalar(attrs.number("dim"), "int64");
    return graph.node(operator, [x, dim], { reverse: Number(attrs.flag("reverse")) });
  };
}

// ONNX has no running products: row i of a square is the elements up to i, and ones.
function runningProduct(c: Context): string {
  const { graph, attrs, dtype } = c;
  const { shape } = c.x;
  const x = converted(c, c.x, dtype);
  if (shape.length === 0) return x;
  const dim = attrs.number("dim");
  const steps = graph.range(shape[dim]!);
  const rows = graph.op("Unsqueeze", steps, graph.ints([1]));
  const within = graph.op(attrs.flag("reverse") ? "LessOrEqual" : "GreaterOrEqual", rows, steps);
  const after = shape.slice(dim + 1).map((_, d) => d + 2);
  const mask = after.length === 0 ? within : graph.op("Unsqueeze", within, graph.ints(after));
  const square = graph.op("Where", mask, graph.op("Unsqueeze", x, graph.ints([dim])), graph.scalar(1, dtype));
  return graph.node("ReduceProd", [square, graph.ints([dim + 1])], { keepdims: 0 });
}

function along(operator: string): Express {
  return ({ graph, x, attrs }) => graph.node(operator, [x.name], { axis: attrs.number("dim") });
}

export const reduce: OpTable = {
  sum: reduction("ReduceSum"),
  prod: reduction("ReduceProd"),
  amax: extremes("ReduceMax"),
  amin: extremes("ReduceMin"),
  all: ofTruths("ReduceMin"),
  any: ofTruths("ReduceMax"),
  argmax: (c) => indexOf(c, "ArgMax", 0),
  argmin: (c) => indexOf(c, "ArgMin", 0),
  max: selection("ReduceMax", "ArgMax"),
  min: selection("ReduceMin", "ArgMin"),
  sort: ranking((c) => c.attrs.flag("descending")),
  topk: ranking((c) => c.attrs.flag("largest")),
  variance,
  std: (c) => c.graph.op("Sqrt", variance(c)),
  norm,
  logsumexp: logSumExp,
  softmax: along("Softmax"),
  logSoftmax: along("LogSoftmax"),
  cumsum: scan("CumSum"),
  cumprod: runningProduct,
};

function windows({ attrs }: Context): Attributes {
  const [strides, dilations] = [attrs.numbers("stride"), attrs.numbers("dilation")];
  const padding = attrs.numbers("padding");
  return { strides, pads: [...padding, ...padding], dilations };
}

/** The number of windows on a padded dim. */
function windowCount(size: Size, kernel: number, stride: number, dilation: number): Size {
  const span = dilation * (kernel - 1) + 1;
  if (typeof size === "number") return Math.floor((size - span) / stride) + 1;
  if (stride === 1) return affine(size, 1, 1 - span);
  // The sum is not negative where a window fits.
  return affine({ kind: "quotient", of: affine(size, 1, stride - span), by: stride }, 1, 0);
}

// (…, H, W) → (…, OH, OW, KH, KW): first the rows of each window, then the columns.
function unfold({ graph, x: { name, shape }, attrs }: Context): string {
  const [kernel, stride, dilation] = ["kernel", "stride", "dilation"].map((key) => attrs.numbers(key));
  const lead = shape.length - 2;
  const indices = (i: number): string => {
    const count = windowCount(shape[lead + i]!, kernel![i]!, stride![i]!, dilation![i]!);
    const [by, step] = [graph.scalar(stride![i]!, "int64"), graph.scalar(dilation![i]!, "int64")];
    const starts = graph.op("Unsqueeze", graph.op("Mul", graph.range(count), by), graph.ints([1]));
    return graph.op("Add", starts, graph.op("Mul", graph.range(kernel![i]!), step));
  };
  const rows = graph.node("Gather", [name, indices(0)], { axis: lead });
  const all = graph.node("Gather", [rows, indices(1)], { axis: lead + 2 });
  const order = shape.slice(0, lead).map((_, d) => d);
  return graph.transpose(all, [...order, lead, lead + 2, lead + 1, lead + 3]);
}

/** The padding, where the last windows reach beyond it. */
function overhang({ x, attrs }: Context): Attributes {
  if (!attrs.has("counts")) return {};
  const [counts, kernel, stride] = ["counts", "kernel", "stride"].map((key) => attrs.numbers(key));
  const [padding, dilation] = ["padding", "dilation"].map((key) => attrs.numbers(key));
  const after = counts!.map((count, i) => {
    const end = (count - 1) * stride![i]! + dilation![i]! * (kernel![i]! - 1) + 1 - padding![i]!;
    return Math.max(padding![i]!, end - Number(x.shape.at(i - 2)));
  });
  return { pads: [...padding!, ...after] };
}

export const windowed: OpTable = {
  unfold,
  conv2d: (c) => {
    const names = c.inputs.map(({ name }) => name);
    return c.graph.node("Conv", names, { ...windows(c), group: c.attrs.number("groups") });
  },
  // ONNX counts through the whole tensor, Saccade within each image.
  maxPoolIndex: (c) => {
    const { graph, x, attrs, outputs } = c;
    const [height, width] = [x.shape.at(-2)!, x.shape.at(-1)!];
    const known = numbersOr(graph, Number.POSITIVE_INFINITY, x);
    const images = graph.op("Reshape", known, graph.sizes([-1, 1, height, width]));
    const pool = { kernel_shape: attrs.numbers("kernel"), ...windows(c), ...overhang(c) };
    const [, indices] = graph.nodeOf("MaxPool", [images], 2, pool) as [string, string];
    const size = times(height, width);
    const within = graph.op("Mod", indices, graph.sizeScalar(size, "int64"));
    return [graph.cast(graph.reshape(within, outputs[0]!.shape), "int32")];
  },
};
