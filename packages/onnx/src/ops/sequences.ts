import { bytesOf } from "../graph/bytes.ts";
import type { Context, Operand, OpTable } from "./context.ts";

// ONNX's operators project the input themselves. Here it is projected already, so that their projection is the permutation
// that puts the gates into ONNX's order.

/** The gates in ONNX's order, by their number in Saccade's. */
const gruOrder = [1, 0, 2]; // z, r, n of r, z, n
const lstmOrder = [0, 3, 1, 2]; // i, o, f, c of i, f, g, o

function hiddenOf(c: Context): number {
  const hidden = c.inputs[1]!.shape[1];
  return typeof hidden === "number" ? hidden : c.refuse("needs a hidden width that does not vary.");
}

/** (1, G H, G H): row gate · H + i picks that gate's i-th number. */
function permutation({ graph }: Context, order: readonly number[], hidden: number): string {
  return graph.once(`permutation ${order} ${hidden}`, () => {
    const width = order.length * hidden;
    const values = new Array<number>(width * width).fill(0);
    order.forEach((gate, row) => {
      for (let i = 0; i < hidden; i++) values[(row * hidden + i) * width + gate * hidden + i] = 1;
    });
    return graph.initializer(`gates_${width}`, "float32", [1, width, width], bytesOf("float32", values));
  });
}

/** Rows of gates in ONNX's order. */
function reordered({ graph }: Context, rows: string, order: readonly number[], hidden: number): string {
  return graph.once(`reordered ${rows}`, () => {
    const gates = graph.nodeOf("Split", [rows, graph.ints(order.map(() => hidden))], order.length, {
      axis: 0,
    });
    return graph.node(
      "Concat",
      order.map((gate) => gates[gate]!),
      { axis: 0 },
    );
  });
}

interface Ran {
  readonly states: string;
  readonly finals: readonly string[];
}

function run(c: Context, operator: "GRU" | "LSTM", order: readonly number[], parts: number): Ran {
  const { graph, inputs, attrs } = c;
  const hidden = hiddenOf(c);
  if (c.outputs[0]!.dtype !== "float32")
    return c.refuse('takes float32 in ONNX Runtime; convert with to("float32").');
  const [x, ...rest] = inputs as readonly [Operand, ...Operand[]];
  if (x.shape.some((size) => c.vanishes(size)))
    return c.refuse(
      "has no steps or sequences at some sizes, which ONNX Runtime cannot run. Leave the size out of dynamicAxes.",
    );
  const first = graph.ints([0]);
  const initial = rest.slice(0, parts).map(({ name }) => graph.node("Unsqueeze", [name, first]));
  const [weight, bias, lengths] = rest.slice(parts) as [Operand, Operand, Operand | undefined];
  const width = order.length * hidden;
  const recurrent = graph.node("Unsqueeze", [reordered(c, weight.name, order, hidden), first]);
  const inputBias = graph.once(`no bias ${width}`, () =>
    graph.initializer(`no_bias_${width}`, "float32", [width], new Uint8Array(4 * width)),
  );
  const joined = graph.node("Concat", [inputBias, reordered(c, bias.name, order, hidden)], { axis: 0 });
  const biases = graph.node("Unsqueeze", [joined, first]);
  const outputs = graph.nodeOf(
    operator,
    [x.name, permutation(c, order, hidden), recurrent, biases, lengths?.name ?? "", ...initial],
    1 + parts,
    {
      hidden_size: hidden,
      direction: attrs.flag("reverse") ? "reverse" : "forward",
      ...(operator === "GRU" && { linear_before_reset: 1 }),
    },
  );
  // (T, 1, B, H) and (1, B, H)
  const [states, ...finals] = outputs as [string, ...string[]];
  return {
    states: graph.node("Squeeze", [states, graph.ints([1])]),
    finals: finals.map((final) => graph.node("Squeeze", [final, first])),
  };
}

export const sequences: OpTable = {
  gruSequence: (c) => {
    const { states, finals } = run(c, "GRU", gruOrder, 1);
    return [states, finals[0]!, states];
  },
  lstmSequence: (c) => {
    if (c.wants(1))
      return c.refuse("gives no cell states of all steps in ONNX; use the states, or the last cell state.");
    const { states, finals } = run(c, "LSTM", lstmOrder, 2);
    return [states, states, finals[0]!, finals[1]!, states];
  },
};
