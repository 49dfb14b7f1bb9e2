import { type Size, times } from "../sizes/size.ts";
import type { Part } from "../trace/attrs.ts";
import type { Context, Operand, Sampled } from "./context.ts";

/** A part of a tensor, or a diagonal of it. */
export function slice(c: Context): string {
  const parts = c.each.map((sampled) => partOf(c, sampled));
  const shown = parts[0]!.steps.map((steps) =>
    steps.map((step, d) => (step === 0 ? -1 : d)).filter((d) => d >= 0),
  );
  return shown.some((dims) => dims.length > 1) ? diagonalOf(c, parts, shown.at(-1)!) : sliceOf(c, parts);
}

/** In one sample: what the part is, and the shapes of x and of the part. */
interface SampledPart extends Part {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

function partOf(c: Context, { attrs, inputs, outputs }: Sampled): SampledPart {
  const { starts, steps }: { starts?: unknown; steps?: unknown } = Object(attrs);
  if (!Array.isArray(starts) || !Array.isArray(steps)) return c.refuse("is no part of a tensor.");
  return { starts, steps, from: inputs[0]!, to: outputs[0]! };
}

/** One dim of x in one sample. */
interface Cut {
  readonly size: number;
  readonly start: number;
  readonly step: number;
  readonly count: number;
  readonly empty: boolean;
}

// Each output dim shows one input dim; input dims that none shows are removed.
function sliceOf(c: Context, parts: readonly SampledPart[]): string {
  const { graph } = c;
  const [{ name, shape }] = c.inputs as readonly [Operand];
  const shownBy = shape.map((_, d) => parts[0]!.steps.findIndex((row) => row[d] !== 0));
  const cutsOf = (d: number): Cut[] =>
    parts.map(({ starts, steps, from, to }): Cut => {
      const by = shownBy[d]!;
      const [step, count] = by < 0 ? [1, 1] : [steps[by]![d]!, to[by]!];
      return { size: from[d]!, start: starts[d]!, step, count, empty: to.includes(0) };
    });
  const all = shape.map((_, d) => ({ d, removed: shownBy[d]! < 0, cuts: cutsOf(d) }));
  const made = all.filter(({ removed, cuts }) => removed || !cuts.every(isWhole));
  const removed = made.filter((dim) => dim.removed).map(({ d }) => d);
  let x = name;
  if (made.length > 0) {
    const steps = made.map(({ cuts }) =>
      c.fit(
        "the step",
        cuts.map(({ step }) => step),
        (k) => !cuts[k]!.empty,
      ),
    );
    x = graph.slice(
      name,
      made.map(({ d }) => d),
      made.map(({ cuts }) =>
        c.fit(
          "the start",
          cuts.map(({ start }) => start),
          (k) => !cuts[k]!.empty,
        ),
      ),
      made.map(({ d, cuts }) => endOf(c, shape[d]!, cuts)),
      steps.every((step) => step === 1) ? undefined : steps,
    );
  }
  return removed.length === 0 ? x : graph.node("Squeeze", [x, graph.ints(removed)]);
}

function isWhole({ size, start, step, count, empty }: Cut): boolean {
  return start === 0 && step === 1 && (count === size || (empty && size === 0));
}

const noEnd = 2 ** 31 - 1;

// An end need not be the last index + 1: any up to the next step gives the same, and behind the last element any at all.
function endOf(c: Context, shape: Size, cuts: readonly Cut[]): Size {
  const ranges = cuts.map(({ size, start, step, count, empty }): readonly [number, number] => {
    if (empty && count > 0) return [0, noEnd];
    if (count === 0) return [0, start >= size ? noEnd : start];
    const last = start + (count - 1) * step;
    return [last + 1, last + step >= size ? noEnd : last + step];
  });
  const within = (base: readonly number[]): number | null => {
    const [low, high] = [
      Math.max(...ranges.map(([low], k) => low - base[k]!)),
      Math.min(...ranges.map(([, high], k) => high - base[k]!)),
    ];
    return low <= high ? (high >= noEnd - Math.max(...base) ? noEnd : low) : null;
  };
  const constant = within(cuts.map(() => 0));
  if (constant !== null) return constant;
  const ends = ranges.map(([low]) => low);
  const matters = (k: number): boolean => cuts[k]!.count > 0 && !cuts[k]!.empty;
  const exact = c.fitter.fit(ends);
  if (exact !== null) return exact;
  const sizes = cuts.map(({ size }) => size);
  const less = within(sizes);
  if (less !== null && typeof shape !== "number" && sizes.every((size) => size + less >= 0))
    return { kind: "sum", terms: [{ factor: 1, product: [shape] }], plus: less };
  return c.fit("the end", ends, matters);
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
  const startOf = (d: number): string =>
    at(
      c.fit(
        "the start",
        parts.map(({ starts }) => starts[d]!),
        (k) => !parts[k]!.to.includes(0),
      ),
    );
  const step = graph.node("Add", [at(shape[b]!), at(1)]);
  const start = graph.node("Add", [graph.node("Mul", [startOf(a), at(shape[b]!)]), startOf(b)]);
  const indices = graph.node("Add", [
    graph.node("Mul", [graph.range(outputs[0]!.shape.at(-1)!), step]),
    start,
  ]);
  return graph.node("Gather", [flat, indices], { axis: others.length });
}
