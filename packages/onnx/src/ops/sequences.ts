import { bytesOf } from "../graph/graph.ts";
import type { Size } from "../sizes/size.ts";
import { type Context, numbersOr, type Operand, type OpTable, orNan } from "./context.ts";

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
    const sizes = graph.ints(order.map(() => hidden));
    const gates = graph.nodeOf("Split", [rows, sizes], order.length, { axis: 0 });
    const inOrder = order.map((gate) => gates[gate]!);
    return graph.concat(inOrder, 0);
  });
}

// Gates are 0 or 1, or −1 or 1, far below; the permutation's zeros take no infinities and no NaN.
const bound = 1e30;

function run(c: Context, operator: "GRU" | "LSTM", order: readonly number[], parts: number) {
  const { graph, inputs, attrs } = c;
  const hidden = hiddenOf(c);
  if (c.dtype !== "float32") return c.refuse('takes float32 in ONNX Runtime; convert with to("float32").');
  const [x, ...rest] = inputs as readonly [Operand, ...Operand[]];
  if (x.shape.some((size) => c.vanishes(size)))
    return c.refuse(
      "has no steps or sequences at some sizes, which ONNX Runtime cannot run. Leave the size out of dynamicAxes.",
    );
  const first = graph.ints([0]);
  const initial = rest.slice(0, parts).map(({ name }) => graph.op("Unsqueeze", name, first));
  const [weight, bias, lengths] = rest.slice(parts) as [Operand, Operand, Operand | undefined];
  const width = order.length * hidden;
  const recurrent = graph.op("Unsqueeze", reordered(c, weight.name, order, hidden), first);
  const inputBias = graph.once(`no bias ${width}`, () =>
    graph.initializer(`no_bias_${width}`, "float32", [width], new Uint8Array(4 * width)),
  );
  const joined = graph.concat([inputBias, reordered(c, bias.name, order, hidden)], 0);
  const biases = graph.op("Unsqueeze", joined, first);
  const [low, high] = [graph.scalar(-bound, "float32"), graph.scalar(bound, "float32")];
  const finite = graph.op("Clip", numbersOr(graph, 0, x), low, high);
  const outputs = graph.nodeOf(
    operator,
    [finite, permutation(c, order, hidden), recurrent, biases, lengths?.name ?? "", ...initial],
    1 + parts,
    {
      hidden_size: hidden,
      direction: attrs.flag("reverse") ? "reverse" : "forward",
      ...(operator === "GRU" && { linear_before_reset: 1 }),
    },
  );
  // (T, 1, B, H) and (1, B, H)
  const [states, ...finals] = outputs as [string, ...string[]];
  const nan = nanSteps(c, { initial: rest.slice(0, parts), lengths, gates: order.length, hidden });
  const ever = graph.node("ReduceMax", [graph.cast(nan, "int32"), first], { keepdims: 0 });
  const valid = (is: string): string => graph.op("Not", is);
  return {
    states: orNan(graph, valid(nan), graph.op("Squeeze", states, graph.ints([1])), "float32"),
    finals: finals.map((final) =>
      orNan(graph, valid(graph.cast(ever, "bool")), graph.op("Squeeze", final, first), "float32"),
    ),
  };
}

interface Row {
  readonly initial: readonly Operand[];
  readonly lengths: Operand | undefined;
  readonly gates: number;
  readonly hidden: number;
}

// Where states are NaN (T, B, H): those of a gate with NaN, and all of the sequence from the next step on. ONNX Runtime clips
// the inputs of its gates, which loses NaN.
function nanSteps(c: Context, { initial, lengths, gates, hidden }: Row): string {
  const { graph, attrs } = c;
  const [{ shape }] = c.inputs as readonly [Operand];
  const [steps, batch] = shape as readonly [Size, Size];
  const largest = (x: string, dim: number, keepdims: number): string =>
    graph.node("ReduceMax", [x, graph.ints([dim])], { keepdims });
  const isNan = (x: string): string => graph.cast(graph.op("Not", graph.op("Equal", x, x)), "float32");
  let units = largest(graph.reshape(isNan(c.x.name), [steps, batch, gates, hidden]), 2, 0);
  const time = graph.reshape(graph.range(steps), [steps, 1, 1]);
  const ends = lengths && graph.reshape(graph.cast(lengths.name, "int64"), [batch, 1]);
  const within = ends && graph.op("Less", time, ends);
  if (within) units = graph.op("Mul", units, graph.cast(within, "float32"));
  const before = graph.node("CumSum", [largest(units, -1, 1), graph.scalar(0, "int64")], {
    exclusive: 1,
    reverse: Number(attrs.flag("reverse")),
  });
  const [hidden0, ...cell] = initial.map(({ name }) => name) as [string, ...string[]];
  const start = cell.length === 0 ? hidden0 : graph.op("Add", hidden0, cell[0]!);
  const all = graph.op("Add", before, largest(isNan(start), -1, 1));
  const found = graph.op("Greater", graph.op("Add", units, all), graph.scalar(0, "float32"));
  return within ? graph.op("And", found, within) : found;
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
