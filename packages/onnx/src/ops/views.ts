import type { Context, OpTable } from "./context.ts";
import { slice } from "./slice.ts";

const same = ({ inputs }: Context): string[] => [inputs[0]!.name];

export const views: OpTable = {
  contiguous: same,
  detach: same,
  permute: ({ graph, inputs, attrs }) => [graph.transpose(inputs[0]!.name, attrs.numbers("dims"))],
  view: ({ graph, inputs, outputs }) => [graph.reshape(inputs[0]!.name, outputs[0]!.shape)],
  expand: ({ graph, inputs, outputs }) => [
    graph.node("Expand", [inputs[0]!.name, graph.sizes(outputs[0]!.shape)]),
  ],
  slice: (c) => [slice(c)],
  split: ({ graph, inputs, attrs, outputs }) => {
    const dim = attrs.number("dim");
    return graph.nodeOf("Split", [inputs[0]!.name, graph.sizes(attrs.sizes("sizes"))], outputs.length, {
      axis: dim,
    });
  },
  unbind: ({ graph, inputs, attrs, outputs }) => {
    const dim = attrs.number("dim");
    return outputs.map((_, i) =>
      graph.node("Gather", [inputs[0]!.name, graph.scalar(i, "int64")], { axis: dim }),
    );
  },
  flip: ({ graph, inputs, attrs }) => {
    const dims = attrs.numbers("dims");
    if (dims.length === 0) return [inputs[0]!.name];
    const each = (value: number): number[] => dims.map(() => value);
    return [graph.slice(inputs[0]!.name, dims, each(-1), each(-(2 ** 31)), each(-1))];
  },
  tril: triangle(0),
  triu: triangle(1),
};

// Trilu takes int64 and floats.
function triangle(upper: 0 | 1): (c: Context) => string[] {
  return (c) => {
    const { graph, attrs } = c;
    const [{ dtype }] = c.outputs as readonly [Context["outputs"][number]];
    const diagonal = graph.sizeScalar(attrs.size("diagonal"), "int64");
    const whole = dtype === "int32" || dtype === "bool";
    const x = whole ? graph.cast(c.inputs[0]!.name, "int64") : c.inputs[0]!.name;
    const out = graph.node("Trilu", [x, diagonal], { upper });
    return [whole ? graph.cast(out, dtype) : out];
  };
}
