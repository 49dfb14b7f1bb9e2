// A change of attention's scores, and a mask, as a short list of steps, and its gradients as more steps.

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
  /** The element of a table, a row, at a whole number that is inside the table. */
  | { readonly op: "gather"; readonly operand: number; readonly index: number }
  /** The cotangent of the changed score, in {@link ScoreSlopes}. */
  | { readonly op: "cotangent" };

/** What a program is made of. */
export interface ProgramParts {
  /** In an order in which each step comes after those that it reads. */
  readonly steps: readonly ScoreStep[];
  /** The step whose result replaces the score. A score of −∞ excludes the key. */
  readonly score: number;
  /** The step that says whether a query may attend to a key; null if all may. */
  readonly mask: number | null;
  /** Of each operand: whether it is a table, rows (…, 1, n) that are gathered from. Others broadcast to the scores (…, lq, lk). */
  readonly tables: readonly boolean[];
}

/**
 * The steps that a step reads.
 *
 * @example readBy({ op: "add", a: 0, b: 1 }) // [0, 1]
 */
export function readBy(step: ScoreStep): readonly number[] {
  if (step.op === "where") return [step.condition, step.a, step.b];
  if (step.op === "gather") return [step.index];
  if (!("a" in step)) return [];
  return "b" in step ? [step.a, step.b] : [step.a];
}

/** The gradient of an operand that one of the steps reads. */
export interface OperandSlope {
  /** Its place among the operands. */
  readonly operand: number;
  /** The step that has it, for each pair: to be summed where the operand was stretched, or was gathered from. */
  readonly value: number;
  /** The step that says where in a table it belongs; null for an operand that broadcasts. */
  readonly index: number | null;
}

/** A program's gradients. */
export interface ScoreSlopes {
  /** The steps of the program, and more. */
  readonly steps: readonly ScoreStep[];
  /** The gradient of the product of query and key; null if it does not matter. */
  readonly score: number | null;
  /** The gradients of operands, one for each step that reads one. */
  readonly operands: readonly OperandSlope[];
}

/**
 * The program that, beside what it computed, computes the gradients of the product and of the operands for which `wanted` is
 * true from the cotangent of the changed score: reverse mode, a step at a time.
 */
export function slopesOf(program: ProgramParts, wanted: readonly boolean[], scale: number): ScoreSlopes {
  const steps: ScoreStep[] = [...program.steps];
  const push = (step: ScoreStep): number => steps.push(step) - 1;
  const constant = (value: number): number => push({ op: "constant", value });
  const neg = (a: number): number => push({ op: "neg", a });
  const binary = (op: BinaryName, a: number, b: number): number => push({ op, a, b });
  const mul = (a: number, b: number): number => binary("mul", a, b);
  const pick = (condition: number, a: number, b: number): number => push({ op: "where", condition, a, b });
  // Equal values share the gradient, as those of tensors do.
  const share = (g: number, loses: BinaryName, a: number, b: number): number => {
    const won = pick(binary("eq", a, b), constant(0.5), constant(1));
    return mul(g, pick(binary(loses, a, b), constant(0), won));
  };
  /** The gradients of a function's values a and b from its own; functions that are not here have none. */
  const rules: Rules = {
    neg: (g) => [neg(g)],
    abs(g, _, a) {
      const below = pick(binary("lt", a, constant(0)), neg(g), constant(0));
      return [pick(binary("gt", a, constant(0)), g, below)];
    },
    exp: (g, result) => [mul(g, result)],
    log: (g, _, a) => [binary("div", g, a)],
    tanh: (g, result) => [mul(g, binary("sub", constant(1), mul(result, result)))],
    sigmoid: (g, result) => [mul(g, mul(result, binary("sub", constant(1), result)))],
    add: (g) => [g, g],
    sub: (g) => [g, neg(g)],
    mul: (g, _, a, b) => [mul(g, b), mul(g, a)],
    div: (g, result, _, b) => [binary("div", g, b), neg(mul(g, binary("div", result, b)))],
    maximum: (g, _, a, b) => [share(g, "lt", a, b), share(g, "gt", a, b)],
    minimum: (g, _, a, b) => [share(g, "gt", a, b), share(g, "lt", a, b)],
  };
  // Whether a gradient reaches each step: from the score or a wanted operand, through functions that have one.
  const matters: boolean[] = [];
  for (const step of program.steps)
    if ("operand" in step) matters.push(wanted[step.operand]!);
    else if ("a" in step && (step.op === "where" || step.op in rules))
      matters.push(matters[step.a]! || ("b" in step && matters[step.b]!));
    else matters.push(step.op === "score");

  const slopes = new Map<number, number>([[program.score, push({ op: "cotangent" })]]);
  const give = (to: number, more: number): void => {
    const before = slopes.get(to);
    if (matters[to]) slopes.set(to, before === undefined ? more : binary("add", before, more));
  };
  const operands: OperandSlope[] = [];
  for (let at = program.score; at >= 0; at--) {
    const [step, g] = [program.steps[at]!, slopes.get(at)];
    if (g === undefined || !matters[at]) continue;
    if ("operand" in step)
      operands.push({ operand: step.operand, value: g, index: step.op === "gather" ? step.index : null });
    else if (step.op === "where") {
      give(step.a, pick(step.condition, g, constant(0)));
      give(step.b, pick(step.condition, constant(0), g));
    } else if ("a" in step) {
      const b = "b" in step ? step.b : step.a;
      const [toA, toB] = rules[step.op]!(g, at, step.a, b);
      give(step.a, toA);
      if (toB !== undefined) give(b, toB);
    }
  }
  const product = program.steps.findIndex(({ op }) => op === "score");
  const g = slopes.get(product);
  return { steps, score: g === undefined ? null : mul(g, constant(scale)), operands };
}

type Rules = Readonly<
  Partial<
    Record<
      UnaryName | BinaryName,
      (g: number, result: number, a: number, b: number) => readonly [toA: number, toB?: number]
    >
  >
>;
