import type { Graph } from "../graph/graph.ts";
import { type Size, sameSize, times } from "../sizes/size.ts";
import type { Context, Express, Operand, OpTable } from "./context.ts";
import { converted, numberOf } from "./elementwise.ts";

// Ops that pick elements by index, and write rows.

/** Rows that were written from row 0 on, one piece after the other. */
interface Written {
  readonly pieces: readonly string[];
  readonly length: Size;
}

// For each graph, the buffers that a chain of writes fills from the start.
const chainsOf: WeakMap<Graph, Map<string, Written>> = new WeakMap();

/**
 * A buffer (b, h, capacity, d) with rows `start` to `end` replaced. Where a chain of writes fills it exactly, as that of a
 * cache with room for the new rows only, it is their concatenation: nothing is written twice.
 */
function writeRows({ graph, inputs, attrs }: Context): string {
  const [target, rows] = inputs as readonly [Operand, Operand];
  const [start, end, capacity] = [attrs.size("start"), attrs.size("end"), target.shape[2]!];
  const chains = chainsOf.get(graph) ?? new Map<string, Written>();
  chainsOf.set(graph, chains);
  const before = start === 0 ? { pieces: [], length: 0 } : chains.get(target.name);
  const chain = before && sameSize(before.length, start) ? before.pieces : null;
  const pieces = [...(chain ?? [graph.slice(target.name, [2], [0], [start])]), rows.name];
  const rest = sameSize(end, capacity) ? [] : [graph.slice(target.name, [2], [end], [capacity])];
  const parts = [...pieces, ...rest];
  const out = parts.length === 1 ? parts[0]! : graph.concat(parts, 2);
  if (chain) chains.set(out, { pieces, length: end });
  return out;
}

function gather(operator: string): Express {
  return ({ graph, inputs: [x, index], attrs }) =>
    graph.node(operator, [x!.name, index!.name], { axis: attrs.number("dim") });
}

function scatter(reduction: "none" | "add"): Express {
  return ({ graph, inputs, attrs }) => {
    const [x, index, source] = inputs.map(({ name }) => name) as [string, string, string];
    return [graph.node("ScatterElements", [x, index, source], { axis: attrs.number("dim"), reduction })];
  };
}

// The vector of indices is stretched to the source's shape.
function scatterSlices(reduction: "none" | "add"): Express {
  return ({ graph, inputs, attrs }) => {
    const [x, index, source] = inputs as readonly [Operand, Operand, Operand];
    const dim = attrs.number("dim");
    const column = graph.along(index.name, source.shape, dim);
    const stretched = graph.op("Expand", column, graph.sizes(source.shape));
    return [graph.node("ScatterElements", [x.name, stretched, source.name], { axis: dim, reduction })];
  };
}

function pad(c: Context): string {
  const { graph, attrs, dtype } = c;
  const whole = dtype === "bool";
  const x = whole ? graph.cast(c.x.name, "int32") : c.x.name;
  const pads = graph.sizes([...attrs.sizes("before"), ...attrs.sizes("after")]);
  const value = numberOf(c, "value", whole ? "int32" : dtype);
  const out = graph.node("Pad", [x, pads, value], { mode: "constant" });
  return whole ? graph.cast(out, "bool") : out;
}

// Zeros with x in a strided window, such as a diagonal: its elements are scattered into a vector.
function embed({ graph, x, outputs, dtype, attrs }: Context): string {
  const { shape } = outputs[0]!;
  const window = attrs.record("window");
  const total = shape.reduce(times, 1);
  const type = dtype === "bool" ? "int32" : dtype;
  const zeros = graph.op("Expand", graph.scalar(0, type), graph.size(total));
  let indices = graph.op("Expand", graph.sizeScalar(window.size("offset"), "int64"), graph.sizes(x.shape));
  window.sizes("strides").forEach((stride, d) => {
    const line = graph.op("Mul", graph.range(x.shape[d]!), graph.sizeScalar(stride, "int64"));
    indices = graph.op("Add", indices, graph.along(line, x.shape, d));
  });
  const flat = (of: string): string => graph.op("Reshape", of, graph.ints([-1]));
  const values = type === dtype ? x.name : graph.cast(x.name, type);
  const filled = graph.node("ScatterElements", [zeros, flat(indices), flat(values)], { axis: 0 });
  const out = graph.reshape(filled, shape);
  return type === dtype ? out : graph.cast(out, dtype);
}

export const indexing: OpTable = {
  embed,
  embedding: ({ graph, inputs: [x, index] }) => graph.node("Gather", [x!.name, index!.name], { axis: 0 }),
  indexSelect: gather("Gather"),
  gather: gather("GatherElements"),
  scatter: scatter("none"),
  scatterAdd: scatter("add"),
  indexAdd: scatterSlices("add"),
  indexCopy: scatterSlices("none"),
  cat: (c) => {
    const parts = c.inputs.filter(({ shape }) => !(shape.length === 1 && shape[0] === 0));
    const some = parts.length === 0 ? c.inputs.slice(0, 1) : parts;
    const names = some.map((part) => converted(c, part, c.dtype));
    return [names.length === 1 ? names[0]! : c.graph.concat(names, c.attrs.number("dim"))];
  },
  pad,
  writeRows,
};

// −Σ_c q_c w_c ln p_c, where q is 1 − s at the target, plus s / C everywhere; 0 for ignored targets.
function classLoss(c: Context, logs: string, smoothing: number): string {
  const { graph, inputs, attrs, dtype } = c;
  const [x, target, weight] = inputs as readonly [Operand, Operand, Operand | undefined];
  const dim = attrs.number("dim");
  const axis = graph.ints([dim]);
  const ignored = graph.op("Equal", target.name, graph.scalar(attrs.number("ignoreIndex"), "int32"));
  const classes = graph.op("Where", ignored, graph.scalar(0, "int32"), target.name);
  const found = graph.node("GatherElements", [logs, graph.op("Unsqueeze", classes, axis)], { axis: dim });
  let sum = graph.op("Squeeze", found, axis);
  if (weight) sum = graph.op("Mul", sum, graph.node("Gather", [weight.name, classes], { axis: 0 }));
  if (smoothing > 0) {
    const column = weight && graph.along(weight.name, x.shape.slice(dim), 0);
    const weighted = column === undefined ? logs : graph.op("Mul", logs, column);
    const all = graph.node("ReduceSum", [weighted, axis], { keepdims: 0 });
    const share = graph.op("Div", graph.scalar(smoothing, dtype), graph.sizeScalar(x.shape[dim]!, dtype));
    const most = graph.op("Mul", sum, graph.scalar(1 - smoothing, dtype));
    sum = graph.op("Add", most, graph.op("Mul", all, share));
  }
  return graph.op("Where", ignored, graph.scalar(0, dtype), graph.op("Neg", sum));
}

export const losses: OpTable = {
  crossEntropy: (c) => {
    const logs = c.graph.node("LogSoftmax", [c.x.name], { axis: c.attrs.number("dim") });
    return [classLoss(c, logs, c.attrs.number("labelSmoothing"))];
  },
  nllLoss: (c) => [classLoss(c, c.x.name, 0)],
  mseLoss: ({ graph, inputs, attrs }) => {
    const difference = graph.op("Sub", inputs[0]!.name, inputs[1]!.name);
    const square = graph.op("Mul", difference, difference);
    return [graph.node(attrs.flag("mean") ? "ReduceMean" : "ReduceSum", [square], { keepdims: 0 })];
  },
};
