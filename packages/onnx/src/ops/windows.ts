import { times } from "../sizes/size.ts";
import type { Context, OpTable } from "./context.ts";

function windows({ attrs }: Context): {
  strides: readonly number[];
  pads: readonly number[];
  dilations: readonly number[];
} {
  const padding = attrs.numbers("padding");
  return {
    strides: attrs.numbers("stride"),
    pads: [...padding, ...padding],
    dilations: attrs.numbers("dilation"),
  };
}

export const windowed: OpTable = {
  conv2d: (c) => [
    c.graph.node(
      "Conv",
      c.inputs.map(({ name }) => name),
      { ...windows(c), group: c.attrs.number("groups") },
    ),
  ],
  // ONNX counts through the whole tensor, Saccade within each image.
  maxPoolIndex: (c) => {
    const { graph, inputs, attrs, outputs } = c;
    const { name, shape } = inputs[0]!;
    const [height, width] = [shape.at(-2)!, shape.at(-1)!];
    const images = graph.node("Reshape", [name, graph.sizes([-1, 1, height, width])]);
    const pool = { kernel_shape: attrs.numbers("kernel"), ...windows(c) };
    const [, indices] = graph.nodeOf("MaxPool", [images], 2, pool) as [string, string];
    const size = times(height, width);
    const within = graph.node("Mod", [indices, graph.sizeScalar(size, "int64")]);
    return [graph.cast(graph.reshape(within, outputs[0]!.shape), "int32")];
  },
};
