import { times } from "../sizes/size.ts";
import type { Context, Express, Operand, OpTable } from "./context.ts";
import { converted, numberOf } from "./elementwise.ts";
import { writeRows } from "./write-rows.ts";

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
