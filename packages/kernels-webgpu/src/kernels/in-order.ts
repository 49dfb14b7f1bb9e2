import { isContiguous, type Operand } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";

/** Calls `use` with operands whose elements lie in row-major order: copies, of the few that do not. */
export function inOrder(
  machine: Machine,
  xs: readonly Operand[],
  use: (ordered: readonly Operand[]) => void,
): void {
  const at = xs.findIndex(({ shape, strides }) => !isContiguous(shape, strides));
  if (at < 0) {
    use(xs);
    return;
  }
  const x = xs[at]!;
  machine.withScratch(x.shape, (copy) => {
    const call = { reads: [x], names: ["x"], types: [x.dtype], result: copy, value: "x" };
    machine.elementwise({ name: "contiguous", ...call });
    inOrder(machine, xs.with(at, copy), use);
  });
}
