// A mod's symbols: a score, its places, and all that is computed from them. A mod runs once, with symbols; what it does becomes a
// graph.

import { ArgumentError, type Backend, Tensor } from "@saccade/tensor";
import { describeValue } from "@saccade/tensor/backend";

/**
 * A mod does something that a trace cannot repeat for every score: an `if` on a symbol, a conversion to a number, a result that is
 * no symbol. The message names the mod and the cure.
 *
 * @example
 * createBlockMask((_b, _h, q, kv) => (q.ge(kv) ? q.ge(0) : q.lt(0)), null, null, 4, 4); // throws TraceError
 */
export class TraceError extends ArgumentError {
  override readonly name: string = "TraceError";
}

/** Where a score stands, and how many of each there are. */
export interface Sizes {
  readonly b: number;
  readonly h: number;
  readonly q: number;
  readonly kv: number;
}

/** A place of a score: its batch entry, head, query or key. */
export type Place = keyof Sizes;

/** The places, in the order of the scores' dims. */
export const placeNames: readonly Place[] = ["b", "h", "q", "kv"];

const unary = ["neg", "abs", "exp", "log", "tanh", "sigmoid", "floor", "logicalNot"] as const;
/** Ops of one number or bool. */
export type Unary = (typeof unary)[number];
type Arithmetic = "add" | "sub" | "mul" | "div" | "minimum" | "maximum" | "floorDivide" | "remainder";
type Comparison = "eq" | "ne" | "lt" | "le" | "gt" | "ge";
/** Ops of two. */
export type Binary = Arithmetic | Comparison | "logicalAnd" | "logicalOr";
type Op = Place | Unary | Binary | "score" | "constant" | "where" | "gather";

/** Whether a symbol is a place. */
export const isPlace = (op: Op): op is Place => (placeNames as readonly Op[]).includes(op);

/** Whether a symbol is an op of one. */
export const isUnary = (op: Op): op is Unary => (unary as readonly Op[]).includes(op);

/** Whole numbers, which may be indices; any numbers; and bools. */
export type Kind = "whole" | "number" | "bool";

/** A symbol, or a number. */
export type TracedOr = Traced | number;

/** The run of one mod. */
export interface Trace {
  /** The function and the mod, in messages. */
  readonly what: string;
  /** Where captured tensors must be; null until the first one tells. */
  backend: Backend | null;
  /** All symbols made. */
  readonly made: Traced[];
}

let current: Trace | undefined;

/** Runs `f`, in which the symbols of a mod compute. */
export function whileTracing<T>(run: Trace, f: () => T): T {
  const outer = current;
  current = run;
  try {
    return f();
  } finally {
    current = outer;
  }
}

/** The limits of a clamp. */
export interface Limits {
  /** The least value. Default: none. */
  readonly min?: TracedOr;
  /** The largest value. Default: none. */
  readonly max?: TracedOr;
}

/** What a symbol is of, where that is no op. */
interface Of {
  /** The value of a constant. */
  readonly value?: number;
  /** The captured tensor of a gather. */
  readonly table?: Tensor;
}

/** A symbol in a mod: a number or bool that each pair of query and key has its own of. Its methods are those of tensors. */
export class Traced {
  /** @internal */
  readonly op: Op;
  /** @internal */
  readonly args: readonly Traced[];
  /** @internal */
  readonly kind: Kind;
  /** The value of a constant. @internal */
  readonly value: number;
  /** The captured tensor of a gather. @internal */
  readonly table: Tensor | undefined;
  /** The places that it depends on, and "score". @internal */
  readonly reads: ReadonlySet<Place | "score">;
  /** @internal */
  readonly trace: Trace;

  /** @internal */
  constructor(trace: Trace, op: Op, kind: Kind, args: readonly Traced[] = [], of: Of = {}) {
    this.trace = trace;
    this.op = op;
    this.kind = kind;
    this.args = args;
    this.value = of.value ?? Number.NaN;
    this.table = of.table;
    const own = op === "score" || isPlace(op) ? [op] : [];
    this.reads = new Set([...own, ...args.flatMap((x) => [...x.reads])]);
  }

  /** this + other. */
  add(other: TracedOr): Traced {
    return compute("add", this, other);
  }

  /** this − other. */
  sub(other: TracedOr): Traced {
    return compute("sub", this, other);
  }

  /** this · other. */
  mul(other: TracedOr): Traced {
    return compute("mul", this, other);
  }

  /** this / other, which is no whole number. */
  div(other: TracedOr): Traced {
    return compute("div", this, other);
  }

  /** ⌊this / other⌋. */
  floorDivide(other: TracedOr): Traced {
    return compute("floorDivide", this, other);
  }

  /** this − ⌊this / other⌋ · other: with the sign of other. */
  remainder(other: TracedOr): Traced {
    return compute("remainder", this, other);
  }

  /** The smaller one. */
  minimum(other: TracedOr): Traced {
    return compute("minimum", this, other);
  }

  /** The larger one. */
  maximum(other: TracedOr): Traced {
    return compute("maximum", this, other);
  }

  /** Within min and max, each of which may be left out. */
  clamp({ min, max }: Limits): Traced {
    const above = min === undefined ? this : this.maximum(min);
    return max === undefined ? above : above.minimum(max);
  }

  /** −this. */
  neg(): Traced {
    return compute("neg", this);
  }

  /** |this|. */
  abs(): Traced {
    return compute("abs", this);
  }

  /** The largest whole number that is not larger. */
  floor(): Traced {
    return compute("floor", this);
  }

  /** e to this. */
  exp(): Traced {
    return compute("exp", this);
  }

  /** The natural logarithm. */
  log(): Traced {
    return compute("log", this);
  }

  /** The hyperbolic tangent. */
  tanh(): Traced {
    return compute("tanh", this);
  }

  /** 1 / (1 + exp(−this)). */
  sigmoid(): Traced {
    return compute("sigmoid", this);
  }

  /** this = other, a bool. */
  eq(other: TracedOr): Traced {
    return compute("eq", this, other);
  }

  /** this ≠ other, a bool. */
  ne(other: TracedOr): Traced {
    return compute("ne", this, other);
  }

  /** this < other, a bool. */
  lt(other: TracedOr): Traced {
    return compute("lt", this, other);
  }

  /** this ≤ other, a bool. */
  le(other: TracedOr): Traced {
    return compute("le", this, other);
  }

  /** this > other, a bool. */
  gt(other: TracedOr): Traced {
    return compute("gt", this, other);
  }

  /** this ≥ other, a bool. */
  ge(other: TracedOr): Traced {
    return compute("ge", this, other);
  }

  /** Both bools. */
  logicalAnd(other: Traced): Traced {
    return compute("logicalAnd", this, other);
  }

  /** One of two bools. */
  logicalOr(other: Traced): Traced {
    return compute("logicalOr", this, other);
  }

  /** The other bool. */
  logicalNot(): Traced {
    return compute("logicalNot", this);
  }

  /** This where the condition holds, otherwise `other`. */
  where(condition: Traced, other: TracedOr): Traced {
    return where(condition, this, other);
  }

  /** Refuses `q >= kv`, `q + 1` and `${q}`. */
  [Symbol.toPrimitive](): never {
    throw new TraceError(
      `${this.trace.what} turns a symbol into a JavaScript value, as >=, + and templates do; a symbol stands for all scores ` +
        "and has no value. Write q.ge(kv), q.add(1), and where(condition, a, b) for a choice.",
    );
  }
}

/** The mod that runs. */
export function currentTrace(op: string): Trace {
  if (current) return current;
  throw new TraceError(`${op}: symbols exist while a scoreMod or maskMod runs; compute with them there.`);
}

/** A new symbol of the mod that runs. */
export function make(op: Op, kind: Kind, args: readonly Traced[], table?: Tensor): Traced {
  const trace = currentTrace(op);
  const made = new Traced(trace, op, kind, args, table && { table });
  trace.made.push(made);
  return made;
}

const logical: ReadonlySet<Op> = new Set(["logicalAnd", "logicalOr", "logicalNot"]);
const comparisons: ReadonlySet<Op> = new Set(["eq", "ne", "lt", "le", "gt", "ge"]);
const fractional: ReadonlySet<Op> = new Set(["div", "exp", "log", "tanh", "sigmoid"]);

/** The symbol of an op of numbers, or of bools. */
function compute(op: Unary | Binary, ...given: readonly unknown[]): Traced {
  const args = argsOf(op, given, logical.has(op) ? "bool" : "number");
  const kind = fractional.has(op) ? "number" : numberKind(args);
  return make(op, logical.has(op) || comparisons.has(op) ? "bool" : kind, args);
}

/** Whole numbers, if all are. */
export const numberKind = (args: readonly Traced[]): Kind =>
  args.every(({ kind }) => kind === "whole") ? "whole" : "number";

/** Symbols and numbers as symbols of a kind. */
export function argsOf(op: string, given: readonly unknown[], wanted: "number" | "bool"): Traced[] {
  const run = currentTrace(op);
  return given.map((x) => symbolOf(run, x, wanted, `${run.what}: ${op} takes ${wanted}s, and got`));
}

/** A value as a symbol of this kind. */
export function symbolOf(run: Trace, x: unknown, wanted: "number" | "bool", message: string): Traced {
  if (typeof x === "number" && wanted === "number") return constant(run, x);
  if (x instanceof Traced && x.trace === run && (x.kind === "bool") === (wanted === "bool")) return x;
  const got = x instanceof Traced ? (x.kind === "bool" ? "a bool" : "a number") : describeValue(x);
  throw new TraceError(`${message} ${got}; ${cureOf(x, run)}.`);
}

/** What to do about a value that is no symbol, or one of the wrong kind. */
function cureOf(x: unknown, run: Trace): string {
  if (x instanceof Traced && x.trace !== run)
    return "it belongs to another call; use only the symbols that the mod is given";
  if (x instanceof Traced && x.kind === "bool") return "where(condition, 1, 0) makes a number of a bool";
  if (x instanceof Traced) return "compare it, as in x.ne(0)";
  if (x instanceof Tensor) return "read captured tensors with at(x, ...indices)";
  if (x instanceof Promise) return "a mod cannot be async";
  if (x === undefined) return "return it";
  return "compute with the symbols' methods, and choose with where(condition, a, b)";
}

function constant(trace: Trace, value: number): Traced {
  return new Traced(trace, "constant", Number.isInteger(value) ? "whole" : "number", [], { value });
}

const isBool = (x: TracedOr): x is Traced => x instanceof Traced && x.kind === "bool";

/**
 * In a mod: a where the condition holds, b elsewhere. What is not chosen has no effect, in value or gradient.
 *
 * @throws TraceError unless the condition is a bool, and a and b are both numbers or both bools.
 * @example
 * const near: ScoreMod = (score, _b, _h, q, kv) => where(q.sub(kv).abs().lt(2), score, score.mul(0.5));
 * flexAttention(ones([1, 1, 3, 2]), ones([1, 1, 3, 2]), ones([1, 1, 3, 2]), { scoreMod: near }).output.shape // [1, 1, 3, 2]
 */
export function where(condition: Traced, a: TracedOr, b: TracedOr): Traced {
  const test = argsOf("where", [condition], "bool");
  if (isBool(a) && isBool(b)) return a.logicalAnd(condition).logicalOr(b.logicalAnd(condition.logicalNot()));
  const args = argsOf("where", [a, b], "number");
  return make("where", numberKind(args), [...test, ...args]);
}
