import type { DType } from "@saccade/tensor";
import type { Attributes } from "../graph/graph.ts";
import { isRatio } from "../trace/merge.ts";
import { type Attrs, type Context, type Express, isSize, type Operand, type OpTable } from "./context.ts";
import { numbersOr } from "./nan.ts";

/** x in the dtype of the result, or as floats where the operator takes floats alone. */
export function converted({ graph }: Context, { name, dtype }: Operand, wanted: DType): string {
  return dtype === wanted ? name : graph.cast(name, wanted);
}

/** An operator of one tensor. */
function unary(operator: string, attributes: Attributes = {}): Express {
  return (c) => [c.graph.node(operator, [converted(c, c.inputs[0]!, c.outputs[0]!.dtype)], attributes)];
}

/** Operators one after the other. */
function formula(build: (c: Context, x: string, number: (value: number) => string) => string): Express {
  return (c) => {
    const { dtype } = c.outputs[0]!;
    return [build(c, converted(c, c.inputs[0]!, dtype), (value) => c.graph.scalar(value, dtype))];
  };
}

/** A test of one tensor, whose result is bool. */
function test(build: (c: Context, x: Operand) => string): Express {
  return (c) => [build(c, c.inputs[0]!)];
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

// Engines refuse to divide whole numbers by 0, even where there are none; programs do not.
function divided(c: Context): [string, string] {
  const { graph, attrs, outputs } = c;
  const [a, b] = pair(c, "int32");
  const scalar = attrs.has("scalar") ? attrs.record("scalar") : null;
  const divisor = scalar === null || scalar.flag("left") ? null : scalar.get("value");
  if (typeof divisor === "number") return [a, divisor === 0 ? graph.scalar(1, "int32") : b];
  if (divisor === null && !outputs[0]!.shape.some((size) => c.vanishes(size))) return [a, b];
  const none = graph.node("Equal", [b, graph.scalar(0, "int32")]);
  return [a, graph.node("Where", [none, graph.scalar(1, "int32"), b])];
}

// The remainder as in C, and where its sign is not the divisor's, so that the one of Python is larger by a divisor.
function rest(c: Context, a: string, b: string): { readonly left: string; readonly off: string } {
  const { graph, outputs } = c;
  const zero = graph.scalar(0, outputs[0]!.dtype);
  const left = graph.node("Mod", [a, b], { fmod: 1 });
  const apart = graph.node("Xor", [graph.node("Less", [left, zero]), graph.node("Less", [b, zero])]);
  const some = graph.node("Not", [graph.node("Equal", [left, zero])]);
  return { left, off: graph.node("And", [some, apart]) };
}

// (a − a mod b) / b, as 3 // 0.1 is 29.
function floatQuotient(c: Context): string {
  const { graph, outputs } = c;
  const { dtype } = outputs[0]!;
  const [a, b] = pair(c, dtype);
  const { left, off } = rest(c, a, b);
  const whole = graph.node("Div", [graph.node("Sub", [a, left]), b]);
  const quotient = graph.node("Round", [graph.node("Sub", [whole, graph.cast(off, dtype)])]);
  const none = graph.node("Equal", [b, graph.scalar(0, dtype)]);
  return graph.node("Where", [none, graph.node("Div", [a, b]), quotient]);
}

/** An operator of two tensors that broadcast. */
function binary(operator: string, attributes: Attributes = {}): Express {
  return (c) => [c.graph.node(operator, pair(c, c.outputs[0]!.dtype), attributes)];
}

/** + and ·, which are "or" and "and" of bools. */
function arithmetic(operator: string, ofBools: string): Express {
  return (c) => [
    c.graph.node(c.outputs[0]!.dtype === "bool" ? ofBools : operator, pair(c, c.outputs[0]!.dtype)),
  ];
}

/** x · by. A multiple of a multiple is one of the first: ONNX Runtime loses the one between where a product uses both. */
function multiple(c: Context, x: string, by: number, make: () => string): string {
  const { graph } = c;
  const known = graph.multiples.get(x);
  const moderate = (factor: number): boolean => Math.abs(factor) >= 1e-6 && Math.abs(factor) <= 1e6;
  const joins = known !== undefined && moderate(by) && moderate(known.by);
  const [of, factor] = joins ? [known.of, by * known.by] : [x, by];
  const out = joins ? graph.node("Mul", [of, graph.scalar(factor, c.outputs[0]!.dtype)]) : make();
  graph.multiples.set(out, { of, by: factor });
  return out;
}

/** A number that an op has beside floats and on their right, if it is the same at all sizes. */
function factorOf({ attrs, outputs }: Context): number | null {
  const value = attrs.has("scalar") ? attrs.record("scalar").get("value") : null;
  const float = outputs[0]!.dtype === "float32" || outputs[0]!.dtype === "float64";
  return typeof value === "number" && float ? value : null;
}

/** A comparison, whose result is bool. */
function comparison(operator: string, inverted: boolean = false): Express {
  return (c) => {
    const { dtype } = c.inputs[0]!;
    const equal = operator === "Equal";
    const result = c.graph.node(operator, pair(c, dtype === "bool" && !equal ? "int32" : dtype));
    return [inverted ? c.graph.node("Not", [result]) : result];
  };
}

function logical(operator: string): Express {
  return (c) => [c.graph.node(operator, pair(c, "bool"))];
}

const sqrtHalf = Math.SQRT1_2;

export const elementwise: OpTable = {
  add: arithmetic("Add", "Or"),
  sub: binary("Sub"),
  mul: (c) => {
    const make = (): string => arithmetic("Mul", "And")(c)[0]!;
    const by = factorOf(c);
    const { dtype } = c.outputs[0]!;
    return [by === null ? make() : multiple(c, converted(c, c.inputs[0]!, dtype), by, make)];
  },
  div: (c) => {
    const { dtype } = c.outputs[0]!;
    const scalar = c.attrs.has("scalar") ? c.attrs.record("scalar") : null;
    // ONNX Runtime removes a result of 1 / x · y that is also an output.
    if (scalar?.flag("left") && scalar.get("value") === 1 && dtype !== "int32")
      return [c.graph.node("Reciprocal", [converted(c, c.inputs[0]!, dtype)])];
    const make = (): string => c.graph.node("Div", pair(c, dtype));
    const by = scalar?.flag("left") ? null : factorOf(c);
    if (by === null || by === 0) return [make()];
    return [multiple(c, converted(c, c.inputs[0]!, dtype), 1 / by, make)];
  },
  pow: binary("Pow"),
  maximum: binary("Max"),
  minimum: binary("Min"),
  fmod: (c) => {
    const { dtype } = c.outputs[0]!;
    return [c.graph.node("Mod", dtype === "int32" ? divided(c) : pair(c, dtype), { fmod: 1 })];
  },
  remainder: (c) => {
    const { dtype } = c.outputs[0]!;
    if (dtype === "int32") return [c.graph.node("Mod", divided(c))];
    const [a, b] = pair(c, dtype);
    const { left, off } = rest(c, a, b);
    return [c.graph.node("Where", [off, c.graph.node("Add", [left, b]), left])];
  },
  floorDivide: (c) => {
    const { dtype } = c.outputs[0]!;
    if (dtype !== "int32") return [floatQuotient(c)];
    const [a, b] = divided(c);
    // Mod has the divisor's sign, so that the rest divides without remainder.
    return [c.graph.node("Div", [c.graph.node("Sub", [a, c.graph.node("Mod", [a, b])]), b])];
  },
  eq: comparison("Equal"),
  ne: comparison("Equal", true),
  lt: comparison("Less"),
  le: comparison("LessOrEqual"),
  gt: comparison("Greater"),
  ge: comparison("GreaterOrEqual"),
  logicalAnd: logical("And"),
  logicalOr: logical("Or"),
  logicalXor: logical("Xor"),
  logicalNot: test((c, x) => c.graph.node("Not", [converted(c, x, "bool")])),
  isnan: test((c, x) => c.graph.node("IsNaN", [converted(c, x, floats(x.dtype))])),
  isinf: test((c, x) => c.graph.node("IsInf", [converted(c, x, floats(x.dtype))])),
  isfinite: test((c, x) => {
    const value = converted(c, x, floats(x.dtype));
    const not = c.graph.node("Or", [c.graph.node("IsNaN", [value]), c.graph.node("IsInf", [value])]);
    return c.graph.node("Not", [not]);
  }),
  cast: (c) => [converted(c, c.inputs[0]!, c.outputs[0]!.dtype)],
  where: (c) => {
    const { dtype } = c.outputs[0]!;
    const [condition, a, b] = c.inputs as readonly [Operand, Operand, Operand];
    if (dtype !== "bool")
      return [c.graph.node("Where", [condition.name, converted(c, a, dtype), converted(c, b, dtype)])];
    const yes = c.graph.node("And", [condition.name, a.name]);
    return [c.graph.node("Or", [yes, c.graph.node("And", [c.graph.node("Not", [condition.name]), b.name])])];
  },

  neg: unary("Neg"),
  abs: unary("Abs"),
  sign: (c) => [c.graph.node("Sign", [numbersOr(c.graph, 0, c.inputs[0]!)])],
  exp: unary("Exp"),
  log: unary("Log"),
  sqrt: unary("Sqrt"),
  reciprocal: unary("Reciprocal"),
  sin: unary("Sin"),
  cos: unary("Cos"),
  tan: unary("Tan"),
  tanh: unary("Tanh"),
  floor: unary("Floor"),
  ceil: unary("Ceil"),
  round: unary("Round"),
  relu: unary("Relu"),
  sigmoid: unary("Sigmoid"),
  erf: unary("Erf"),
  softplus: unary("Softplus"),
  square: formula(({ graph }, x) => graph.node("Mul", [x, x])),
  expm1: formula(({ graph }, x, number) => graph.node("Sub", [graph.node("Exp", [x]), number(1)])),
  log1p: formula(({ graph }, x, number) => graph.node("Log", [graph.node("Add", [x, number(1)])])),
  log2: formula(({ graph }, x, number) => graph.node("Div", [graph.node("Log", [x]), number(Math.LN2)])),
  rsqrt: formula(({ graph }, x) => graph.node("Reciprocal", [graph.node("Sqrt", [x])])),
  trunc: formula(({ graph }, x) =>
    graph.node("Mul", [graph.node("Sign", [x]), graph.node("Floor", [graph.node("Abs", [x])])]),
  ),
  silu: formula(({ graph }, x) => graph.node("Mul", [x, graph.node("Sigmoid", [x])])),
  logSigmoid: formula(({ graph }, x) =>
    graph.node("Neg", [graph.node("Softplus", [graph.node("Neg", [x])])]),
  ),
  gelu: formula(({ graph }, x, number) => {
    const erf = graph.node("Erf", [graph.node("Mul", [x, number(sqrtHalf)])]);
    return graph.node("Mul", [graph.node("Mul", [x, number(0.5)]), graph.node("Add", [erf, number(1)])]);
  }),
  geluTanh: formula(({ graph }, x, number) => {
    const cubed = graph.node("Mul", [graph.node("Mul", [x, x]), graph.node("Mul", [x, number(0.044715)])]);
    const inner = graph.node("Mul", [graph.node("Add", [x, cubed]), number(Math.sqrt(2 / Math.PI))]);
    const tanh = graph.node("Add", [graph.node("Tanh", [inner]), number(1)]);
    return graph.node("Mul", [graph.node("Mul", [x, number(0.5)]), tanh]);
  }),
  elu: (c) => [
    c.graph.node("Elu", [converted(c, c.inputs[0]!, c.outputs[0]!.dtype)], {
      alpha: { float: c.attrs.number("alpha") },
    }),
  ],
  leakyRelu: (c) => [
    c.graph.node("LeakyRelu", [converted(c, c.inputs[0]!, c.outputs[0]!.dtype)], {
      alpha: { float: c.attrs.number("negativeSlope") },
    }),
  ],
  powScalar: (c) => {
    const { dtype } = c.outputs[0]!;
    return [c.graph.node("Pow", [converted(c, c.inputs[0]!, dtype), numberOf(c, "exponent", dtype)])];
  },
  clamp: (c) => {
    const { dtype } = c.outputs[0]!;
    let x = converted(c, c.inputs[0]!, dtype);
    for (const [name, operator] of [
      ["min", "Max"],
      ["max", "Min"],
    ] as const) {
      const bound = c.attrs.get(name);
      if (typeof bound === "number" && !Number.isFinite(bound)) continue;
      x = c.graph.node(operator, [x, numberOf(c, name, dtype)]);
    }
    return [x];
  },
};

function floats(dtype: DType): DType {
  return dtype === "float64" ? "float64" : "float32";
}
