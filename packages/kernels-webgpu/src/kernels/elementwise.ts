import type { Attrs, Operand, ScalarAttrs } from "@saccade/tensor/backend";
import { type Kernel, type KernelTable, type Machine, wordOf } from "../machine.ts";
import { comparisons, type Formula, ofOne, ofTwo, tests, withParameters } from "./formulas.ts";

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
  const power = one<{ readonly exponent: number }>("powScalar", withParameters.powScalar, ({ exponent }) => [
    exponent,
  ]);
  return {
    ...each(ofOne, (name, formula) => one<object>(name, formula)),
    ...each(tests, (name, formula) => one<object>(name, formula)),
    ...each(ofTwo, two),
    ...each(comparisons, two),
    elu: one("elu", withParameters.elu, ({ alpha }) => [alpha]),
    leakyRelu: one("leakyRelu", withParameters.leakyRelu, ({ negativeSlope }) => [negativeSlope]),
    clamp: one("clamp", withParameters.clamp, ({ min, max }) => [min, max]),
    // Roots are roots, as in PyTorch: (−∞) ** 0.5 is NaN.
    powScalar: (inputs, outputs, attrs) => {
      const { exponent } = attrs;
      if (exponent === 0.5) return one<object>("sqrt", ofOne.sqrt)(inputs, outputs, attrs);
      if (exponent === -0.5) return one<object>("rsqrt", ofOne.rsqrt)(inputs, outputs, attrs);
      return power(inputs, outputs, attrs);
    },
    contiguous: ([x], [y]) => {
      machine.elementwise({
        name: "contiguous",
        reads: [x!],
        names: ["x"],
        types: [x!.dtype],
        result: y!,
        value: "x",
      });
      return true;
    },
    cast: ([x], [y]) => {
      const value = y!.dtype !== "bool" ? "x" : x!.dtype === "float32" ? "isNonzero(x)" : "x != 0";
      machine.elementwise({
        name: "cast",
        reads: [x!],
        names: ["x"],
        types: [x!.dtype],
        result: y!,
        value,
      });
      return true;
    },
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
