import type { Context, Operand, OpTable } from "./context.ts";

// −Σ_c q_c w_c ln p_c, where q is 1 − s at the target, plus s / C everywhere; 0 for ignored targets.
function classLoss(c: Context, logs: string, smoothing: number): string {
  const { graph, inputs, attrs, dtype } = c;
  const [x, target, weight] = inputs as readonly [Operand, Operand, Operand | undefined];
  const dim = attrs.number("dim");
  const axis = graph.ints([dim]);
  const ignored = graph.op("Equal", target.name, graph.scalar(attrs.number("ignoreIndex"), "int32"));
  const classes = graph.op("Where", ignored, graph.scalar(0, "int32"), target.name);
  const found = graph.node("GatherElements", [logs, graph.op("Unsqueeze", classes, axis)], { axis: dim });
  let sum = graph.op("Squeeze", found, axis);
  if (weight) sum = graph.op("Mul", sum, graph.node("Gather", [weight.name, classes], { axis: 0 }));
  if (smoothing > 0) {
    const column = weight && graph.along(weight.name, x.shape.slice(dim), 0);
    const weighted = column === undefined ? logs : graph.op("Mul", logs, column);
    const all = graph.node("ReduceSum", [weighted, axis], { keepdims: 0 });
    const share = graph.op("Div", graph.scalar(smoothing, dtype), graph.sizeScalar(x.shape[dim]!, dtype));
    const most = graph.op("Mul", sum, graph.scalar(1 - smoothing, dtype));
    sum = graph.op("Add", most, graph.op("Mul", all, share));
  }
  return graph.op("Where", ignored, graph.scalar(0, dtype), graph.op("Neg", sum));
}

export const losses: OpTable = {
  crossEntropy: (c) => {
    const logs = c.graph.node("LogSoftmax", [c.x.name], { axis: c.attrs.number("dim") });
    return [classLoss(c, logs, c.attrs.number("labelSmoothing"))];
  },
  nllLoss: (c) => [classLoss(c, c.x.name, 0)],
  mseLoss: ({ graph, inputs, attrs }) => {
    const difference = graph.op("Sub", inputs[0]!.name, inputs[1]!.name);
    const square = graph.op("Mul", difference, difference);
    return [graph.node(attrs.flag("mean") ? "ReduceMean" : "ReduceSum", [square], { keepdims: 0 })];
  },
};
