import type { Size } from "../sizes/size.ts";
import type { Context, Express, Operand, OpTable } from "./context.ts";
import { converted } from "./elementwise.ts";
import { writeRows } from "./write-rows.ts";

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
    const column = graph.reshape(
      index.name,
      source.shape.map((size, d): Size => (d === dim ? size : 1)),
    );
    const stretched = graph.node("Expand", [column, graph.sizes(source.shape)]);
    return [graph.node("ScatterElements", [x.name, stretched, source.name], { axis: dim, reduction })];
  };
}

function pad(c: Context): string {
  const { graph, attrs, inputs, outputs } = c;
  const { dtype } = outputs[0]!;
  const whole = dtype === "bool";
  const x = whole ? graph.cast(inputs[0]!.name, "int32") : inputs[0]!.name;
  const pads = graph.sizes([...attrs.sizes("before"), ...attrs.sizes("after")]);
  const value = graph.scalar(attrs.number("value"), whole ? "int32" : dtype);
  const out = graph.node("Pad", [x, pads, value], { mode: "constant" });
  return whole ? graph.cast(out, "bool") : out;
}

export const indexing: OpTable = {
  embedding: ({ graph, inputs }) => [graph.node("Gather", [inputs[0]!.name, inputs[1]!.name], { axis: 0 })],
  indexSelect: ({ graph, inputs, attrs }) => [
    graph.node("Gather", [inputs[0]!.name, inputs[1]!.name], { axis: attrs.number("dim") }),
  ],
  gather: ({ graph, inputs, attrs }) => [
    graph.node("GatherElements", [inputs[0]!.name, inputs[1]!.name], { axis: attrs.number("dim") }),
  ],
  scatter: scatter("none"),
  scatterAdd: scatter("add"),
  indexAdd: scatterSlices("add"),
  indexCopy: scatterSlices("none"),
  cat: (c) => {
    const { dtype } = c.outputs[0]!;
    const parts = c.inputs.filter(({ shape }) => !(shape.length === 1 && shape[0] === 0));
    const names = parts.map((part) => converted(c, part, dtype));
    return [names.length === 1 ? names[0]! : c.graph.node("Concat", names, { axis: c.attrs.number("dim") })];
  },
  pad: (c) => [pad(c)],
  writeRows: (c) => [writeRows(c)],
};
