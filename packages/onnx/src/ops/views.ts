import { affine, type Size, times } from "../sizes/size.ts";
import type { Part } from "../trace/recorder.ts";
import type { Context, Operand, OpTable, Sampled } from "./context.ts";

// Views of a tensor: other shapes, and slices.

/** A part of a tensor, or a diagonal of it. */
function slice(c: Context): string {
  const parts = c.each.map((sampled) => partOf(c, sampled));
  const shown = parts[0]!.steps.map((steps) =>
    steps.map((step, d) => (step === 0 ? -1 : d)).filter((d) => d >= 0),
  );
  return shown.some((dims) => dims.length > 1) ? diagonalOf(c, parts, shown.at(-1)!) : sliceOf(c, parts);
}

/** In one sample: the part, and the shapes of x and of the part. */
interface SampledPart extends Part {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

function partOf(c: Context, { attrs, inputs, outputs }: Sampled): SampledPart {
  const { starts, steps }: { starts?: unknown; steps?: unknown } = Object(attrs);
  if (!Array.isArray(starts) || !Array.isArray(steps)) return c.refuse("is not a part of a tensor.");
  return { starts, steps, from: inputs[0]!, to: outputs[0]! };
}

/** One dim of x in one sample. */
interface Cut {
  readonly size: number;
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

// Each output dim shows one input dim; input dims that none shows are removed.
function sliceOf(c: Context, parts: readonly SampledPart[]): string {
  const { graph } = c;
  const [{ name, shape }] = c.inputs as readonly [Operand];
  const shownBy = shape.map((_, d) => parts[0]!.steps.findIndex((row) => row[d] !== 0));
  const all = shape.map((size, d) => {
    const by = shownBy[d]!;
    const cuts = parts.map(({ starts, steps, from, to }): Cut => {
      const [step, count] = by < 0 ? [1, 1] : [steps[by]![d]!, to[by]!];
      return { size: from[d]!, start: starts[d]!, step, count };
    });
    return { d, size, removed: by < 0, cuts };
  });
  const made = all
    .filter(({ removed, cuts }) => removed || !cuts.every(isWhole))
    .map((dim) => ({ ...dim, ...boundsOf(c, dim.size, dim.cuts) }));
  const removed = made.filter((dim) => dim.removed).map(({ d }) => d);
  let x = name;
  if (made.length > 0) {
    const steps = made.map(({ step }) => step);
    x = graph.slice(
      name,
      made.map(({ d }) => d),
      made.map(({ start }) => start),
      made.map(({ end }) => end),
      steps.every((step) => step === 1) ? undefined : steps,
    );
  }
  return removed.length === 0 ? x : graph.op("Squeeze", x, graph.ints(removed));
}

function isWhole({ size, start, step, count }: Cut): boolean {
  return start === 0 && step === 1 && count === size;
}

const noEnd = 2 ** 31 - 1;

// For an empty part, any start at or after the end works; an end may be anywhere up to the next step, and anything after
// the last element. The simplest bounds that show the same elements in all samples are taken.
function boundsOf(c: Context, shape: Size, cuts: readonly Cut[]) {
  const { fitter } = c;
  const shows = (k: number): boolean => cuts[k]!.count > 0;
  const steps = cuts.map((cut) => cut.step);
  const step = c.fit("the step", steps, (k) => cuts[k]!.count > 1);
  const first = cuts.map(({ start }) => start);
  const starts = [fitter.fitWhere(first, shows), fitter.fit(first)].filter((size) => size !== null);
  const ends = endsOf(c, shape, cuts);
  for (const start of starts) {
    const from = fitter.valuesOf(start);
    for (const end of ends) {
      const to = fitter.valuesOf(end);
      const same = cuts.every((cut, k) => showsThose(cut, from[k]!, to[k]!));
      if (same) return { start, end, step };
    }
  }
  const what = starts.length === 0 ? "the start" : "the end";
  const last = cuts.map((cut) => cut.start + (cut.count - 1) * cut.step + 1);
  return c.unknown(what, what === "the start" ? first : last);
}

function showsThose({ size, start, step, count }: Cut, from: number, to: number): boolean {
  if (from < 0 || to < 0) return false;
  const [first, end] = [Math.min(from, size), Math.min(to, size)];
  return Math.max(0, Math.ceil((end - first) / step)) === count && (count === 0 || first === start);
}

function endsOf({ fitter }: Context, shape: Size, cuts: readonly Cut[]): Size[] {
  const ranges = cuts.map(({ size, start, step, count }): readonly [number, number] => {
    if (count === 0) return [0, start >= size ? noEnd : start];
    const last = start + (count - 1) * step;
    return [last + 1, last + step >= size ? noEnd : last + step];
  });
  const within = (base: readonly number[]): number | null => {
    const low = ranges.reduce((most, [low], k) => Math.max(most, low - base[k]!), Number.NEGATIVE_INFINITY);
    const high = ranges.reduce((least, [, high], k) => Math.min(least, high - base[k]!), noEnd);
    return low <= high ? low : null;
  };
  const shown = cuts.map((_, k) => k).filter((k) => cuts[k]!.count > 0);
  const [lowest, sizes] = [ranges.map(([low]) => low), cuts.map(({ size }) => size)];
  const ends: (Size | null)[] = [
    ranges.every(([, high]) => high === noEnd) ? noEnd : within(cuts.map(() => 0)),
    fitter.fit(lowest),
    fitter.fitWhere(lowest, (k) => shown.includes(k)),
    // After the last selected element.
    noEnd,
  ];
  const less = within(sizes);
  if (less !== null && typeof shape !== "number") ends.push({ kind: "max", of: [affine(shape, 1, less), 0] });
  return ends.filter((end) => end !== null);
}

// Dims a and b become the last ones, joined; the diagonal is every (size of b + 1)-th element.
function diagonalOf(c: Context, parts: readonly SampledPart[], dims: readonly number[]): string {
  const { graph, inputs, outputs } = c;
  const [{ shape, name }] = inputs as readonly [Operand];
  const [a, b] = dims as readonly [number, number];
  const others = shape.map((_, d) => d).filter((d) => d !== a && d !== b);
  const last = graph.transpose(name, [...others, a, b]);
  const joined = times(shape[a]!, shape[b]!);
  const flat = graph.reshape(last, [...others.map((d) => shape[d]!), joined]);
  const at = (size: Size): string => graph.sizeScalar(size, "int64");
  const startOf = (d: number): string => {
    const starts = parts.map((part) => part.starts[d]!);
    return at(c.fit("the start", starts, (k) => !parts[k]!.to.includes(0)));
  };
  const step = graph.op("Add", at(shape[b]!), at(1));
  const start = graph.op("Add", graph.op("Mul", startOf(a), at(shape[b]!)), startOf(b));
  const indices = graph.op("Add", graph.op("Mul", graph.range(outputs[0]!.shape.at(-1)!), step), start);
  return graph.node("Gather", [flat, indices], { axis: others.length });
}

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
