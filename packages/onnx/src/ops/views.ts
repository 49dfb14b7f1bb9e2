import { type Size, sameSize } from "../sizes/size.ts";
import { Attrs, type Context, type Operand, type OpTable } from "./context.ts";

const same = ({ inputs }: Context): string[] => [inputs[0]!.name];

export const views: OpTable = {
  contiguous: same,
  detach: same,
  permute: ({ graph, inputs, attrs }) => [graph.transpose(inputs[0]!.name, attrs.numbers("dims"))],
  view: ({ graph, inputs, outputs }) => [graph.reshape(inputs[0]!.name, outputs[0]!.shape)],
  expand: ({ graph, inputs, outputs }) => [
    graph.node("Expand", [inputs[0]!.name, graph.sizes(outputs[0]!.shape)]),
  ],
  slice: (c) => {
    const part = partOf(c);
    const diagonal = part.steps.findIndex((steps) => steps.filter((step) => step !== 0).length > 1);
    return [diagonal < 0 ? sliceOf(c, part) : diagonalOf(c, part)];
  },
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

interface Part {
  readonly starts: readonly Size[];
  readonly ends: readonly Size[];
  /** For each output dim, the step along each input dim. */
  readonly steps: readonly (readonly number[])[];
}

function partOf({ op, attrs }: Context): Part {
  const steps: unknown = attrs.get("steps");
  const rows: readonly unknown[] = Array.isArray(steps) ? steps : [];
  return {
    starts: attrs.sizes("starts"),
    ends: attrs.sizes("ends"),
    steps: rows.map((row) => new Attrs(op, { row }).numbers("row")),
  };
}

// Each output dim shows one input dim; input dims that none shows are removed.
function sliceOf({ graph, inputs, outputs }: Context, { starts, ends, steps }: Part): string {
  const [{ shape, name }] = inputs as readonly [Operand];
  const out = outputs[0]!.shape;
  const shownBy = shape.map((_, d) => steps.findIndex((row) => row[d] !== 0));
  const stepOf = (d: number): number => steps[shownBy[d]!]?.[d] ?? 1;
  const whole = (d: number): boolean =>
    shownBy[d]! >= 0 && starts[d] === 0 && stepOf(d) === 1 && sameSize(shape[d]!, out[shownBy[d]!]!);
  const cut = shape.map((_, d) => d).filter((d) => !whole(d));
  const removed = cut.filter((d) => shownBy[d]! < 0);
  let x = name;
  if (cut.length > 0) {
    const by = cut.map(stepOf);
    const [from, to] = [cut.map((d) => starts[d]!), cut.map((d) => ends[d]!)];
    x = graph.slice(name, cut, from, to, by.every((step) => step === 1) ? undefined : by);
  }
  return removed.length === 0 ? x : graph.node("Squeeze", [x, graph.ints(removed)]);
}

// Dims a and b become the last ones, joined; the diagonal is every (size of b + 1)-th element.
function diagonalOf(c: Context, { starts, steps }: Part): string {
  const { graph, inputs, outputs } = c;
  const [{ shape, name }] = inputs as readonly [Operand];
  const [a, b] = shape.map((_, d) => d).filter((d) => steps.at(-1)![d] !== 0) as [number, number];
  const others = shape.map((_, d) => d).filter((d) => d !== a && d !== b);
  const last = graph.transpose(name, [...others, a, b]);
  const joined = c.fit(([x]) => x![a]! * x![b]!);
  const flat = graph.reshape(last, [...others.map((d) => shape[d]!), joined]);
  const at = (size: Size): string => graph.sizeScalar(size, "int64");
  const step = graph.node("Add", [at(shape[b]!), at(1)]);
  const start = graph.node("Add", [graph.node("Mul", [at(starts[a]!), at(shape[b]!)]), at(starts[b]!)]);
  const indices = graph.node("Add", [
    graph.node("Mul", [graph.range(outputs[0]!.shape.at(-1)!), step]),
    start,
  ]);
  return graph.node("Gather", [flat, indices], { axis: others.length });
}
