import type { HalfFormat } from "@saccade/tensor/fused";
import { at, deviations, OnnxError } from "../errors.ts";
import { encodeModel, type ValueInfo } from "../format/model.ts";
import { type Context, contextOf, type Operand } from "../ops/context.ts";
import { expressionOf, reasons } from "../ops/table.ts";
import { formatSize, isStatic, type Size } from "../sizes/size.ts";
import { makerOf, type Origin, type Program, type Step, type Value } from "../trace/program.ts";
import { sameElements } from "../trace/recorder.ts";
import { checkShapes } from "./check-shapes.ts";
import { Graph } from "./graph.ts";

// A program as an ONNX file: its constants, its halves and its nodes.

/** The version of ONNX's operators. */
const opset = 23;

/** The ONNX file of a program. @throws OnnxError for an op without ONNX operators. */
export function emit(program: Program): Uint8Array {
  const names = new Map<number, string>();
  const graph = new Graph((value, dim) => names.get(value) ?? unknownDim(program, value, dim));
  addInputs(graph, program, names);
  const wanted = wantedBy(program);
  const steps = program.steps.filter((step) => step.outputs.some((output) => wanted.has(output)));
  const origins = new Map(program.origins.map((origin) => [origin.value, origin]));
  const halves = halvesOf(steps, program.origins, program.outputs.values());
  for (const step of steps) {
    graph.place = prefixOf(step.place);
    const inputs = step.inputs.map((value): Operand => {
      const half = halves.get(value) ?? null;
      const name = names.get(value) ?? constant(graph, program, origins.get(value)!, half);
      names.set(value, name);
      return { name, ...program.values[value]!, half };
    });
    const made = express(step, () => contextOf(program, step, graph, inputs, wanted));
    step.outputs.forEach((output, i) => {
      names.set(output, made[i]!);
    });
  }
  graph.place = "";
  const outputs = addOutputs(graph, program, (value) => {
    const origin = origins.get(value);
    return names.get(value) ?? constant(graph, program, origin!, null);
  });
  const ends = outputs.map((info) => info.name);
  prune(graph, ends);
  // Packed 16-bit numbers have other shapes in the graph, and unused results have no names.
  const checked = [...names].filter(([value]) => wanted.has(value) && !halves.has(value));
  checkShapes(graph, program, new Map(checked));
  const { nodes, initializers, inputs } = graph;
  return encodeModel({ name: "model", opset, nodes, initializers, inputs, outputs });
}

function unknownDim({ steps, shapes, samples }: Program, value: number, dim: number): never {
  const sizes = shapes[value]!.map((shape) => shape[dim]!);
  throw new OnnxError(
    `exportOnnx: dim ${dim} of the result of ${makerOf(steps, value)} depends on the sizes in a way that is unknown here: ` +
      `${deviations(samples, sizes)}. Leave the size out of dynamicAxes.`,
  );
}

function express(step: Step, context: () => Context): readonly string[] {
  const expression = expressionOf(step.op);
  if (expression) return [expression(context())].flat();
  const why = Object.hasOwn(reasons, step.op)
    ? reasons[step.op]
    : "has no ONNX operators here. Compute the same with other ops, or end the exported function before it.";
  throw new OnnxError(`exportOnnx: the op ${step.op}, ${at(step.place)}, ${why}`);
}

// "blocks.0" of "blocks.0 (GPTBlock)".
function prefixOf(place: string): string {
  const path = place.split(" (")[0]!;
  return path === "the model" ? "" : path;
}

function addInputs(graph: Graph, { origins, values }: Program, names: Map<number, string>): void {
  for (const { input, value } of origins) {
    if (input === null) continue;
    const { shape, dtype } = values[value]!;
    graph.input({ name: input, type: dtype, dims: shape.map(dimOf) });
    names.set(value, input);
  }
}

function addOutputs(
  graph: Graph,
  { outputs, values }: Program,
  nameOf: (value: number) => string,
): ValueInfo[] {
  return [...outputs].map(([output, value]) => {
    const { shape, dtype } = values[value]!;
    const name = graph.name(output);
    if (name !== output)
      throw new OnnxError(
        `exportOnnx: the output "${output}" has the name of an input or parameter; return it under another name.`,
      );
    const inputs = [nameOf(value)];
    graph.nodes.push({ op: "Identity", name: `${output}/Identity`, inputs, outputs: [name], attributes: {} });
    return { name, type: dtype, dims: shape.map(dimOf) };
  });
}

function dimOf(size: Size): number | string {
  return typeof size === "number" ? size : formatSize(size);
}

// The values that outputs depend on.
function wantedBy({ outputs, steps }: Program): ReadonlySet<number> {
  const wanted = new Set(outputs.values());
  for (const step of [...steps].reverse()) {
    if (!step.outputs.some((output) => wanted.has(output))) continue;
    for (const input of step.inputs) wanted.add(input);
  }
  return wanted;
}

/** Removes nodes and constants that no output needs. */
function prune(graph: Graph, outputs: readonly string[]): void {
  const needed = new Set(outputs);
  const kept = [...graph.nodes].reverse().filter((node) => {
    if (!node.outputs.some((output) => needed.has(output))) return false;
    for (const input of node.inputs) needed.add(input);
    return true;
  });
  graph.nodes.splice(0, graph.nodes.length, ...kept.reverse());
  const initializers = graph.initializers.filter(({ name }) => needed.has(name));
  graph.initializers.splice(0, graph.initializers.length, ...initializers);
}

/**
 * A tensor that the traced function made from numbers: a constant where it is the same in all samples, otherwise made by nodes: one
 * number everywhere, or a number that grows by a step along each dim, as in arange.
 *
 * @param half the format of the 16-bit numbers that an int32 tensor packs, whose bytes are those of ONNX's type
 */
function constant(graph: Graph, program: Program, origin: Origin, half: HalfFormat | null): string {
  const value = program.values[origin.value]!;
  const [first, ...others] = origin.data as readonly [Origin["data"][0], ...Origin["data"]];
  if (isStatic(value.shape) && others.every((data) => sameElements(data, first)))
    return half === null
      ? graph.constant(origin.parameter ?? "constant", value.dtype, value.shape, first)
      : graph.constant(
          origin.parameter ?? "constant",
          half,
          value.shape.with(-1, 2 * value.shape.at(-1)!),
          first,
        );
  if (origin.parameter === null) {
    const made = filled(graph, program, origin, value) ?? stepped(graph, program, origin, value);
    if (made !== null) return made;
  }
  throw new OnnxError(
    `exportOnnx: a tensor ${value.dtype} of numbers that depend on the sizes is made ${at(origin.place)}, and they are neither one number nor ` +
      "an arange. Compute it by ops from arange() and constants, or leave the size out of dynamicAxes.",
  );
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

/**
 * The values that hold packed 16-bit numbers, with their format: constants and rows of them that are used as such and as
 * nothing else. In the file they have ONNX's type of 16 bits.
 */
function halvesOf(
  steps: readonly Step[],
  origins: readonly Origin[],
  outputs: Iterable<number>,
): ReadonlyMap<number, HalfFormat> {
  const uses = new Map<number, Set<HalfFormat | null>>();
  const use = (value: number, format: HalfFormat | null): void => {
    const known = uses.get(value) ?? new Set();
    uses.set(value, known.add(format));
  };
  const formatOf = (value: number): HalfFormat | null => {
    const [format, ...others] = uses.get(value) ?? [];
    return others.length === 0 ? (format ?? null) : null;
  };
  for (const value of outputs) use(value, null);
  // A value is used after it is made.
  for (const step of [...steps].reverse()) {
    step.inputs.forEach((value, i) => {
      use(value, formatUsed(step, i, formatOf));
    });
  }
  const halves = new Map<number, HalfFormat>();
  const add = (value: number): void => {
    const format = formatOf(value);
    if (format !== null) halves.set(value, format);
  };
  for (const { value, input } of origins) if (input === null) add(value);
  for (const { op, inputs, outputs } of steps)
    if (op === "embedding" && halves.has(inputs[0]!)) for (const value of outputs) add(value);
  return halves;
}

// The format in which a step uses its input: rows of a packed table are packed, too.
function formatUsed(
  { op, attrs, outputs }: Step,
  input: number,
  formatOf: (value: number) => HalfFormat | null,
): HalfFormat | null {
  if ((op === "halfLinear" && input === 1) || (op === "widenHalf" && input === 0)) {
    const { format }: { format?: unknown } = Object(attrs());
    return format === "float16" || format === "bfloat16" ? format : null;
  }
  return op === "embedding" && input === 0 ? formatOf(outputs[0]!) : null;
}
