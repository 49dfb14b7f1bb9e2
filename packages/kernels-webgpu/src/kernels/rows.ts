import type { Kernel, KernelTable, Operand } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import { windowOn, wordOf } from "../wgsl.ts";
import { type Fold, runFold, sumFold, sumValue } from "./fold.ts";
import { exponentialSum, exponentials, moments } from "./reduce.ts";

// Ops that look at a row, then write each of its elements: softmaxes, norms, and their backward passes.

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

interface NormAttrs {
  readonly dims: number;
  readonly eps: number;
}

/** A norm's row in WGSL, and its backward pass, of h = g w. */
interface Norm {
  readonly fold: Fold;
  /** The mean to subtract, and the divisor, as functions of `acc`, `length` and eps = p0. */
  readonly mean: string | null;
  readonly deviation: string;
  readonly backward: Fold;
  /** The gradient of x, of `acc` and `deviation`. */
  readonly slope: string;
}

const layer: Norm = {
  fold: moments,
  mean: "acc.mean",
  deviation: "sqrt(acc.squares / f32(length) + p0)",
  // The moments of x, the mean of h, and Σ (h − mean h) (x − mean x), joined like squares.
  backward: {
    acc: "struct Acc { n: f32, mean: f32, squares: f32, ofH: f32, both: f32 }",
    start: "return Acc(0, 0, 0, 0, 0);",
    step: `let n = acc.n + 1; let d = x - acc.mean; let mean = acc.mean + d / n;
  let e = h - acc.ofH;
  return Acc(n, mean, acc.squares + d * (x - mean), acc.ofH + e / n, acc.both + e * (x - mean));`,
    join: `let n = a.n + b.n;
  if (n == 0) { return a; }
  let d = b.mean - a.mean; let e = b.ofH - a.ofH; let share = b.n / n;
  let between = a.n * share;
  return Acc(n, a.mean + d * share, a.squares + b.squares + d * d * between, a.ofH + e * share, a.both + b.both + d * e * between);`,
  },
  slope: "(h - acc.ofH - (x - acc.mean) / deviation * (acc.both / deviation / f32(length))) / deviation",
};

const rms: Norm = {
  fold: {
    acc: "struct Acc { squares: f32 }",
    start: "return Acc(0);",
    step: "return Acc(acc.squares + x * x);",
    join: "return Acc(a.squares + b.squares);",
  },
  mean: null,
  deviation: "sqrt(acc.squares / f32(length) + p0)",
  backward: {
    acc: "struct Acc { squares: f32, both: f32 }",
    start: "return Acc(0, 0);",
    step: "return Acc(acc.squares + x * x, acc.both + h * x);",
    join: "return Acc(a.squares + b.squares, a.both + b.both);",
  },
  slope: "(h - x / deviation * (acc.both / deviation / f32(length))) / deviation",
};

/**
 * Norms over trailing dims. The backward pass folds each row once for x's gradient, and writes the row's mean and deviation;
 * then the gradients of weight and bias are one fold over the rows.
 */
export function normKernels(machine: Machine): KernelTable {
  const forward = (name: string, { fold, mean, deviation }: Norm): Kernel<NormAttrs> => {
    return ([x, weight, bias], [y], { dims, eps }) => {
      const { shape } = x!;
      const operands = {
        x: x!,
        ...(weight && { w: forAllRows(weight, shape) }),
        ...(bias && { b: forAllRows(bias, shape) }),
      };
      const centred = mean === null ? "x" : `(x - ${mean})`;
      const value = `${centred} / ${deviation}${weight ? " * w" : ""}${bias ? " + b" : ""}`;
      runFold(machine, {
        name,
        shape,
        dims: trailing(shape, dims),
        operands,
        fold,
        perElement: [[y!, value]],
        parameters: [wordOf(eps)],
        variant: Object.keys(operands).join(),
      });
      return true;
    };
  };
  const backward = (name: string, { mean, deviation, backward: fold, slope }: Norm): Kernel<NormAttrs> => {
    return ([g, x, weight], [dx, dWeight, dBias], { dims, eps }) => {
      const { shape } = x!;
      const own = trailing(shape, dims);
      const leading = shape.map((_, d) => d).slice(0, -dims);
      const rows = leading.map((d) => shape[d]!);
      const operands = { g: g!, x: x!, ...(weight && { w: forAllRows(weight, shape) }) };
      const h = `let h = g${weight ? " * w" : ""};`;
      const call = {
        name,
        shape,
        dims: own,
        operands,
        fold: { ...fold, step: `${h} ${fold.step}` },
        parameters: [wordOf(eps)],
        variant: Object.keys(operands).join(),
      };
      const value = slope.replace(/\bh\b/g, weight ? "(g * w)" : "g").replace(/\bdeviation\b/g, deviation);
      if (dWeight === undefined) {
        runFold(machine, { ...call, perElement: [[dx!, value]] });
        return true;
      }
      machine.withScratch([2, ...rows], (scratch) => {
        const ofRows = (k: number): Operand => {
          const { shape: all, strides, offset } = scratch;
          const n = rows.reduce((a, b) => a * b, 1);
          return windowOn(scratch, all.slice(1), strides.slice(1), offset + k * n);
        };
        const [deviations, means] = [ofRows(0), ofRows(1)];
        const perRow = [[deviations, deviation] as const, ...(mean === null ? [] : [[means, mean] as const])];
        runFold(machine, { ...call, name: `${name}, x`, perRow, perElement: [[dx!, value]] });
        const along = (list: Operand): Operand =>
          windowOn(list, shape, [...list.strides, ...own.map(() => 0)]);
        runFold(machine, {
          name: `${name}, weight`,
          shape,
          dims: leading,
          operands: {
            g: g!,
            x: x!,
            deviation: along(deviations),
            ...(mean === null ? {} : { mean: along(means) }),
          },
          fold: weightFold(mean === null ? "x" : "(x - mean)"),
          perRow: [
            [dWeight, "acc.weight + acc.ofWeight"],
            ...(dBias ? [[dBias, "acc.bias + acc.ofBias"] as const] : []),
          ],
        });
      });
      return true;
    };
  };
  return {
    layerNorm: forward("layerNorm", layer),
    layerNormBackward: backward("layerNormBackward", layer),
    rmsNorm: forward("rmsNorm", rms),
    rmsNormBackward: backward("rmsNormBackward", rms),
  };
}

/** Σ g x̂ and Σ g over rows, each with what its roundings lost. */
const weightFold = (centred: string): Fold => ({
  acc: "struct Acc { weight: f32, ofWeight: f32, bias: f32, ofBias: f32 }",
  start: "return Acc(0, 0, 0, 0);",
  step: `let w = keptSum(acc.weight, acc.ofWeight, g * ${centred} / deviation);
  let b = keptSum(acc.bias, acc.ofBias, g);
  return Acc(w.x, w.y, b.x, b.y);`,
  join: `let w = keptSum(a.weight, a.ofWeight + b.ofWeight, b.weight);
  let c = keptSum(a.bias, a.ofBias + b.ofBias, b.bias);
  return Acc(w.x, w.y, c.x, c.y);`,
});

const trailing = (shape: readonly number[], dims: number): number[] =>
  shape.map((_, d) => d).slice(shape.length - dims);

/** A weight in the shape of x: it repeats for all rows. */
function forAllRows(w: Operand, shape: readonly number[]): Operand {
  const leading = shape.slice(0, shape.length - w.shape.length);
  return windowOn(w, shape, [...leading.map(() => 0), ...w.strides]);
}
