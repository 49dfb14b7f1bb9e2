import type { Operand } from "@saccade/tensor/backend";
import { type KernelTable, type Machine, wordOf } from "../machine.ts";
import { type Fold, runFold, sumFold, sumValue } from "./fold.ts";
import { exponentialSum, exponentials } from "./reduce.ts";

/** Ops that look at a row, then write each of its elements: softmaxes and their backward passes. */
export function rowwiseKernels(machine: Machine): KernelTable {
  const along = (
    name: string,
    dim: number,
    operands: Readonly<Record<string, Operand>>,
    fold: Fold,
    y: Operand,
    value: string,
    parameters: readonly number[] = [],
  ): true => {
    const { shape } = y;
    const dims = shape.length === 0 ? [] : [dim];
    const perElement = [[y, value] as const];
    runFold(machine, { name, shape, dims, operands, fold, perElement, parameters: parameters.map(wordOf) });
    return true;
  };
  const last = ({ shape }: Operand): number => shape.length - 1;
  return {
    softmax: ([x], [y], { dim }) =>
      along("softmax", dim, { x: x! }, exponentials, y!, `expOf(x - acc.largest) / ${exponentialSum}`),
    logSoftmax: ([x], [y], { dim }) =>
      along("logSoftmax", dim, { x: x! }, exponentials, y!, `x - acc.largest - ln(${exponentialSum})`),
    softmaxBackward: ([g, y], [dx], { dim }) =>
      along("softmaxBackward", dim, { g: g!, y: y! }, sumFold("g * y"), dx!, `y * (g - ${sumValue})`),
    logSoftmaxBackward: ([g, y], [dx], { dim }) =>
      along("logSoftmaxBackward", dim, { g: g!, y: y! }, sumFold("g"), dx!, `g - expOf(y) * ${sumValue}`),
    softmaxWhere([x, allowed], [y], { fill }) {
      const isZero = fill === Number.NEGATIVE_INFINITY;
      // With −∞ a masked score is ignored, whatever its value.
      const fold: Fold = isZero
        ? { ...exponentials, step: "if (m == 0u) { return acc; } return join(acc, Acc(x, 1, 0));" }
        : { ...exponentials, step: "return join(acc, Acc(select(p0, x, m != 0u), 1, 0));" };
      const value = isZero
        ? `select(0.0, expOf(x - acc.largest) / ${exponentialSum}, m != 0u)`
        : `expOf(select(p0, x, m != 0u) - acc.largest) / ${exponentialSum}`;
      const operands = { x: x!, m: allowed! };
      return along(`softmaxWhere ${isZero}`, last(y!), operands, fold, y!, value, isZero ? [] : [fill]);
    },
    softmaxWhereBackward([g, y, allowed], [dx], { fill }) {
      const isZero = fill === Number.NEGATIVE_INFINITY;
      const h = isZero ? "select(0.0, g, m != 0u)" : "g";
      const operands = { g: g!, y: y!, m: allowed! };
      const value = `select(0.0, y * (${h} - ${sumValue}), m != 0u)`;
      return along(`softmaxWhereBackward ${isZero}`, last(dx!), operands, sumFold(`${h} * y`), dx!, value);
    },
  };
}
