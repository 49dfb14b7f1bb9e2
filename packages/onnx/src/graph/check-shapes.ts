import type { Shape } from "@saccade/tensor";
import { OnnxError, showSizes } from "../errors.ts";
import type { Initializer, Node } from "../format/model.ts";
import { makerOf, type Program } from "../trace/program.ts";
import type { Graph } from "./graph.ts";

// The shapes of a graph, computed as ONNX does, compared with those of the trace.

/**
 * Computes the shapes of a graph's values as an engine does, at all sizes at which the function was traced.
 *
 * @param names the names of the traced values in the graph
 * @throws OnnxError for a shape that the function did not give.
 */
export function checkShapes(graph: Graph, program: Program, names: ReadonlyMap<number, string>): void {
  const constants = new Map(graph.initializers.map((tensor) => [tensor.name, knownOf(tensor)]));
  const inputs = program.origins.flatMap(({ input, value }) => (input === null ? [] : [{ input, value }]));
  program.samples.forEach((sizes, k) => {
    const known = new Map<string, Known>(constants);
    for (const { input, value } of inputs) known.set(input, { shape: program.shapes[value]![k]! });
    for (const node of graph.nodes) {
      try {
        const rule = rules[node.op]!;
        const made = rule({ node, inputs: node.inputs.map((name) => known.get(name)) });
        node.outputs.forEach((name, i) => {
          known.set(name, made[i]!);
        });
      } catch (error) {
        const { message } = error instanceof Error ? error : { message: String(error) };
        throw new OnnxError(
          `exportOnnx: the graph has no result at ${showSizes(sizes)}, where the function has one: ${node.op} (${node.name}): ` +
            `${message} Leave the size out of dynamicAxes.`,
        );
      }
    }
    for (const [value, name] of names) {
      const [want, found] = [program.shapes[value]![k]!, known.get(name)];
      if (found && String(found.shape) !== String(want))
        throw new OnnxError(
          `exportOnnx: ${makerOf(program.steps, value)} gives [${found.shape.join(", ")}] in a graph at ` +
            `${showSizes(sizes)}, and [${want.join(", ")}] here. Leave the size out of dynamicAxes.`,
        );
    }
  });
}

const most = 64;

function knownOf({ type, shape, bytes }: Initializer): Known {
  const count = shape.reduce((a, b) => a * b, 1);
  if (type !== "int64" || count > most) return { shape };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { shape, ints: Array.from({ length: count }, (_, i) => Number(view.getBigInt64(8 * i, true))) };
}

// The shapes that ONNX's operators give, and the whole numbers that shapes are computed with.

/** The facts known about a value: its shape, and its elements if they are few whole numbers. */
interface Known {
  readonly shape: Shape;
  readonly ints?: readonly number[] | undefined;
}

/** A node and its inputs; a missing input is undefined. */
interface Call {
  readonly node: Node;
  readonly inputs: readonly (Known | undefined)[];
}

/** The outputs of a node. */
type Rule = (call: Call) => readonly Known[];

const same: Rule = ({ inputs }) => [inputs[0]!];
const sameShape: Rule = ({ inputs }) => [{ shape: inputs[0]!.shape }];

function one(shape: (call: Call) => Shape): Rule {
  return (call) => [{ shape: shape(call) }];
}

function int(node: Node, name: string, otherwise: number): number {
  const given = node.attributes[name];
  return given && "int" in given ? given.int : otherwise;
}

function intsOf(node: Node, name: string): readonly number[] | null {
  const given = node.attributes[name];
  return given && "ints" in given ? given.ints : null;
}

function elements(known: Known | undefined): readonly number[] {
  if (known?.ints) return known.ints;
  throw new OnnxError("a size is not known.");
}

function axisOf(axis: number, ndim: number): number {
  return axis < 0 ? axis + ndim : axis;
}

function sized(shape: Shape): number {
  return shape.reduce((a, b) => a * b, 1);
}

/** The shape of several that broadcast. */
function broadcast(shapes: readonly Shape[]): Shape {
  const n = Math.max(...shapes.map((shape) => shape.length));
  return Array.from({ length: n }, (_, i) => {
    const sizes = shapes.map((shape) => shape[i - (n - shape.length)] ?? 1).filter((size) => size !== 1);
    if (new Set(sizes).size > 1)
      throw new OnnxError(`${shapes.map((s) => `[${s}]`).join(" and ")} do not broadcast.`);
    return sizes[0] ?? 1;
  });
}

type Arithmetic = (a: number, b: number) => number;

function elementwise(arithmetic?: Arithmetic): Rule {
  return ({ inputs }) => {
    const shape = broadcast(inputs.map((x) => x!.shape));
    const [a, b] = inputs;
    if (!arithmetic || !a?.ints || !b?.ints || inputs.length > 2) return [{ shape }];
    const at = (x: readonly number[], i: number): number => x[x.length === 1 ? 0 : i]!;
    const length = sized(shape);
    if (length > Math.max(a.ints.length, b.ints.length)) return [{ shape }];
    return [{ shape, ints: Array.from({ length }, (_, i) => arithmetic(at(a.ints!, i), at(b.ints!, i))) }];
  };
}

const reduced: Rule = ({ node, inputs: [x, axes] }) => {
  const { shape } = x!;
  const given = axes ? elements(axes) : [];
  const all = given.length === 0 && int(node, "noop_with_empty_axes", 0) === 0;
  const dims = all ? shape.map((_, d) => d) : given.map((axis) => axisOf(axis, shape.length));
  return [{ shape: without(shape, dims, int(node, "keepdims", 1) === 1) }];
};

function without(shape: Shape, dims: readonly number[], keep: boolean): Shape {
  return keep
    ? shape.map((size, d) => (dims.includes(d) ? 1 : size))
    : shape.filter((_, d) => !dims.includes(d));
}

function reshape({ node, inputs: [x, target] }: Call): Known {
  const asIs = int(node, "allowzero", 0) === 1;
  const wanted = elements(target).map((size, i) => (size === 0 && !asIs ? x!.shape[i]! : size));
  const rest = sized(wanted.filter((size) => size !== -1));
  const shape = wanted.map((size) => (size === -1 ? sized(x!.shape) / rest : size));
  if (sized(shape) !== sized(x!.shape) || !shape.every(Number.isInteger))
    throw new OnnxError(`[${x!.shape}] is no [${wanted}].`);
  return { shape, ints: x!.ints };
}

function slice({ inputs: [x, starts, ends, axes, steps] }: Call): Known {
  const shape = [...x!.shape];
  elements(axes).forEach((axis, i) => {
    const d = axisOf(axis, shape.length);
    const [size, step] = [shape[d]!, steps ? elements(steps)[i]! : 1];
    const [low, high] = step > 0 ? [0, size] : [-1, size - 1];
    const clip = (at: number, from: number): number =>
      Math.min(Math.max(at < 0 ? at + size : at, from), high);
    const [start, end] = [clip(elements(starts)[i]!, Math.max(low, 0)), clip(elements(ends)[i]!, low)];
    shape[d] = Math.max(0, Math.ceil((end - start) / step));
  });
  return { shape };
}

function matmul(a: Shape, b: Shape): Shape {
  const [left, right] = [a.length === 1 ? [1, ...a] : a, b.length === 1 ? [...b, 1] : b];
  if (left.at(-1) !== right.at(-2)) throw new OnnxError(`[${a}] and [${b}] have no product.`);
  const lead = broadcast([left.slice(0, -2), right.slice(0, -2)]);
  return [...lead, ...(a.length === 1 ? [] : [left.at(-2)!]), ...(b.length === 1 ? [] : [right.at(-1)!])];
}

// (n, c, …) and the sizes of a window to the number of windows along each dim.
function windows(node: Node, sizes: Shape, kernel: readonly number[]): Shape {
  const [strides, pads, dilations] = ["strides", "pads", "dilations"].map((name) => intsOf(node, name));
  return sizes.map((size, d) => {
    const n = kernel.length;
    const padded = size + (pads?.[d] ?? 0) + (pads?.[d + n] ?? 0);
    return Math.floor((padded - (dilations?.[d] ?? 1) * (kernel[d]! - 1) - 1) / (strides?.[d] ?? 1)) + 1;
  });
}

function concat({ node, inputs }: Call): Known {
  const shapes = inputs.map((x) => x!.shape);
  const axis = axisOf(int(node, "axis", 0), shapes[0]!.length);
  const others = shapes.map((shape) => String(shape.filter((_, d) => d !== axis)));
  if (new Set(others).size > 1)
    throw new OnnxError(`${shapes.map((s) => `[${s}]`).join(" and ")} do not join.`);
  const total = shapes.reduce((sum, other) => sum + other[axis]!, 0);
  const shape = shapes[0]!.with(axis, total);
  const known = inputs.every((x) => x!.ints) && shape.length === 1;
  return { shape, ints: known ? inputs.flatMap((x) => x!.ints!) : undefined };
}

function split({ node, inputs: [x, sizes] }: Call): Known[] {
  const { shape } = x!;
  const axis = axisOf(int(node, "axis", 0), shape.length);
  const n = node.outputs.length;
  const parts = sizes ? elements(sizes) : node.outputs.map(() => shape[axis]! / n);
  if (parts.reduce((a, b) => a + b, 0) !== shape[axis] || !parts.every(Number.isInteger))
    throw new OnnxError(`[${shape}] has no parts of ${parts}.`);
  return parts.map((size) => ({ shape: shape.with(axis, size) }));
}

// x (steps, b, features), w (directions, gates · hidden, features)
const recurrent: Rule = ({ node, inputs: [x] }) => {
  const [steps, b] = x!.shape as readonly [number, number];
  const hidden = int(node, "hidden_size", 0);
  return node.outputs.map((_, i) => ({ shape: i === 0 ? [steps, 1, b, hidden] : [1, b, hidden] }));
};

function along(node: Node, shape: Shape, size: number): Shape {
  return shape.with(axisOf(int(node, "axis", -1), shape.length), size);
}

function each(names: string, rule: Rule): Record<string, Rule> {
  return Object.fromEntries(names.split(" ").map((name) => [name, rule]));
}

/** The rules of the operators that files have. */
const rules: Readonly<Record<string, Rule>> = {
  ...each("Identity Cast", same),
  ...each(
    "Not IsNaN IsInf Neg Abs Sign Exp Log Sqrt Reciprocal Sin Cos Tan Tanh Floor Ceil Round",
    sameShape,
  ),
  ...each("Relu Clip Sigmoid Erf Softplus Elu LeakyRelu Softmax LogSoftmax CumSum Trilu", sameShape),
  ...each("ScatterElements LayerNormalization RMSNormalization", sameShape),
  ...each("Pow Mod And Or Xor Equal Less LessOrEqual Greater GreaterOrEqual Where", elementwise()),
  ...each("ReduceSum ReduceProd ReduceMax ReduceMin ReduceMean ReduceL2", reduced),
  ...each("GRU LSTM", recurrent),
  Add: elementwise((a, b) => a + b),
  Sub: elementwise((a, b) => a - b),
  Mul: elementwise((a, b) => a * b),
  Div: elementwise((a, b) => Math.trunc(a / b)),
  Max: elementwise(Math.max),
  Min: elementwise(Math.min),
  Shape: ({ node, inputs: [x] }) => {
    const ints = x!.shape.slice(int(node, "start", 0), int(node, "end", x!.shape.length));
    return [{ shape: [ints.length], ints }];
  },
  Reshape: (call) => [reshape(call)],
  Expand: one(({ inputs: [x, target] }) => broadcast([x!.shape, elements(target)])),
  Slice: (call) => [slice(call)],
  Concat: (call) => [concat(call)],
  Split: split,
  Transpose: one(({ node, inputs: [x] }) => (intsOf(node, "perm") ?? []).map((d) => x!.shape[d]!)),
  Squeeze: ({ inputs: [x, axes] }) => {
    const dims = axes
      ? elements(axes).map((axis) => axisOf(axis, x!.shape.length))
      : x!.shape.map((_, d) => d).filter((d) => x!.shape[d] === 1);
    if (dims.some((d) => x!.shape[d] !== 1)) throw new OnnxError(`dims ${dims} of [${x!.shape}] are not 1.`);
    return [{ shape: without(x!.shape, dims, false), ints: x!.ints }];
  },
  Unsqueeze: ({ inputs: [x, axes] }) => {
    const n = x!.shape.length + elements(axes).length;
    const dims = elements(axes).map((axis) => axisOf(axis, n));
    const rest = [...x!.shape];
    const shape = Array.from({ length: n }, (_, d) => (dims.includes(d) ? 1 : rest.shift()!));
    return [{ shape, ints: x!.ints }];
  },
  Gather: one(({ node, inputs: [x, indices] }) => {
    const axis = axisOf(int(node, "axis", 0), x!.shape.length);
    return [...x!.shape.slice(0, axis), ...indices!.shape, ...x!.shape.slice(axis + 1)];
  }),
  GatherElements: one(({ inputs }) => inputs[1]!.shape),
  Range: one(({ inputs }) => {
    const [start, limit, step] = inputs.map((x) => elements(x)[0]!) as [number, number, number];
    return [Math.max(0, Math.ceil((limit - start) / step))];
  }),
  ...each(
    "ArgMax ArgMin",
    one(({ node, inputs: [x] }) =>
      without(x!.shape, [axisOf(int(node, "axis", 0), x!.shape.length)], int(node, "keepdims", 1) === 1),
    ),
  ),
  TopK: ({ node, inputs: [x, k] }) => {
    const shape = along(node, x!.shape, elements(k)[0]!);
    return [{ shape }, { shape }];
  },
  MatMul: one(({ inputs: [a, b] }) => matmul(a!.shape, b!.shape)),
  Conv: one(({ node, inputs: [x, weight] }) => [
    x!.shape[0]!,
    weight!.shape[0]!,
    ...windows(node, x!.shape.slice(2), weight!.shape.slice(2)),
  ]),
  MaxPool: ({ node, inputs: [x] }) => {
    const made = windows(node, x!.shape.slice(2), intsOf(node, "kernel_shape")!);
    return node.outputs.map(() => ({ shape: [...x!.shape.slice(0, 2), ...made] }));
  },
  Pad: one(({ inputs: [x, pads] }) => {
    const by = elements(pads);
    return x!.shape.map((size, d) => size + by[d]! + by[d + x!.shape.length]!);
  }),
};
