import { type Attrs, type Kernel, type KernelTable, numelOf, type Operand } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import {
  findPlaces,
  inHalves,
  mostWords,
  type Place,
  perGroup,
  storageTypes,
  u,
  walkOf,
  windowOn,
  wordOf,
  wordsOf,
} from "../wgsl.ts";
import { type Fold, letParameters, plainFold, runFold, sumFold, sumValue } from "./fold.ts";

interface ReduceAttrs extends Attrs {
  readonly dims: readonly number[];
}

/** Whether x is true: NaN and subnormal numbers are. */
const truth = ({ dtype }: Operand): string => (dtype === "float32" ? "isNonzero(x)" : "x != 0");

/** The place of the first element that beats all others: NaN beats all. */
function firstBest(dtype: Operand["dtype"], sign: ">" | "<"): Fold {
  const type = storageTypes[dtype];
  const beats = dtype === "float32" ? `(y ${sign} x || (isNaN(y) && !isNaN(x)))` : `(y ${sign} x)`;
  const same = dtype === "float32" ? "(x == y || (isNaN(x) && isNaN(y)))" : "(x == y)";
  return {
    acc: `struct Acc { value: ${type}, at: u32 }`,
    // No element yet.
    start: `return Acc(${type}(0), 0xffffffffu);`,
    step: "return join(acc, Acc(x, j));",
    join: `if (a.at == 0xffffffffu) { return b; }
  if (b.at == 0xffffffffu) { return a; }
  let x = a.value; let y = b.value;
  if (${beats} || (${same} && b.at < a.at)) { return b; }
  return a;`,
  };
}

/** Mean and sum of squared deviations, joined as Chan, Golub and LeVeque (1979) do. */
export const moments: Fold = {
  acc: "struct Acc { n: f32, mean: f32, squares: f32 }",
  start: "return Acc(0, 0, 0);",
  step: `let n = acc.n + 1; let d = x - acc.mean; let mean = acc.mean + d / n;
  return Acc(n, mean, acc.squares + d * (x - mean));`,
  join: `let n = a.n + b.n;
  if (n == 0) { return a; }
  let d = b.mean - a.mean;
  return Acc(n, a.mean + d * b.n / n, a.squares + b.squares + d * d * a.n * b.n / n);`,
};

/** The largest, and the sum of exponentials relative to it (Milakov and Gimelshein 2018) with what its roundings lost. */
export const exponentials: Fold = {
  acc: "struct Acc { largest: f32, total: f32, low: f32 }",
  start: "return Acc(-infinity(), 0, 0);",
  step: "return join(acc, Acc(x, 1, 0));",
  join: `if (isNaN(a.largest) || isNaN(b.largest)) { return Acc(notANumber(), notANumber(), 0); }
  let largest = max(a.largest, b.largest);
  if (isInf(largest)) {
    if (largest < 0) { return Acc(largest, a.total + b.total, 0); }
    return Acc(largest, notANumber(), 0);
  }
  let down = vec2(expOf(a.largest - largest), expOf(b.largest - largest));
  let s = keptSum(a.total * down.x, a.low * down.x + b.low * down.y, b.total * down.y);
  return Acc(largest, s.x, s.y);`,
};
/** The value of their sum. */
export const exponentialSum = "(acc.total + acc.low)";

/** Reductions of dims to one value, or to a value and its place. */
export function reduceKernels(machine: Machine): KernelTable {
  const fold = <A extends ReduceAttrs = ReduceAttrs>(
    name: string,
    foldFor: (x: Operand, y: Operand) => Fold,
    values: readonly string[] = ["acc"],
    parameters: (attrs: A, length: number) => readonly number[] = () => [],
  ): Kernel<A> => {
    return ([x], outputs, attrs) => {
      const own = foldFor(x!, outputs[0]!);
      const { dims } = attrs;
      const { shape } = x!;
      runFold(machine, {
        name,
        shape,
        dims,
        operands: { x: x! },
        fold: own,
        perRow: outputs.map((y, i) => [y, values[i]!] as const),
        parameters: parameters(attrs, numelOf(dims.map((d) => shape[d]!))).map(wordOf),
        variant: `${own.sum} ${own.step}`,
      });
      return true;
    };
  };
  const sum: Kernel<ReduceAttrs> = (inputs, outputs, attrs) => {
    const isFloat = outputs[0]!.dtype === "float32";
    const own = isFloat ? sumFold("x") : plainFold(storageTypes[outputs[0]!.dtype], "0", "x", "a + b");
    return fold("sum", () => own, [isFloat ? sumValue : "acc"])(inputs, outputs, attrs);
  };
  const extreme =
    (larger: boolean) =>
    (x: Operand): Fold => {
      if (x.dtype === "float32") {
        const [start, join] = larger ? ["-infinity()", "largerOf(a, b)"] : ["infinity()", "smallerOf(a, b)"];
        return plainFold("f32", start!, "x", join!);
      }
      const type = storageTypes[x.dtype];
      const [least, most] = x.dtype === "int32" ? ["-2147483647 - 1", "2147483647"] : ["0u", "1u"];
      return plainFold(type, larger ? least : most, "x", larger ? "max(a, b)" : "min(a, b)");
    };
  const spread = (name: string, value: string): Kernel<ReduceAttrs & { readonly correction: number }> =>
    fold(
      name,
      () => moments,
      [value],
      ({ correction }, length) => [Math.max(0, length - correction)],
    );
  return {
    sum,
    prod: fold("prod", (_x, y) => plainFold(storageTypes[y.dtype], "1", "x", "a * b")),
    amax: fold("amax", extreme(true)),
    amin: fold("amin", extreme(false)),
    max: fold("max", (x) => firstBest(x.dtype, ">"), ["acc.value", "acc.at"]),
    min: fold("min", (x) => firstBest(x.dtype, "<"), ["acc.value", "acc.at"]),
    argmax: fold("argmax", (x) => firstBest(x.dtype, ">"), ["acc.at"]),
    argmin: fold("argmin", (x) => firstBest(x.dtype, "<"), ["acc.at"]),
    all: fold("all", (x) => plainFold("u32", "1u", truth(x), "a & b")),
    any: fold("any", (x) => plainFold("u32", "0u", truth(x), "a | b")),
    logsumexp: fold("logsumexp", () => exponentials, [
      `select(select(acc.largest + ln(${exponentialSum}), acc.largest, isInf(acc.largest)), notANumber(), isNaN(acc.largest))`,
    ]),
    variance: spread("variance", "acc.squares / p0"),
    std: spread("std", "sqrt(acc.squares / p0)"),
    norm: (inputs, outputs, attrs) => {
      const { p } = attrs;
      const own = normFold(p);
      return fold(
        "norm",
        () => own.fold,
        [own.norm(own.value)],
        () => [p, 1 / p],
      )(inputs, outputs, attrs);
    },
  };
}

/** A p-norm: the fold of its elements, the value of a fold, and the norm of that. */
function normFold(p: number): {
  readonly fold: Fold;
  readonly value: string;
  readonly norm: (value: string) => string;
} {
  const plus = (term: string, norm: (sum: string) => string) => ({
    fold: sumFold(term),
    value: sumValue,
    norm,
  });
  const same = (value: string): string => value;
  const extreme = (start: string, join: string) => ({
    fold: plainFold("f32", start, "abs(x)", join),
    value: "acc",
    norm: same,
  });
  if (p === 1) return plus("abs(x)", same);
  if (p === 2) return plus("x * x", (sum) => `sqrt(${sum})`);
  if (p === 0) return plus("select(0.0, 1.0, isNonzero(x))", same);
  if (p === Number.POSITIVE_INFINITY) return extreme("0", "largerOf(a, b)");
  if (p === Number.NEGATIVE_INFINITY) return extreme("infinity()", "smallerOf(a, b)");
  return plus("powerOf(abs(x), p0)", (sum) => `powerOf(${sum}, p1)`);
}

/** How many elements a workgroup takes. */
const groupElements = 4096;
/** Tensors of one dispatch: with the parts, as many buffers as every device binds. */
const mostTensors = 7;

/**
 * The norm of all gradients, and the factor that clips them. Workgroups of one dispatch fold pieces of several tensors;
 * the pieces' parts are folded at the end.
 */
export function totalNormKernels(machine: Machine): KernelTable {
  return {
    totalNorm(xs, [y], { normType: p }) {
      const { fold, value, norm } = normFold(p);
      const parameters = [wordOf(p), wordOf(1 / p)];
      const members = xs.map(memberOf).filter(({ n }) => n > 0);
      const count = members.reduce((sum, { groups }) => sum + groups, 0);
      machine.withScratch([count], (parts) => {
        let done = 0;
        for (const batch of batches(members)) {
          foldPieces(batch, windowOn(parts, [count], [1], done), parameters);
          for (const { groups } of batch) done += groups;
        }
        runFold(machine, {
          name: "totalNorm",
          shape: [count],
          dims: [0],
          operands: { x: parts },
          // Folds the pieces' values, which are no longer elements.
          fold: value === "acc" ? { ...fold, step: "return join(acc, x);" } : sumFold("x"),
          perRow: [[y!, norm(value)]],
          parameters,
          variant: fold.join + norm(value),
        });
      });
      return true;

      function foldPieces(batch: readonly Member[], to: Operand, parameters: readonly number[]): void {
        const width = machine.teamOf(64);
        const groups = batch.reduce((sum, member) => sum + member.groups, 0);
        // The parameters of the fold's own formula come first, where it expects them.
        const words = [groups, to.offset, 0, ...parameters];
        const starts = batch.map((member) => {
          const at = words.length;
          words.push(member.n, member.groups, ...member.words);
          return at;
        });
        machine.run({
          name: "totalNorm, pieces",
          variant: `${batch.map(({ walk }) => walk.sizes.length)} ${width} ${fold.sum} ${fold.step}`,
          reads: batch.map(({ x }) => x),
          writes: [to],
          words,
          groups: machine.plane(groups),
          source: (buffers) => {
            const pieces = batch.map(({ walk }, k) => {
              const at = starts[k]!;
              return `  if (piece < ${u(at + 1)}) {
    for (var i = piece * ${groupElements}u + lane; i < min(${u(at)}, (piece + 1) * ${groupElements}u); i += ${width}u) {
${findPlaces(walk, at + 2)}
      acc = step(acc, ${buffers[k]}[at0]);
    }
  }
  piece -= ${u(at + 1)};`;
            });
            return `${fold.acc}
fn start() -> Acc { ${fold.start} }
fn step(acc: Acc, x: f32) -> Acc {
${letParameters(parameters.length)}
  ${fold.sum === undefined ? "" : `let term = ${fold.sum};`}
  ${fold.step}
}
fn join(a: Acc, b: Acc) -> Acc { ${fold.join} }
var<workgroup> lanes: array<Acc, ${width}>;
${perGroup(
  width,
  `  // Of the tensor whose turn it is; those before have wrapped round to large numbers.
  var piece = row;
  var acc = start();
${pieces.join("\n")}
  lanes[lane] = acc;
  workgroupBarrier();
${inHalves(width, "lanes[lane] = join(lanes[lane], lanes[lane + half]);")}
  if (lane == 0u) { ${buffers.at(-1)}[${u(1)} + row] = ${value.replaceAll("acc", "lanes[0]")}; }`,
)}`;
          },
        });
      }
    },
    clipFactor: ([norm], [y], { maxNorm, eps }) => {
      const value = eps === 0 ? "select(1.0, p / x, x > p)" : "select(min(1.0, p / (x + q)), x, isNaN(x))";
      const call = { reads: [norm!], names: ["x"], types: [y!.dtype], result: y!, value };
      machine.elementwise({
        name: `clipFactor ${eps === 0}`,
        ...call,
        parameters: [maxNorm, eps].map(wordOf),
      });
      return true;
    },
  };
}

type Member = ReturnType<typeof memberOf>;

/** A tensor of a dispatch: its elements, in any order that is always the same. */
function memberOf(x: Operand) {
  const n = numelOf(x.shape);
  // A transposed tensor is its buffer's elements in another order.
  const order = x.strides.map((_, d) => d).sort((a, b) => x.strides[b]! - x.strides[a]!);
  const turned = (list: readonly number[]): number[] => order.map((d) => list[d]!);
  const [shape, strides] = [turned(x.shape), turned(x.strides)];
  const place: Place = { strides, offset: x.offset };
  const walk = walkOf(shape, [place]);
  return { x, n, groups: Math.ceil(n / groupElements), walk, words: wordsOf(walk, [place]) };
}

/** Members of dispatches: as many as have room for their buffers and words. */
function batches(members: readonly Member[]): Member[][] {
  const all: Member[][] = [];
  let room = 0;
  for (const member of members) {
    const words = member.words.length + 2;
    if (all.length === 0 || all.at(-1)!.length === mostTensors || words > room) {
      all.push([]);
      room = mostWords - 5;
    }
    all.at(-1)!.push(member);
    room -= words;
  }
  return all;
}
