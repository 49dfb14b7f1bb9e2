import type { Attrs, Operand, ScalarAttrs } from "@saccade/tensor/backend";
import {
  countOf,
  f,
  type Kernel,
  type KernelTable,
  type Machine,
  perElement,
  storageTypes,
  wordOf,
} from "../machine.ts";
import { findPlaces, walkOf, wordsOf } from "../walk.ts";
import { comparisons, type Formula, ofOne, ofTwo, tests, withParameters } from "./formulas.ts";
import { calledIn } from "./functions.ts";

type DType = Operand["dtype"];
const kinds = { float32: "float", int32: "int", bool: "bool", float64: null } as const;

/** The type that an op with a formula computes in: that of its result, or for results that are bool, of its operands. */
function typeOf(formula: Formula, operand: DType, result: DType): DType | null {
  const type = result === "bool" ? operand : result;
  const kind = kinds[type];
  const isWidened = type === "float32" || operand !== "float32";
  return kind !== null && isWidened && formula[kind] !== undefined ? type : null;
}

/** y = the value of a piece of WGSL, for every element. Operands are converted to `type`, and named as `names` say. */
export function runElementwise(
  machine: Machine,
  call: {
    readonly name: string;
    readonly reads: readonly Operand[];
    readonly names: readonly string[];
    readonly types: readonly DType[];
    readonly result: Operand;
    readonly value: string;
    readonly parameters?: readonly number[];
  },
): void {
  const { name, reads, names, types, result, value, parameters = [] } = call;
  const n = countOf(result.shape);
  if (n === 0) return;
  const all = [...reads, result];
  const walk = walkOf(result.shape, all);
  const words = [n, ...parameters, ...wordsOf(walk, all)];
  const first = 1 + parameters.length;
  machine.run({
    name,
    variant: `${walk.sizes.length} ${types} ${result.dtype}`,
    reads,
    writes: [result],
    words,
    threads: n,
    source: (buffers) => {
      const lines = [findPlaces(walk, first)];
      reads.forEach((x, k) => {
        const [from, to] = [storageTypes[x.dtype], storageTypes[types[k]!]];
        const element = `${buffers[k]}[at${k}]`;
        lines.push(`  let ${names[k]} = ${from === to ? element : `${to}(${element})`};`);
      });
      lines.push(...parameters.map((_, k) => `  let ${"pq"[k]} = ${f(1 + k)};`));
      lines.push(`  ${buffers[reads.length]}[at${reads.length}] = ${storageTypes[result.dtype]}(${value});`);
      return `${calledIn(value)}\n${perElement(lines.join("\n"))}`;
    },
  });
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
      runElementwise(machine, { ...call, parameters: words });
      return true;
    };
  };
  const two = (name: string, formula: Formula): Kernel<ScalarAttrs> => {
    return ([a, b], [y], { scalar }) => {
      if (a!.dtype !== (scalar ?? b!).dtype) return false;
      const type = typeOf(formula, a!.dtype, y!.dtype);
      if (type === null) return false;
      const value = formula[kinds[type]!]!;
      if (scalar === undefined) {
        const call = { reads: [a!, b!], names: ["a", "b"], types: [type, type], result: y!, value };
        runElementwise(machine, { name, ...call });
        return true;
      }
      const [tensor, number] = scalar.left ? ["b", "a"] : ["a", "b"];
      const constant = type === "float32" ? "p" : `bitcast<${storageTypes[type]}>(p)`;
      // The number's place is taken by the parameter.
      const held = value.replace(new RegExp(`\\b${number}\\b`, "g"), constant);
      const bits = type === "float32" ? wordOf(scalar.value) : scalar.value >>> 0;
      const call = { reads: [a!], names: [tensor!], types: [type], result: y!, value: held };
      runElementwise(machine, { name: `${name} ${tensor}`, ...call, parameters: [bits] });
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
      runElementwise(machine, {
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
      runElementwise(machine, {
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
      runElementwise(machine, { name: "where", reads, names: ["c", "a", "b"], types, result: y!, value });
      return true;
    },
  };
}
