import type { Attributes } from "../graph/graph.ts";
import { affine, type Size, times } from "../sizes/size.ts";
import type { Context, OpTable } from "./context.ts";
import { numbersOr } from "./nan.ts";

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
