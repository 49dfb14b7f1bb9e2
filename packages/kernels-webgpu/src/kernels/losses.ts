import { type KernelTable, numelOf, type Operand } from "@saccade/tensor/backend";
import type { CrossEntropyAttrs } from "@saccade/tensor/fused";
import type { Machine } from "../machine.ts";
import { windowOn, wordOf } from "../wgsl.ts";
import { type Fold, foldWord, runFold, sumFold, sumValue } from "./fold.ts";
import { listAlong, runIndexed } from "./moving.ts";
import { exponentialSum } from "./reduce.ts";

/**
 * Squared errors, and losses of classes along any dim. A row of logits is read once for its loss: largest, sum of
 * exponentials, and all that its target and the weights add are one fold. The backward kernel folds it again, then writes
 * its gradient.
 */
export function lossKernels(machine: Machine): KernelTable {
  return {
    crossEntropy([x, target, weight], [y], attrs) {
      const { operands, ...call } = entropyOf(x!, target!, weight, attrs);
      const { labelSmoothing: s } = attrs;
      const ofTarget = `${weight ? "acc.own * " : ""}(acc.largest - acc.at + ln(${exponentialSum}))`;
      const ofAll = `p2 * (acc.weights * ln(${exponentialSum}) - acc.shifted)`;
      const loss = s > 0 ? `p1 * ${ofTarget} + ${ofAll}` : ofTarget;
      const perRow = [[y!, `select(0.0, ${loss}, acc.kept != 0u)`] as const];
      runFold(machine, { name: "crossEntropy", operands, ...call, perRow });
      return true;
    },
    crossEntropyBackward([g, x, target, weight], [dx], attrs) {
      const { operands, ...call } = entropyOf(x!, target!, weight, attrs);
      const { labelSmoothing: s, dim } = attrs;
      // Of wanted probabilities q and class weights w: g (softmax(x) Σ q w − q w).
      const own = weight ? "acc.own" : "1";
      const all = s > 0 ? `(p1 * ${own} + p2 * acc.weights)` : own;
      const isTarget = "i32(j) == t";
      const wanted = s > 0 ? `select(p2, p1 + p2, ${isTarget})` : `select(0.0, 1.0, ${isTarget})`;
      const slope = `g * (expOf(x - acc.largest) / ${exponentialSum} * ${all} - ${wanted}${weight ? " * w" : ""})`;
      const perElement = [[dx!, `select(0.0, ${slope}, acc.kept != 0u)`] as const];
      const given = { ...operands, g: repeated(g!, x!.shape, dim) };
      runFold(machine, { name: "crossEntropyBackward", operands: given, ...call, perElement });
      return true;
    },
    nllLoss([x, target, weight], [y], { dim, ignoreIndex }) {
      const reads = [
        target!,
        withoutDim(x!, dim),
        ...(weight ? [windowOn(weight, y!.shape, zerosOf(y!))] : []),
      ];
      const words = [ignoreIndex, x!.strides[dim]!, weight?.strides[0] ?? 0];
      runIndexed(machine, "nllLoss", reads, y!, words, ([targets, from, weights], { at, parameter: p }) => {
        const factor = weight ? ` * ${weights}[${at(2)} + u32(t) * ${p(2)}]` : "";
        return `  let t = ${targets}[${at(0)}];
  var value = 0f;
  if (t != bitcast<i32>(${p(0)})) { value = -${from}[${at(1)} + u32(t) * ${p(1)}]${factor}; }`;
      });
      return true;
    },
    nllLossBackward([g, x, target, weight], [dx], { dim, ignoreIndex }) {
      const { shape } = x!;
      const reads = [repeated(g!, shape, dim), repeated(target!, shape, dim)];
      if (weight) reads.push(listAlong(weight, shape.length, dim));
      const name = `nllLossBackward ${dim}`;
      runIndexed(
        machine,
        name,
        reads,
        dx!,
        [ignoreIndex],
        ([slopes, targets, weights], { at, parameter }) => {
          const factor = weight ? ` * ${weights}[${at(2)}]` : "";
          return `  let t = ${targets}[${at(1)}];
  var value = 0f;
  if (t == i32(c${dim}) && t != bitcast<i32>(${parameter(0)})) { value = -${slopes}[${at(0)}]${factor}; }`;
        },
      );
      return true;
    },
    /** The sum or the mean of squared errors: a fold of both operands. */
    mseLoss([a, b], [y], { mean }) {
      const { shape } = a!;
      const scale = mean ? 1 / numelOf(shape) : 1;
      runFold(machine, {
        name: "mseLoss",
        shape,
        dims: shape.map((_, d) => d),
        operands: { x: a!, y: b! },
        fold: sumFold("(x - y) * (x - y)"),
        perRow: [[y!, `${sumValue} * p0`]],
        parameters: [wordOf(scale)],
      });
      return true;
    },
    mseLossBackward([g, a, b], [dx], { mean }) {
      const slope = windowOn(g!, a!.shape, zerosOf(a!));
      machine.elementwise({
        name: "mseLossBackward",
        reads: [slope, a!, b!],
        names: ["g", "a", "b"],
        types: [dx!.dtype, dx!.dtype, dx!.dtype],
        result: dx!,
        value: "(a - b) * (g * p)",
        parameters: [wordOf(mean ? 2 / numelOf(a!.shape) : 2)],
      });
      return true;
    },
  };
}

/**
 * A row of logits: the largest, the sum of exponentials relative to it, and the logit at the target; the target's
 * weight, if classes have weights; for label smoothing all weights, and Σ w (x − largest). `kept` says whether the target
 * counts: nothing else of a row is looked at otherwise.
 */
function entropyOf(
  x: Operand,
  target: Operand,
  weight: Operand | undefined,
  { dim, ignoreIndex, labelSmoothing: s }: CrossEntropyAttrs,
) {
  const { shape } = x;
  const w = weight ? "w" : "p3";
  // The sum, of one element and of two parts.
  const sums: (readonly [field: string, one: string, both: string])[] = [
    ["at", "select(0.0, x, isTarget)", "a.at + b.at"],
  ];
  if (weight) sums.push(["own", "select(0.0, w, isTarget)", "a.own + b.own"]);
  if (s > 0) {
    const shifted = "a.shifted + b.shifted + a.weights * down.x + b.weights * down.y";
    sums.push(["weights", w, "a.weights + b.weights"], ["shifted", "0", shifted]);
  }
  const list = (part: 0 | 1 | 2): string => sums.map((sum) => sum[part]).join(", ");
  const fold: Fold = {
    acc: `struct Acc { kept: u32, largest: f32, total: f32, low: f32, ${sums.map(([field]) => `${field}: f32`).join(", ")} }`,
    start: `return Acc(0u, 0, 0, 0, ${sums.map(() => "0").join(", ")});`,
    step: `if (t == bitcast<i32>(${foldWord(0)})) { return acc; }
  let isTarget = i32(j) == t;
  return join(acc, Acc(1u, x, 1, 0, ${list(1)}));`,
    join: `if (a.kept == 0u) { return b; }
  if (b.kept == 0u) { return a; }
  let largest = largerOf(a.largest, b.largest);
  var down = vec2(a.largest - largest, b.largest - largest);
  let scale = vec2(expOf(down.x), expOf(down.y));
  var total = keptSum(a.total * scale.x, a.low * scale.x + b.low * scale.y, b.total * scale.y);
  if (isInf(largest)) {
    // Infinities side by side are not apart.
    down = vec2(0.0, 0.0);
    total = vec2(select(notANumber(), a.total + b.total, largest < 0), 0.0);
  }
  return Acc(1u, largest, total.x, total.y, ${list(2)});`,
  };
  return {
    shape,
    dims: [dim],
    operands: {
      x,
      t: repeated(target, shape, dim),
      ...(weight && { w: listAlong(weight, shape.length, dim) }),
    },
    fold,
    parameters: [ignoreIndex >>> 0, wordOf(1 - s), wordOf(s / shape[dim]!), wordOf(1)],
    variant: `${weight !== undefined} ${s > 0}`,
  };
}

/** An operand without a dim, for each element along it. */
function repeated(x: Operand, shape: readonly number[], dim: number): Operand {
  return windowOn(x, shape, [...x.strides.slice(0, dim), 0, ...x.strides.slice(dim)]);
}

/** The elements at coordinate 0 of a dim. */
function withoutDim(x: Operand, dim: number): Operand {
  const others = (list: readonly number[]): number[] => list.filter((_, d) => d !== dim);
  return windowOn(x, others(x.shape), others(x.strides));
}

const zerosOf = ({ shape }: Operand): number[] => shape.map(() => 0);
