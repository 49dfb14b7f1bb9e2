import type { HalfFormat } from "@saccade/tensor/fused";
import { at, OnnxError } from "../errors.ts";
import { isStatic } from "../sizes/size.ts";
import { sameElements } from "../trace/pool.ts";
import type { Origin, Program, Value } from "../trace/program.ts";
import type { Graph } from "./graph.ts";

/**
 * A tensor that the traced function made from numbers: a constant where it is the same in all samples, otherwise made by nodes: one
 * number everywhere, or a number that grows by a step along each dim, as in arange.
 *
 * @param half the format of the 16-bit numbers that an int32 tensor packs, whose bytes are those of ONNX's type
 */
export function constant(graph: Graph, program: Program, origin: Origin, half: HalfFormat | null): string {
  const value = program.values[origin.value]!;
  const [first, ...others] = origin.data as readonly [Origin["data"][0], ...Origin["data"]];
  if (isStatic(value.shape) && others.every((data) => sameElements(data, first)))
    return half === null
      ? graph.constant(origin.parameter ?? "constant", value.dtype, value.shape, first)
      : graph.constant(origin.parameter ?? "constant", half, unpackedShape(value.shape), first);
  if (origin.parameter === null) {
    const made = filled(graph, program, origin, value) ?? stepped(graph, program, origin, value);
    if (made !== null) return made;
  }
  throw new OnnxError(
    `exportOnnx: a tensor ${value.dtype} of numbers that depend on the sizes is made ${at(origin.place)}, and they are neither one number nor ` +
      "an arange. Compute it by ops from arange() and constants, or leave the size out of dynamicAxes.",
  );
}

// The shape of the numbers that pairs of int32 (…, n) pack: (…, 2n).
function unpackedShape(shape: readonly number[]): number[] {
  return shape.map((size, d) => (d === shape.length - 1 ? 2 * size : size));
}

function filled(graph: Graph, { fitter }: Program, { data }: Origin, { shape, dtype }: Value): string | null {
  if (!data.every((elements) => elements.every((x) => Object.is(x, elements[0])))) return null;
  const first = data.map((elements) => elements[0] ?? 0);
  const number = fitter.fitWhere(first, (k) => data[k]!.length > 0);
  if (number === null) return null;
  return graph.op("Expand", graph.sizeScalar(number, dtype), graph.sizes(shape));
}

// c₀ + Σ c_d · index_d
function stepped(
  graph: Graph,
  program: Program,
  { value, data }: Origin,
  { shape, dtype }: Value,
): string | null {
  if (dtype === "bool") return null;
  const { fitter } = program;
  const shapes = program.shapes[value]!;
  const matters = (k: number): boolean => data[k]!.length > 0;
  const first = data.map((elements) => elements[0] ?? 0);
  const start = fitter.fitWhere(first, matters);
  const steps = shape.map((_, d) =>
    fitter.fitWhere(
      data.map((elements, k) => {
        const stride = shapes[k]!.slice(d + 1).reduce((a, b) => a * b, 1);
        return shapes[k]![d]! > 1 && matters(k) ? elements[stride]! - elements[0]! : 0;
      }),
      (k) => shapes[k]![d]! > 1 && matters(k),
    ),
  );
  if (start === null || !steps.every((step): step is number => typeof step === "number")) return null;
  const holds = data.every((elements, k) => {
    const sizes = shapes[k]!;
    return elements.every((x, i) => {
      let [rest, expected] = [i, first[k]!];
      for (let d = sizes.length - 1; d >= 0; d--) {
        expected += (rest % sizes[d]!) * steps[d]!;
        rest = Math.floor(rest / sizes[d]!);
      }
      return Math.abs(x - expected) <= 1e-6 * Math.max(1, Math.abs(x));
    });
  });
  if (!holds) return null;
  let sum = graph.sizeScalar(start, dtype);
  steps.forEach((step, d) => {
    if (step === 0) return;
    const index = graph.cast(graph.range(shape[d]!), dtype);
    const line = graph.op("Mul", index, graph.scalar(step, dtype));
    sum = graph.op("Add", sum, graph.along(line, shape, d));
  });
  return graph.op("Expand", sum, graph.sizes(shape));
}
