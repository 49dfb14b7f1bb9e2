import type { Attrs, Kernel, KernelTable, Operand, ScalarAttrs } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import { wordOf } from "../wgsl.ts";

type DType = Operand["dtype"];
const kinds = { float32: "float", int32: "int", bool: "bool", float64: null } as const;

/** The type that an op with a formula computes in: that of its result, or for results that are bool, of its operands. */
function typeOf(formula: Formula, operand: DType, result: DType): DType | null {
  const type = result === "bool" ? operand : result;
  const kind = kinds[type];
  const isWidened = type === "float32" || operand !== "float32";
  return kind !== null && isWidened && formula[kind] !== undefined ? type : null;
}

const bothNames = ["a", "b"];

/** A formula of a and b, where one of them is the tensor and the other one a number: the parameter. */
function heldValues(formula: Formula): Readonly<Record<"a" | "b", Formula>> {
  const held = (number: string): Formula => {
    const put = (value: string | undefined, parameter: string): string | undefined =>
      value?.replace(new RegExp(`\\b${number}\\b`, "g"), parameter);
    const { float, int, bool } = formula;
    return {
      float: put(float, "p"),
      int: put(int, "bitcast<i32>(p)"),
      bool: put(bool, "bitcast<u32>(p)"),
    };
  };
  return { a: held("b"), b: held("a") };
}

/** Elementwise ops, of any strides and of the dtypes that their formulas have. */
export function elementwiseKernels(machine: Machine): KernelTable {
  const one = <A extends Attrs = object>(
    name: string,
    formula: Formula,
    parameters: (attrs: A) => readonly number[] = () => [],
  ): Kernel<A> => {
    return ([x], [y], attrs) => {
      const type = typeOf(formula, x!.dtype, y!.dtype);
      if (type === null) return false;
      const value = formula[kinds[type]!]!;
      const words = parameters(attrs).map(wordOf);
      const call = { name, reads: [x!], names: ["x"], types: [type], result: y!, value };
      machine.elementwise({ ...call, parameters: words });
      return true;
    };
  };
  const two = (name: string, formula: Formula): Kernel<ScalarAttrs> => {
    const held = heldValues(formula);
    return ([a, b], [y], { scalar }) => {
      if (a!.dtype !== (scalar ?? b!).dtype) return false;
      const type = typeOf(formula, a!.dtype, y!.dtype);
      if (type === null) return false;
      const kind = kinds[type]!;
      // Literals without spreads: this is on the way of every op.
      if (scalar === undefined) {
        const value = formula[kind]!;
        machine.elementwise({
          name,
          reads: [a!, b!],
          names: bothNames,
          types: [type, type],
          result: y!,
          value,
        });
        return true;
      }
      const tensor = scalar.left ? "b" : "a";
      machine.elementwise({
        name: `${name} ${tensor}`,
        reads: [a!],
        names: [tensor],
        types: [type],
        result: y!,
        value: held[tensor][kind]!,
        parameters: [type === "float32" ? wordOf(scalar.value) : scalar.value >>> 0],
      });
      return true;
    };
  };
  const each = <Name extends string, F, K>(
    formulas: Readonly<Record<Name, F>>,
    make: (name: Name, formula: F) => K,
  ) =>
    Object.fromEntries(
      Object.entries<F>(formulas).map(([name, formula]) => [name, make(name as Name, formula)]),
    ) as Record<Name, K>;
  const copy: Kernel = ([x], [y]) => {
    machine.copy(x!, y!);
    return true;
  };
  const toBool = one<object>("cast", { ...same("x != 0"), float: "isNonzero(x)" });
  const power = one<{ readonly exponent: number }>(
    "powScalar",
    { float: "powerOf(x, p)" },
    ({ exponent }) => [exponent],
  );
  return {
    ...each(ofOne, (name, formula) => one<object>(name, formula)),
    ...each(ofTwo, two),
    elu: one("elu", { float: "select(p * expLess1(x), x, x > 0)" }, ({ alpha }) => [alpha]),
    leakyRelu: one("leakyRelu", { float: "select(p * x, x, x > 0)" }, ({ negativeSlope }) => [negativeSlope]),
    clamp: one("clamp", { float: "select(min(max(x, p), q), x, isNaN(x))" }, ({ min, max }) => [min, max]),
    // Roots are roots, as in PyTorch: (−∞) ** 0.5 is NaN.
    powScalar: (inputs, outputs, attrs) => {
      const { exponent } = attrs;
      if (exponent === 0.5) return one<object>("sqrt", ofOne.sqrt)(inputs, outputs, attrs);
      if (exponent === -0.5) return one<object>("rsqrt", ofOne.rsqrt)(inputs, outputs, attrs);
      return power(inputs, outputs, attrs);
    },
    contiguous: copy,
    cast: (inputs, outputs, attrs) => (outputs[0]!.dtype === "bool" ? toBool : copy)(inputs, outputs, attrs),
    where: ([condition, a, b], [y]) => {
      const value = "select(b, a, c != 0)";
      const reads = [condition!, a!, b!];
      const types = [condition!.dtype, y!.dtype, y!.dtype];
      if (a!.dtype !== y!.dtype || b!.dtype !== y!.dtype) return false;
      machine.elementwise({ name: "where", reads, names: ["c", "a", "b"], types, result: y!, value });
      return true;
    },
  };
}

// Elementwise ops in WGSL: of x, or of a and b, with parameters p and q. The functions are in functions.ts.

/** An op by the type of what it computes with; of other types the host computes it. */
interface Formula {
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
  // These give bool.
  logicalNot: { float: "!isNonzero(x)", int: "x == 0", bool: "x == 0" },
  isnan: { float: "isNaN(x)", int: "false", bool: "false" },
  isinf: { float: "isInf(x)", int: "false", bool: "false" },
  isfinite: { float: "!isNaN(x) && !isInf(x)", int: "true", bool: "true" },
} as const satisfies Formulas;

const same = <F extends string>(formula: F): { readonly float: F; readonly int: F; readonly bool: F } => ({
  float: formula,
  int: formula,
  bool: formula,
});

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
  // These give bool.
  eq: same("a == b"),
  // NaN differs from everything, whatever compilers make of it.
  ne: { ...same("a != b"), float: "a != b || isNaN(a) || isNaN(b)" },
  lt: same("a < b"),
  le: same("a <= b"),
  gt: same("a > b"),
  ge: same("a >= b"),
  // NaN and subnormal numbers are true.
  logicalAnd: { ...same("a != 0 && b != 0"), float: "isNonzero(a) && isNonzero(b)" },
  logicalOr: { ...same("a != 0 || b != 0"), float: "isNonzero(a) || isNonzero(b)" },
  logicalXor: { ...same("(a != 0) != (b != 0)"), float: "isNonzero(a) != isNonzero(b)" },
} as const satisfies Formulas;

type Formulas = Readonly<Record<string, Formula>>;
