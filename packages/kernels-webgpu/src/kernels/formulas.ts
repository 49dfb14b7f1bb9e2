// Elementwise ops in WGSL: of x, or of a and b, with parameters p and q. The functions are in functions.ts.

/** An op by the type of what it computes with; of other types the host computes it. */
export interface Formula {
  readonly float?: string | undefined;
  readonly int?: string | undefined;
  readonly bool?: string | undefined;
}

/** Ops of one operand. Whole numbers become float where the result does. */
export const ofOne = {
  neg: { float: "-x", int: "-x" },
  abs: { float: "abs(x)", int: "abs(x)" },
  sign: {
    float: "select(select(1.0, -1.0, bitcast<u32>(x) >> 31 == 1), 0.0, isNaN(x) || !isNonzero(x))",
    int: "sign(x)",
  },
  square: { float: "x * x", int: "x * x" },
  exp: { float: "expOf(x)" },
  expm1: { float: "expLess1(x)" },
  log: { float: "ln(x)" },
  log1p: { float: "ln1(x)" },
  log2: { float: "ln(x) * 1.44269504" },
  sqrt: { float: "sqrt(x)" },
  rsqrt: { float: "1 / sqrt(x)" },
  reciprocal: { float: "1 / x" },
  sin: { float: "sineOf(x, 0)" },
  cos: { float: "sineOf(x, 1)" },
  tan: { float: "sineOf(x, 0) / sineOf(x, 1)" },
  tanh: { float: "tanhOf(x)" },
  floor: { float: "floor(x)", int: "x" },
  ceil: { float: "ceil(x)", int: "x" },
  trunc: { float: "trunc(x)", int: "x" },
  round: { float: "round(x)", int: "x" },
  relu: { float: "select(max(x, 0.0), x, isNaN(x))", int: "max(x, 0)" },
  sigmoid: { float: "logistic(x)" },
  erf: { float: "erfOf(x)" },
  gelu: { float: "x * normalShare(x)" },
  geluTanh: { float: "0.5 * x * (1 + tanhOf(0.79788456 * (x + 0.044715 * x * x * x)))" },
  silu: { float: "x * logistic(x)" },
  softplus: { float: "select(max(x, 0.0) + ln1(exp(-abs(x))), x, x > 20 || isNaN(x))" },
  logSigmoid: { float: "select(min(x, 0.0) - ln1(exp(-abs(x))), x, isNaN(x))" },
} as const satisfies Formulas;

/** Ops of one operand that give bool. */
export const tests = {
  logicalNot: { float: "!isNonzero(x)", int: "x == 0", bool: "x == 0" },
  isnan: { float: "isNaN(x)", int: "false", bool: "false" },
  isinf: { float: "isInf(x)", int: "false", bool: "false" },
  isfinite: { float: "!isNaN(x) && !isInf(x)", int: "true", bool: "true" },
} as const satisfies Formulas;

/** Ops of one operand with one parameter, p, or two, p and q. */
export const withParameters = {
  elu: { float: "select(p * expLess1(x), x, x > 0)" },
  leakyRelu: { float: "select(p * x, x, x > 0)" },
  clamp: { float: "select(min(max(x, p), q), x, isNaN(x))" },
  powScalar: { float: "powerOf(x, p)" },
} as const satisfies Formulas;

/** Ops of two operands. */
export const ofTwo = {
  add: { float: "a + b", int: "a + b", bool: "a | b" },
  sub: { float: "a - b", int: "a - b" },
  mul: { float: "a * b", int: "a * b", bool: "a & b" },
  div: { float: "a / b" },
  pow: { float: "powerOf(a, b)" },
  maximum: { float: "largerOf(a, b)", int: "max(a, b)", bool: "max(a, b)" },
  minimum: { float: "smallerOf(a, b)", int: "min(a, b)", bool: "min(a, b)" },
  remainder: { float: "pythonModulo(a, b)", int: "wholeModulo(a, b)" },
  fmod: { float: "modulo(a, b)", int: "a % b" },
  floorDivide: { float: "floatQuotient(a, b)", int: "floorQuotient(a, b)" },
  geluBackward: { float: "a * (normalShare(b) + b * 0.39894228 * exp(-0.5 * b * b))" },
  geluTanhBackward: { float: "a * geluTanhSlope(b)" },
} as const satisfies Formulas;

const same = <F extends string>(formula: F): { readonly float: F; readonly int: F; readonly bool: F } => ({
  float: formula,
  int: formula,
  bool: formula,
});

/** Ops of two operands that give bool. */
export const comparisons = {
  eq: same("a == b"),
  // NaN differs from everything, whatever compilers make of it.
  ne: { ...same("a != b"), float: "a != b || isNaN(a) || isNaN(b)" },
  lt: same("a < b"),
  le: same("a <= b"),
  gt: same("a > b"),
  ge: same("a >= b"),
  logicalAnd: same("a != 0 && b != 0"),
  logicalOr: same("a != 0 || b != 0"),
  logicalXor: same("(a != 0) != (b != 0)"),
} as const satisfies Formulas;

type Formulas = Readonly<Record<string, Formula>>;
