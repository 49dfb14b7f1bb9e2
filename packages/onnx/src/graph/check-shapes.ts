import type { Shape } from "@saccade/tensor";
import { OnnxError } from "../errors.ts";
import type { Initializer } from "../format/model.ts";
import type { Sizes } from "../sizes/size.ts";
import { showSizes } from "../trace/describe.ts";
import { makerOf, type Program } from "../trace/program.ts";
import type { Graph } from "./graph.ts";
import { type Known, rules } from "./shape-rules.ts";

/**
 * Computes the shapes of a graph's values as an engine does, at all sizes at which the function was traced.
 *
 * @param names the names of the traced values in the graph
 * @throws OnnxError for a shape that the function did not give.
 */
export function checkShapes(graph: Graph, program: Program, names: ReadonlyMap<number, string>): void {
  const constants = new Map(graph.initializers.map((tensor) => [tensor.name, knownOf(tensor)]));
  const inputs = program.origins.flatMap(({ input, value }) => (input === null ? [] : [{ input, value }]));
  program.samples.forEach((sizes, k) => {
    const known = new Map<string, Known>(constants);
    for (const { input, value } of inputs) known.set(input, { shape: program.shapes[value]![k]! });
    for (const node of graph.nodes) {
      try {
        const rule = rules[node.op]!;
        const made = rule({ node, inputs: node.inputs.map((name) => known.get(name)) });
        node.outputs.forEach((name, i) => {
          known.set(name, made[i]!);
        });
      } catch (error) {
        const { message } = error instanceof Error ? error : { message: String(error) };
        throw new OnnxError(
          `exportOnnx: the graph has no result at ${showSizes(sizes)}, where the function has one: ${node.op} (${node.name}): ` +
            `${message} Leave the size out of dynamicAxes.`,
        );
      }
    }
    for (const [value, name] of names) {
      const [want, found] = [program.shapes[value]![k]!, known.get(name)];
      if (found && String(found.shape) !== String(want))
        differs(program, { value, want, found: found.shape, sizes });
    }
  });
}

interface Difference {
  readonly value: number;
  readonly want: Shape;
  readonly found: Shape;
  readonly sizes: Sizes;
}

function differs({ steps }: Program, { value, want, found, sizes }: Difference): never {
  throw new OnnxError(
    `exportOnnx: ${makerOf(steps, value)} gives [${found.join(", ")}] in a ` +
      `graph at ${showSizes(sizes)}, and [${want.join(", ")}] here. Leave the size out of dynamicAxes.`,
  );
}

const most = 64;

function knownOf({ type, shape, bytes }: Initializer): Known {
  const count = shape.reduce((a, b) => a * b, 1);
  if (type !== "int64" || count > most) return { shape };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { shape, ints: Array.from({ length: count }, (_, i) => Number(view.getBigInt64(8 * i, true))) };
}
