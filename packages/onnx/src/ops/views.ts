import type { Context, OpTable } from "./context.ts";
import { slice } from "./slice.ts";

const same = ({ x }: Context): string => x.name;

export const views: OpTable = {
  contiguous: same,
  detach: same,
  permute: ({ graph, x, attrs }) => graph.transpose(x.name, attrs.numbers("dims")),
  view: ({ graph, x, outputs }) => graph.reshape(x.name, outputs[0]!.shape),
  expand,
  slice,
  flip: ({ graph, x, attrs }) => {
    const dims = attrs.numbers("dims");
    if (dims.length === 0) return [x.name];
    const each = (value: number): number[] => dims.map(() => value);
    return [graph.slice(x.name, dims, each(-1), each(-(2 ** 31)), each(-1))];
  },
  tril: triangle(0),
  triu: triangle(1),
};

// Engines stretch a dim of 1 to many, but not to none: where a size may be 0, the dim of 1 is cut first.
function expand(c: Context): string {
  const { graph, outputs, each } = c;
  const { name, shape } = c.x;
  const wanted = outputs[0]!.shape;
  if (wanted.includes(0) && !shape.includes(0)) return c.refuse("gives no elements, whatever the sizes.");
  const lead = wanted.length - shape.length;
  const vanishes = (d: number): boolean =>
    each.some(({ inputs, outputs }) => outputs[0]![d] === 0 && inputs[0]![d - lead] !== 0);
  const cut = wanted.map((_, d) => d).filter(vanishes);
  if (cut.length === 0) return graph.op("Expand", name, graph.sizes(wanted));
  const whole = lead === 0 ? name : graph.reshape(name, [...wanted.slice(0, lead).map(() => 1), ...shape]);
  const [starts, ends] = [cut.map(() => 0), cut.map((d) => wanted[d]!)];
  return graph.op("Expand", graph.slice(whole, cut, starts, ends), graph.sizes(wanted));
}

// Trilu takes int64 and floats.
function triangle(upper: 0 | 1): (c: Context) => string[] {
  return (c) => {
    const { graph, attrs, dtype } = c;
    const diagonal = graph.sizeScalar(attrs.size("diagonal"), "int64");
    const whole = dtype === "int32" || dtype === "bool";
    const x = whole ? graph.cast(c.x.name, "int64") : c.x.name;
    const out = graph.node("Trilu", [x, diagonal], { upper });
    return [whole ? graph.cast(out, dtype) : out];
  };
}
