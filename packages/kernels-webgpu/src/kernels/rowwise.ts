import type { Operand } from "@saccade/tensor/backend";
import { type KernelTable, type Machine, windowOn, wordOf } from "../machine.ts";
import { type Fold, plainFold, runFold } from "./fold.ts";
import { exponentials, moments } from "./reduce.ts";

const sumOf = (term: string): Fold => plainFold("f32", "0", term, "a + b");

/** Ops that look at a row, then write each of its elements: softmax, norms, and their backward passes. */
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
      along("softmax", dim, { x: x! }, exponentials, y!, "expOf(x - acc.largest) / acc.total"),
    logSoftmax: ([x], [y], { dim }) =>
      along("logSoftmax", dim, { x: x! }, exponentials, y!, "x - acc.largest - ln(acc.total)"),
    softmaxBackward: ([g, y], [dx], { dim }) =>
      along("softmaxBackward", dim, { g: g!, y: y! }, sumOf("g * y"), dx!, "y * (g - acc)"),
    logSoftmaxBackward: ([g, y], [dx], { dim }) =>
      along("logSoftmaxBackward", dim, { g: g!, y: y! }, sumOf("g"), dx!, "g - expOf(y) * acc"),
    softmaxWhere([x, allowed], [y], { fill }) {
      const isZero = fill === Number.NEGATIVE_INFINITY;
      // With −∞ a masked score counts for nothing, whatever stands there.
      const fold: Fold = isZero
        ? { ...exponentials, step: "if (m == 0u) { return acc; } return join(acc, Acc(x, 1));" }
        : { ...exponentials, step: "return join(acc, Acc(select(p0, x, m != 0u), 1));" };
      const value = isZero
        ? "select(0.0, expOf(x - acc.largest) / acc.total, m != 0u)"
        : "expOf(select(p0, x, m != 0u) - acc.largest) / acc.total";
      const operands = { x: x!, m: allowed! };
      return along(`softmaxWhere ${isZero}`, last(y!), operands, fold, y!, value, isZero ? [] : [fill]);
    },
    softmaxWhereBackward([g, y, allowed], [dx], { fill }) {
      const isZero = fill === Number.NEGATIVE_INFINITY;
      const h = isZero ? "select(0.0, g, m != 0u)" : "g";
      const operands = { g: g!, y: y!, m: allowed! };
      const value = `select(0.0, y * (${h} - acc), m != 0u)`;
      return along(`softmaxWhereBackward ${isZero}`, last(dx!), operands, sumOf(`${h} * y`), dx!, value);
    },
    layerNorm([x, weight, bias], [y], { dims, eps }) {
      const operands = affine(x!, weight, bias, dims);
      const normed = "(x - acc.mean) / sqrt(acc.squares / acc.n + p0)";
      const value = `${normed}${weight ? " * w" : ""}${bias ? " + b" : ""}`;
      return normalize("layerNorm", operands, y!, dims, moments, value, [eps]);
    },
    rmsNorm([x, weight], [y], { dims, eps }) {
      const operands = affine(x!, weight, undefined, dims);
      const value = `x / sqrt(acc / f32(length) + p0)${weight ? " * w" : ""}`;
      return normalize("rmsNorm", operands, y!, dims, sumOf("x * x"), value, [eps]);
    },
  };

  function normalize(
    name: string,
    operands: Readonly<Record<string, Operand>>,
    y: Operand,
    trailing: number,
    fold: Fold,
    value: string,
    parameters: readonly number[],
  ): true {
    const { shape } = y;
    const dims = shape.map((_, d) => d).slice(shape.length - trailing);
    const variant = Object.keys(operands).join();
    runFold(machine, {
      name,
      shape,
      dims,
      operands,
      fold,
      perElement: [[y, value]],
      parameters: parameters.map(wordOf),
      variant,
    });
    return true;
  }
}

/** The operands of a norm in the shape of x: weight and bias repeat for all rows. */
function affine(
  x: Operand,
  weight: Operand | undefined,
  bias: Operand | undefined,
  trailing: number,
): Readonly<Record<string, Operand>> {
  const repeated = (w: Operand): Operand => {
    const leading = x.shape.slice(0, x.shape.length - trailing);
    return windowOn(w, x.shape, [...leading.map(() => 0), ...w.strides]);
  };
  return { x, ...(weight && { w: repeated(weight) }), ...(bias && { b: repeated(bias) }) };
}
