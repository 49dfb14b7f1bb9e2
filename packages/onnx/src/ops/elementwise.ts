import type { DType } from "@saccade/tensor";
import type { Graph } from "../graph/graph.ts";
import { isRatio } from "../trace/program.ts";
import {
  type Attrs,
  type Context,
  type Express,
  each,
  isSize,
  numbersOr,
  type Operand,
  type OpTable,
} from "./context.ts";

/** x in the dtype of the result, or as floats if the operator only takes floats. */
export function converted({ graph }: Context, { name, dtype }: Operand, wanted: DType): string {
  return dtype === wanted ? name : graph.cast(name, wanted);
}

/** The first operand in the dtype of the result. */
function first(c: Context): string {
  return converted(c, c.x, c.dtype);
}

/** An operator of one tensor; `slope` names the attribute that is its alpha. */
/* @__NO_SIDE_EFFECTS__ */
function unary(operator: string, slope?: string): Express {
  return (c) => c.graph.node(operator, [first(c)], slope ? { alpha: { float: c.attrs.number(slope) } } : {});
}

/** Operators one after the other. */
function formula(build: (graph: Graph, x: string, number: (value: number) => string) => string): Express {
  return (c) => build(c.graph, first(c), (value) => c.graph.scalar(value, c.dtype));
}

/** A test of one float, whose result is bool. */
function test(build: (graph: Graph, x: string) => string): Express {
  return (c) => build(c.graph, converted(c, c.x, floats(c.x.dtype)));
}

/** A number among the attributes, which may depend on the sizes. */
export function numberOf(c: Context, name: string, dtype: DType, attrs: Attrs = c.attrs): string {
  const value = attrs.get(name);
  if (isRatio(value)) return c.graph.ratio(value, dtype);
  if (isSize(value)) return c.graph.sizeScalar(value, dtype);
  return c.refuse(`has a ${name} that depends on the sizes in an unknown way.`);
}

/** Both operands, in one dtype. A number becomes a constant. */
function pair(c: Context, dtype: DType): [string, string] {
  const { inputs, attrs } = c;
  const a = converted(c, inputs[0]!, dtype);
  if (!attrs.has("scalar")) return [a, converted(c, inputs[1]!, dtype)];
  const scalar = attrs.record("scalar");
  const b = numberOf(c, "value", dtype, scalar);
  return scalar.flag("left") ? [b, a] : [a, b];
}

// Engines refuse to divide whole numbers by 0, even in empty tensors; programs do not.
function divided(c: Context): [string, string] {
  const { graph, attrs, outputs } = c;
  const [a, b] = pair(c, "int32");
  const scalar = attrs.has("scalar") ? attrs.record("scalar") : null;
  const divisor = scalar === null || scalar.flag("left") ? null : scalar.get("value");
  if (typeof divisor === "number") return [a, divisor === 0 ? graph.scalar(1, "int32") : b];
  if (divisor === null && !outputs[0]!.shape.some((size) => c.vanishes(size))) return [a, b];
  const none = graph.op("Equal", b, graph.scalar(0, "int32"));
  return [a, graph.op("Where", none, graph.scalar(1, "int32"), b)];
}

// The remainder as in C, and where its sign is not the divisor's, so that the one of Python is larger by a divisor.
function rest(c: Context, a: string, b: string): { readonly left: string; readonly off: string } {
  const { graph, dtype } = c;
  const zero = graph.scalar(0, dtype);
  const left = graph.node("Mod", [a, b], { fmod: 1 });
  const apart = graph.op("Xor", graph.op("Less", left, zero), graph.op("Less", b, zero));
  const some = graph.op("Not", graph.op("Equal", left, zero));
  return { left, off: graph.op("And", some, apart) };
}

// (a − a mod b) / b, as 3 // 0.1 is 29.
function floatQuotient(c: Context): string {
  const { graph, dtype } = c;
  const [a, b] = pair(c, dtype);
  const { left, off } = rest(c, a, b);
  const whole = graph.op("Div", graph.op("Sub", a, left), b);
  const quotient = graph.op("Round", graph.op("Sub", whole, graph.cast(off, dtype)));
  const none = graph.op("Equal", b, graph.scalar(0, dtype));
  return graph.op("Where", none, graph.op("Div", a, b), quotient);
}

/** An operator of two tensors that broadcast; + and · are "or" and "and" of bools. */
/* @__NO_SIDE_EFFECTS__ */
function binary(operator: string, ofBools: string = operator): Express {
  return (c) => c.graph.op(c.dtype === "bool" ? ofBools : operator, ...pair(c, c.dtype));
}

/** x · by. A multiple of a multiple is one of the first: ONNX Runtime loses the one between where a product uses both. */
function multiple(c: Context, x: string, by: number, make: () => string): string {
  const { graph } = c;
  const known = graph.multiples.get(x);
  const moderate = (factor: number): boolean => Math.abs(factor) >= 1e-6 && Math.abs(factor) <= 1e6;
  const joins = known !== undefined && moderate(by) && moderate(known.by);
  const [of, factor] = joins ? [known.of, by * known.by] : [x, by];
  const out = joins ? graph.op("Mul", of, graph.scalar(factor, c.dtype)) : make();
  graph.multiples.set(out, { of, by: factor });
  return out;
}

/** A number as an op's right operand, with floats, if it is the same at all sizes. */
function factorOf({ attrs, dtype }: Context): number | null {
  const value = attrs.has("scalar") ? attrs.record("scalar").get("value") : null;
  return typeof value === "number" && dtype.startsWith("float") ? value : null;
}

/** A comparison, whose result is bool. */
function comparison(operator: string, inverted: boolean = false): Express {
  return (c) => {
    const { dtype } = c.x;
    const operands = pair(c, dtype === "bool" && operator !== "Equal" ? "int32" : dtype);
    const result = c.graph.op(operator, ...operands);
    return inverted ? c.graph.op("Not", result) : result;
  };
}

export const elementwise: OpTable = {
  add: binary("Add", "Or"),
  sub: binary("Sub"),
  mul: (c) => {
    const make = (): string => c.graph.op(c.dtype === "bool" ? "And" : "Mul", ...pair(c, c.dtype));
    const by = factorOf(c);
    return by === null ? make() : multiple(c, first(c), by, make);
  },
  div: (c) => {
    const { dtype } = c;
    const scalar = c.attrs.has("scalar") ? c.attrs.record("scalar") : null;
    // ONNX Runtime removes a result of 1 / x · y that is also an output.
    if (scalar?.flag("left") && scalar.get("value") === 1 && dtype !== "int32")
      return c.graph.op("Reciprocal", first(c));
    const make = (): string => c.graph.op("Div", ...pair(c, dtype));
    const by = scalar?.flag("left") ? null : factorOf(c);
    return by === null || by === 0 ? make() : multiple(c, first(c), 1 / by, make);
  },
  pow: binary("Pow"),
  maximum: binary("Max"),
  minimum: binary("Min"),
  fmod: (c) => c.graph.node("Mod", c.dtype === "int32" ? divided(c) : pair(c, c.dtype), { fmod: 1 }),
  remainder: (c) => {
    if (c.dtype === "int32") return c.graph.op("Mod", ...divided(c));
    const [a, b] = pair(c, c.dtype);
    const { left, off } = rest(c, a, b);
    return c.graph.op("Where", off, c.graph.op("Add", left, b), left);
  },
  floorDivide: (c) => {
    if (c.dtype !== "int32") return floatQuotient(c);
    const [a, b] = divided(c);
    // Mod has the divisor's sign, so that the rest divides without remainder.
    return c.graph.op("Div", c.graph.op("Sub", a, c.graph.op("Mod", a, b)), b);
  },
  eq: comparison("Equal"),
  ne: comparison("Equal", true),
  lt: comparison("Less"),
  le: comparison("LessOrEqual"),
  gt: comparison("Greater"),
  ge: comparison("GreaterOrEqual"),
  ...each("logicalAnd logicalOr logicalXor", (op) => (c) => c.graph.op(op.slice(7), ...pair(c, "bool"))),
  logicalNot: (c) => c.graph.op("Not", converted(c, c.x, "bool")),
  isnan: test((graph, x) => graph.op("IsNaN", x)),
  isinf: test((graph, x) => graph.op("IsInf", x)),
  isfinite: test((graph, x) => graph.op("Not", graph.op("Or", graph.op("IsNaN", x), graph.op("IsInf", x)))),
  cast: first,
  where: (c) => {
    const { graph, dtype } = c;
    const [{ name: condition }, a, b] = c.inputs as readonly [Operand, Operand, Operand];
    if (dtype !== "bool") return graph.op("Where", condition, converted(c, a, dtype), converted(c, b, dtype));
    const yes = graph.op("And", condition, a.name);
    return graph.op("Or", yes, graph.op("And", graph.op("Not", condition), b.name));
  },

  ...each(
    "neg abs exp log sqrt reciprocal sin cos tan tanh floor ceil round relu sigmoid erf softplus",
    (op) => unary(op[0]!.toUpperCase() + op.slice(1)),
  ),
  sign: (c) => c.graph.op("Sign", numbersOr(c.graph, 0, c.x)),
  square: formula((graph, x) => graph.op("Mul", x, x)),
  expm1: formula((graph, x, number) => graph.op("Sub", graph.op("Exp", x), number(1))),
  log1p: formula((graph, x, number) => graph.op("Log", graph.op("Add", x, number(1)))),
  log2: formula((graph, x, number) => graph.op("Div", graph.op("Log", x), number(Math.LN2))),
  rsqrt: formula((graph, x) => graph.op("Reciprocal", graph.op("Sqrt", x))),
  trunc: formula((graph, x) => graph.op("Mul", graph.op("Sign", x), graph.op("Floor", graph.op("Abs", x)))),
  silu: formula((graph, x) => graph.op("Mul", x, graph.op("Sigmoid", x))),
  logSigmoid: formula((graph, x) => graph.op("Neg", graph.op("Softplus", graph.op("Neg", x)))),
  gelu: formula((graph, x, number) => {
    const erf = graph.op("Erf", graph.op("Mul", x, number(Math.SQRT1_2)));
    return graph.op("Mul", graph.op("Mul", x, number(0.5)), graph.op("Add", erf, number(1)));
  }),
  geluTanh: formula((graph, x, number) => {
    const cubed = graph.op("Mul", graph.op("Mul", x, x), graph.op("Mul", x, number(0.044715)));
    const inner = graph.op("Mul", graph.op("Add", x, cubed), number(Math.sqrt(2 / Math.PI)));
    const tanh = graph.op("Add", graph.op("Tanh", inner), number(1));
    return graph.op("Mul", graph.op("Mul", x, number(0.5)), tanh);
  }),
  elu: unary("Elu", "alpha"),
  leakyRelu: unary("LeakyRelu", "negativeSlope"),
  powScalar: (c) => c.graph.op("Pow", first(c), numberOf(c, "exponent", c.dtype)),
  clamp: (c) => {
    let x = first(c);
    for (const [name, operator] of Object.entries({ min: "Max", max: "Min" })) {
      const bound = c.attrs.get(name);
      if (typeof bound === "number" && !Number.isFinite(bound)) continue;
      x = c.graph.op(operator, x, numberOf(c, name, c.dtype));
    }
    return x;
  },
};

function floats(dtype: DType): DType {
  return dtype === "float64" ? "float64" : "float32";
}
