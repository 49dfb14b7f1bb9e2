import { keyOf, type Size } from "../sizes/size.ts";
import type { Context, Operand, OpTable } from "./context.ts";
import { converted, numberOf } from "./elementwise.ts";

// Products of matrices, linear layers, and weights in 16 bits.

/** x with its last two dims exchanged. */
function turned({ graph }: Context, { name, shape }: Operand): string {
  const n = shape.length;
  return graph.transpose(name, [...shape.slice(2).map((_, i) => i), n - 1, n - 2]);
}

/** softmax over the allowed keys of (…, n) scores; zeros where none is. `fill` replaces the others. */
function softmaxAmong(c: Context, scores: string, allowed: string, fill: number = lowest): string {
  const { graph, dtype } = c;
  const masked = graph.op("Where", allowed, scores, graph.scalar(fill, dtype));
  const weights = graph.node("Softmax", [masked], { axis: -1 });
  return fill === lowest ? graph.op("Where", allowed, weights, graph.scalar(0, dtype)) : weights;
}

// A row with only these becomes NaN, which is replaced.
const lowest = Number.NEGATIVE_INFINITY;

function scaledDotProduct(c: Context): readonly string[] {
  const { graph, inputs, attrs, dtype } = c;
  const [q, k, v, ...more] = inputs as readonly [Operand, Operand, Operand, ...Operand[]];
  if (attrs.get("state") !== null) return c.refuse("drops weights at random; export in eval mode.");
  if (attrs.has("program"))
    return c.refuse(
      "runs a scoreMod or a block mask in a kernel; export the call with needWeights: true, which composes it.",
    );
  const keysTurned = { name: turned(c, k), shape: turnedShape(k.shape) };
  let scores = graph.op("Mul", product(c, q, keysTurned), numberOf(c, "scale", dtype));
  if (attrs.flag("biased")) scores = graph.op("Add", scores, converted(c, more.at(-1)!, dtype));
  const allowed = allowedKeys(c, q.shape.at(-2)!, k.shape.at(-2)!);
  const weights = allowed ? softmaxAmong(c, scores, allowed) : graph.node("Softmax", [scores], { axis: -1 });
  const output = product(c, { name: weights, shape: [...q.shape.slice(0, -1), k.shape.at(-2)!] }, v);
  return [output, c.wants(1) ? logSumExp(c, scores, allowed) : output];
}

function allowedKeys(c: Context, queries: Size, keys: Size): string | null {
  const { graph, inputs, attrs } = c;
  const mask = attrs.flag("masked") ? inputs[3]!.name : null;
  if (!attrs.flag("causal")) return mask;
  const past = graph.once(`causal ${keyOf(queries)} ${keyOf(keys)}`, () => {
    const rows = graph.op("Unsqueeze", graph.range(queries), graph.ints([1]));
    return graph.op("GreaterOrEqual", rows, graph.range(keys));
  });
  return mask ? graph.op("And", mask, past) : past;
}

function logSumExp({ graph, dtype }: Context, scores: string, allowed: string | null): string {
  const [zero, none] = [graph.scalar(0, dtype), graph.scalar(Number.NEGATIVE_INFINITY, dtype)];
  const masked = allowed ? graph.op("Where", allowed, scores, none) : scores;
  const keep = { keepdims: 1 };
  const last = graph.ints([-1]);
  const largest = graph.node("ReduceMax", [masked, last], keep);
  const bound = graph.op("Where", graph.op("IsInf", largest), zero, largest);
  const sum = graph.node("ReduceSum", [graph.op("Exp", graph.op("Sub", masked, bound)), last], keep);
  return graph.op("Squeeze", graph.op("Add", graph.op("Log", sum), bound), last);
}

// Both operators want a scale; ones where there is no weight.
function norm({ graph, inputs, attrs }: Context, operator: string): string {
  const dims = attrs.number("dims");
  const [x, weight, ...bias] = inputs as readonly [Operand, ...Operand[]];
  const scale =
    weight?.name ?? graph.op("Expand", graph.scalar(1, x.dtype), graph.sizes(x.shape.slice(-dims)));
  return graph.node(operator, [x.name, scale, ...bias.map(({ name }) => name)], {
    axis: -dims,
    epsilon: { float: attrs.number("eps") },
  });
}

// (a, b) becomes (a cos − b sin, b cos + a sin).
function rotary({ graph, inputs, attrs, outputs }: Context): string {
  const [x, table] = inputs.map(({ name }) => name) as [string, string];
  const parts = (of: string): [string, string] =>
    graph.nodeOf("Split", [of], 2, { axis: -1, num_outputs: 2 }) as [string, string];
  const every = (start: number): string => graph.slice(x, [-1], [start], [2 ** 31 - 1], [2]);
  const neighbours = attrs.flag("interleaved");
  const [a, b] = neighbours ? [every(0), every(1)] : parts(x);
  const [cosines, sines] = parts(table);
  const [mul, last] = [(p: string, q: string): string => graph.op("Mul", p, q), graph.ints([-1])];
  const [plus, minus] = attrs.flag("inverse") ? ["Sub", "Add"] : ["Add", "Sub"];
  const turned = [
    graph.op(minus!, mul(a, cosines), mul(b, sines)),
    graph.op(plus!, mul(b, cosines), mul(a, sines)),
  ];
  if (!neighbours) return graph.concat(turned, -1);
  const columns = turned.map((part) => graph.op("Unsqueeze", part, last));
  return graph.reshape(graph.concat(columns, -1), outputs[0]!.shape);
}

// Whether an operand is empty, whatever the sizes: ONNX Runtime joins products and sums, and fails at such ones.
function nothing({ inputs }: Context): boolean {
  return inputs.slice(0, 2).some(({ shape }) => shape.includes(0));
}

export const linear: OpTable = {
  matmul: (c) => {
    const [a, b] = c.inputs.map((x) => ({ name: converted(c, x, c.dtype), shape: x.shape }));
    if (nothing(c))
      return [c.graph.op("Expand", c.graph.scalar(0, c.dtype), c.graph.sizes(c.outputs[0]!.shape))];
    return [product(c, a!, b!)];
  },
  linear: (c) => {
    const [x, weight, bias] = c.inputs as readonly [Operand, Operand, Operand | undefined];
    if (nothing(c)) {
      const { dtype, shape } = c.outputs[0]!;
      return [c.graph.op("Expand", bias?.name ?? c.graph.scalar(0, dtype), c.graph.sizes(shape))];
    }
    const turnedWeight = c.graph.once(`turned ${weight.name}`, () => turned(c, weight));
    const product = c.graph.op("MatMul", x.name, turnedWeight);
    return [bias ? c.graph.op("Add", product, bias.name) : product];
  },
  // Masked elements are 0 in the first operand.
  matmulWhere: (c) => product(c, c.x, c.inputs[1]!),
  scoresWhere: (c) => {
    const [a, b, allowed] = c.inputs as readonly [Operand, Operand, Operand];
    const products = product(c, a, { name: turned(c, b), shape: turnedShape(b.shape) });
    return [c.graph.op("Where", allowed.name, products, c.graph.scalar(0, c.dtype))];
  },
  softmaxWhere: (c) => {
    const fill = c.attrs.number("fill");
    const [scores, allowed] = c.inputs as readonly [Operand, Operand];
    return [softmaxAmong(c, scores.name, allowed.name, fill)];
  },
  // v · tanh(q + k)
  additiveScores: ({ graph, inputs }) => {
    const [q, k, v] = inputs.map(({ name }) => name) as [string, string, string];
    const queries = graph.op("Unsqueeze", q, graph.ints([-2]));
    const keys = graph.op("Unsqueeze", k, graph.ints([-3]));
    return [graph.op("MatMul", graph.op("Tanh", graph.op("Add", queries, keys)), v)];
  },
  scaledDotProduct,
  layerNorm: (c) => norm(c, "LayerNormalization"),
  rmsNorm: (c) => norm(c, "RMSNormalization"),
  rotary,
};

/** A matrix in the graph, with its shape. */
interface Matrix {
  readonly name: string;
  readonly shape: readonly Size[];
}

/**
 * a · b. Engines fail, or give anything, where a size is 0: then the sum of nothing gets a term of 0, and a result without rows or
 * columns gets one that is cut off again.
 */
function product(c: Context, a: Matrix, b: Matrix): string {
  const { graph } = c;
  const rows = a.shape.length > 1 ? a.shape.at(-2)! : 1;
  const columns = b.shape.length > 1 ? b.shape.at(-1)! : 1;
  const [noTerms, noRows, noColumns] = [a.shape.at(-1)!, rows, columns].map((size) => c.vanishes(size));
  const left = padded(c, a, { "-1": noTerms!, "-2": noRows! });
  const right = padded(c, b, { [b.shape.length > 1 ? -2 : -1]: noTerms!, ...(noColumns && { "-1": true }) });
  const out = graph.op("MatMul", left, right);
  // The last dims of the result: rows and columns, where both are matrices.
  const row = b.shape.length > 1 ? -2 : -1;
  const cuts = [
    ...(noRows ? [{ dim: row, end: rows }] : []),
    ...(noColumns ? [{ dim: -1, end: columns }] : []),
  ];
  if (cuts.length === 0) return out;
  const [dims, starts, ends] = [cuts.map(({ dim }) => dim), cuts.map(() => 0), cuts.map(({ end }) => end)];
  return graph.slice(out, dims, starts, ends);
}

// One more element of 0 along some dims, counted from the end.
function padded({ graph, dtype }: Context, { name, shape }: Matrix, dims: Record<string, boolean>): string {
  const wanted = Object.keys(dims).filter((dim) => dims[dim]);
  if (wanted.length === 0) return name;
  const pads = new Array<number>(2 * shape.length).fill(0);
  for (const dim of wanted) pads[pads.length + Number(dim)] = 1;
  const zero = graph.scalar(0, dtype);
  return graph.node("Pad", [name, graph.ints(pads), zero], { mode: "constant" });
}

/** The shape of a matrix with its last two dims exchanged. */
function turnedShape(shape: readonly Size[]): readonly Size[] {
  return [...shape.slice(0, -2), shape.at(-1)!, shape.at(-2)!];
}

// 16-bit weights stay so in the file: a Cast widens them, of all of a map's weight or of the rows of a table.

function widened(c: Context, { name, half }: Operand): string {
  if (half === null)
    return c.refuse(
      "unpacks 16-bit numbers that are computed, an input, or also used as whole numbers; give it a constant tensor, such as a HalfLinear's weight.",
    );
  return c.graph.cast(name, c.dtype);
}

export const halves: OpTable = {
  widenHalf: (c) => widened(c, c.x),
  halfLinear: (c) => {
    const [x, weight, bias] = c.inputs as readonly [Operand, Operand, Operand | undefined];
    const turnedWeight = c.graph.once(`widened ${weight.name} ${c.dtype}`, () =>
      turned(c, { ...weight, name: widened(c, weight) }),
    );
    const product = c.graph.op("MatMul", x.name, turnedWeight);
    return [bias ? c.graph.op("Add", product, bias.name) : product];
  },
};
