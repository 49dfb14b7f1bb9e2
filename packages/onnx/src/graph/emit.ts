import { at, OnnxError } from "../errors.ts";
import { encodeModel, type ValueInfo } from "../format/model.ts";
import { type Context, contextOf, type Operand } from "../ops/context.ts";
import { expressionOf, reasons } from "../ops/table.ts";
import { formatSize, type Size } from "../sizes/size.ts";
import { deviations } from "../trace/describe.ts";
import { makerOf, type Program, type Step } from "../trace/program.ts";
import { checkShapes } from "./check-shapes.ts";
import { constant } from "./constants.ts";
import { Graph } from "./graph.ts";
import { halvesOf } from "./halves.ts";

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
