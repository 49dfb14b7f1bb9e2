import type { Context, Operand, OpTable } from "./context.ts";
import { turned } from "./linear.ts";

// 16-bit weights stay so in the file: a Cast widens them, of all of a map's weight or of the rows of a table.

function widened(c: Context, { name, half }: Operand): string {
  if (half === null)
    return c.refuse(
      "unpacks 16-bit numbers that are computed, an input, or also used as whole numbers; give it a constant tensor, such as a HalfLinear's weight.",
    );
  return c.graph.cast(name, c.dtype);
}

export const halves: OpTable = {
  widenHalf: (c) => widened(c, c.x),
  halfLinear: (c) => {
    const [x, weight, bias] = c.inputs as readonly [Operand, Operand, Operand | undefined];
    const turnedWeight = c.graph.once(`widened ${weight.name} ${c.dtype}`, () =>
      turned(c, { ...weight, name: widened(c, weight) }),
    );
    const product = c.graph.op("MatMul", x.name, turnedWeight);
    return [bias ? c.graph.op("Add", product, bias.name) : product];
  },
};
