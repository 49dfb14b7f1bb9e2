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
  /** The element of a table at whole numbers, one for each of its dims; all are inside the table. */
  | { readonly op: "gather"; readonly operand: number; readonly indices: readonly number[] }
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
  /**
   * Of each operand: 0 if it broadcasts to the scores (…, lq, lk), else how many dims of it are gathered from, behind those that
   * broadcast to the batch dims.
   */
  readonly tables: readonly number[];
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

/** The gradient of an operand that one of the steps reads. */
export interface OperandSlope {
  /** Its place among the operands. */
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
