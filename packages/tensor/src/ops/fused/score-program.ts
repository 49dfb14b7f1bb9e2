// A change of attention's scores, and a mask, as a short list of steps, which fused kernels run on each tile. Here they run in
// tensor ops, which is their specification, and are differentiated into more steps.

import { filled } from "../../create.ts";
import { broadcastShapes, numelOf } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { where } from "../elementwise/comparison.ts";
import { gather } from "../indexing/gather.ts";

/** A step's function of one value. */
export type UnaryName = "neg" | "abs" | "exp" | "log" | "tanh" | "sigmoid" | "floor" | "logicalNot";

/** A step's function of two values. */
export type BinaryName =
  | ("add" | "sub" | "mul" | "div" | "minimum" | "maximum")
  | ("eq" | "ne" | "lt" | "le" | "gt" | "ge" | "logicalAnd" | "logicalOr");

/**
 * One step: its result is a number, or true or false, for each pair of a query and a key. Steps refer to earlier ones by their
 * place in the list. Truth values are those of comparisons and logical functions, and only conditions take them.
 */
export type ScoreStep =
  /** The product of the query and the key, times the scale. */
  | { readonly op: "score" }
  /** An operand that broadcasts to the scores; whole numbers become floats. */
  | { readonly op: "operand"; readonly operand: number }
  | { readonly op: "constant"; readonly value: number }
  | { readonly op: UnaryName; readonly a: number }
  | { readonly op: BinaryName; readonly a: number; readonly b: number }
  | { readonly op: "where"; readonly condition: number; readonly a: number; readonly b: number }
  /** The element of a table at whole numbers, one for each of its dims; all are inside the table. */
  | { readonly op: "gather"; readonly operand: number; readonly indices: readonly number[] }
  /** The cotangent of the changed score, in {@link ScoreSlopes}. */
  | { readonly op: "cotangent" };

/** What a program is made of. */
export interface ProgramParts {
  readonly steps: readonly ScoreStep[];
  /** The step whose result replaces the score. A score of −∞ excludes the key. */
  readonly score: number;
  /** The step that says whether a query may attend to a key; null if all may. */
  readonly mask: number | null;
  /**
   * Of each operand: 0 if it broadcasts to the scores (…, lq, lk), else how many dims of it are gathered from, behind those that
   * broadcast to the batch dims.
   */
  readonly tables: readonly number[];
}

/**
 * Steps with their results. Attention's op and kernels call a program's methods, so that code without programs has none of this.
 *
 * @example new ScoreProgram({ steps: [{ op: "score" }], score: 0, mask: null, tables: [] }).score // 0
 */
export class ScoreProgram implements ProgramParts {
  readonly steps: readonly ScoreStep[];
  readonly score: number;
  readonly mask: number | null;
  readonly tables: readonly number[];

  constructor({ steps, score, mask, tables }: ProgramParts) {
    this.steps = steps;
    this.score = score;
    this.mask = mask;
    this.tables = tables;
  }

  /** The same program in other steps. */
  rewritten(parts: Omit<ProgramParts, "tables">): ScoreProgram {
    return new ScoreProgram({ ...parts, tables: this.tables });
  }

  /**
   * The result of a step in tensor ops, for scores (…, lq, lk). It broadcasts to these. Without scores it must not depend on them.
   */
  resultOf(step: number, pairs: Pairs, operands: readonly Tensor[], scores?: Tensor): Tensor {
    return resultOf(this, step, pairs, operands, scores);
  }

  /**
   * The program that, beside what it computed, computes the gradients of the product and of the operands for which `wanted` is
   * true from the cotangent of the changed score: reverse mode, a step at a time.
   */
  slopes(wanted: readonly boolean[], scale: number): ScoreSlopes {
    return slopesOf(this, wanted, scale);
  }
}

/**
 * The steps that a step reads.
 *
 * @example readBy({ op: "add", a: 0, b: 1 }) // [0, 1]
 */
export function readBy(step: ScoreStep): readonly number[] {
  if (step.op === "where") return [step.condition, step.a, step.b];
  if (step.op === "gather") return step.indices;
  if (!("a" in step)) return [];
  return "b" in step ? [step.a, step.b] : [step.a];
}

/** What scores are like: (…, lq, lk), their floats, and where they are. */
export type Pairs = Pick<Tensor, "shape" | "dtype" | "backend">;

function resultOf(
  { steps, tables }: ProgramParts,
  step: number,
  pairs: Pairs,
  operands: readonly Tensor[],
  scores?: Tensor,
): Tensor {
  const { dtype, backend } = pairs;
  const values: Tensor[] = [];
  const floats = (x: Tensor): Tensor => (x.dtype === dtype ? x : x.to(dtype));
  const valueOf = (at: number): Tensor => {
    values[at] ??= compute(steps[at]!);
    return values[at];
  };
  const compute = (step: ScoreStep): Tensor => {
    switch (step.op) {
      case "score":
      case "cotangent":
        return scores!;
      case "operand":
        return floats(operands[step.operand]!);
      case "constant":
        return filled("constant", [], step.value, { dtype, backend });
      case "where":
        return where(valueOf(step.condition), valueOf(step.a), valueOf(step.b));
      case "gather":
        return floats(
          gathered(operands[step.operand]!, tables[step.operand]!, step.indices.map(valueOf), pairs),
        );
      default:
        return "b" in step ? valueOf(step.a)[step.op](valueOf(step.b)) : valueOf(step.a)[step.op]();
    }
  };
  return valueOf(step);
}

// The last `count` dims of a table at whole numbers, for all pairs of the scores.
function gathered(table: Tensor, count: number, indices: readonly Tensor[], like: Pairs): Tensor {
  const sizes = table.shape.slice(table.ndim - count);
  const flat = indices.reduce(
    (sum, index, i) => sum.mul(sizes[i]!).add(index.to("int32")),
    filled("gather", [], 0, { dtype: "int32", backend: like.backend }),
  );
  const pairs = like.shape.slice(-2);
  const batch = broadcastShapes("gather", table.shape.slice(0, -count), flat.shape.slice(0, -2));
  const rows = table.reshape([...table.shape.slice(0, -count), -1]).expand([...batch, numelOf(sizes)]);
  const at = flat.expand([...batch, ...pairs]).reshape([...batch, -1]);
  return gather(rows, -1, at).reshape([...batch, ...pairs]);
}

/** The gradient of an operand that one of the steps reads. */
export interface OperandSlope {
  readonly operand: number;
  /** The step that has it, for each pair: to be summed where the operand was stretched, or was gathered from. */
  readonly value: number;
  /** The steps that say where in a table it belongs; none for an operand that broadcasts. */
  readonly indices: readonly number[];
}

/** A program's gradients. */
export interface ScoreSlopes {
  /** The steps of the program, and more. */
  readonly steps: readonly ScoreStep[];
  /** The gradient of the product of query and key; null if it does not matter. */
  readonly score: number | null;
  readonly operands: readonly OperandSlope[];
}

function slopesOf(program: ProgramParts, wanted: readonly boolean[], scale: number): ScoreSlopes {
  const steps: ScoreStep[] = [...program.steps];
  const push = (step: ScoreStep): number => steps.push(step) - 1;
  const constant = (value: number): number => push({ op: "constant", value });
  const binary = (op: BinaryName, a: number, b: number): number => push({ op, a, b });
  const mul = (a: number, b: number): number => binary("mul", a, b);
  const pick = (condition: number, a: number, b: number): number => push({ op: "where", condition, a, b });
  const matters = differentiable(program, wanted);
  const slopes = new Map<number, number>([[program.score, push({ op: "cotangent" })]]);
  const give = (to: number, make: () => number): void => {
    if (!matters[to]) return;
    const before = slopes.get(to);
    const more = make();
    slopes.set(to, before === undefined ? more : binary("add", before, more));
  };
  // Equal values share the gradient, as those of tensors do.
  const share = (g: number, loses: BinaryName, a: number, b: number): number => {
    const won = pick(binary("eq", a, b), constant(0.5), constant(1));
    return mul(g, pick(binary(loses, a, b), constant(0), won));
  };
  const operands: OperandSlope[] = [];
  for (let at = program.score; at >= 0; at--) {
    const step = program.steps[at]!;
    const g = slopes.get(at);
    if (g === undefined || !matters[at]) continue;
    switch (step.op) {
      case "operand":
        operands.push({ operand: step.operand, value: g, indices: [] });
        break;
      case "gather":
        operands.push({ operand: step.operand, value: g, indices: step.indices });
        break;
      case "where":
        give(step.a, () => pick(step.condition, g, constant(0)));
        give(step.b, () => pick(step.condition, constant(0), g));
        break;
      case "neg":
        give(step.a, () => push({ op: "neg", a: g }));
        break;
      case "abs":
        give(step.a, () => {
          const negative = push({ op: "neg", a: g });
          const below = pick(binary("lt", step.a, constant(0)), negative, constant(0));
          return pick(binary("gt", step.a, constant(0)), g, below);
        });
        break;
      case "exp":
        give(step.a, () => mul(g, at));
        break;
      case "log":
        give(step.a, () => binary("div", g, step.a));
        break;
      case "tanh":
        give(step.a, () => mul(g, binary("sub", constant(1), mul(at, at))));
        break;
      case "sigmoid":
        give(step.a, () => mul(g, mul(at, binary("sub", constant(1), at))));
        break;
      case "add":
        give(step.a, () => g);
        give(step.b, () => g);
        break;
      case "sub":
        give(step.a, () => g);
        give(step.b, () => push({ op: "neg", a: g }));
        break;
      case "mul":
        give(step.a, () => mul(g, step.b));
        give(step.b, () => mul(g, step.a));
        break;
      case "div":
        give(step.a, () => binary("div", g, step.b));
        give(step.b, () => push({ op: "neg", a: mul(g, binary("div", at, step.b)) }));
        break;
      case "maximum":
        give(step.a, () => share(g, "lt", step.a, step.b));
        give(step.b, () => share(g, "gt", step.a, step.b));
        break;
      case "minimum":
        give(step.a, () => share(g, "gt", step.a, step.b));
        give(step.b, () => share(g, "lt", step.a, step.b));
        break;
    }
  }
  const product = program.steps.findIndex(({ op }) => op === "score");
  const g = slopes.get(product);
  return { steps, score: g === undefined ? null : mul(g, constant(scale)), operands };
}

/** Whether a gradient reaches each step: from the score or a wanted operand, through functions that have one. */
function differentiable({ steps }: ProgramParts, wanted: readonly boolean[]): boolean[] {
  const flat = new Set([
    "floor",
    "logicalNot",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "logicalAnd",
    "logicalOr",
  ]);
  const matters: boolean[] = [];
  for (const step of steps) {
    if (step.op === "score") matters.push(true);
    else if (step.op === "operand" || step.op === "gather") matters.push(wanted[step.operand]!);
    else if ("a" in step && !flat.has(step.op))
      matters.push(matters[step.a]! || ("b" in step && matters[step.b]!));
    else matters.push(false);
  }
  return matters;
}
