import { type Formula, type Size, type Sizes, sumOf, type Term } from "./size.ts";

/**
 * The formula that gives `values[k]` for the dynamic sizes `samples[k]`, or null. Forms are tried from simple to complex, and
 * each must hold in all samples, more than it has unknowns: a constant, one or two products of sizes with factors and a
 * constant, a quotient rounded down.
 */
export function fitSize(samples: readonly Sizes[], values: readonly number[]): Size | null {
  const first = values[0]!;
  if (values.every((value) => Object.is(value, first))) return first;
  if (!values.every(Number.isInteger)) return null;
  const symbols = Object.keys(samples[0]!);
  const monomials = monomialsOf(symbols);
  return fitSums(samples, values, monomials) ?? fitQuotient(samples, values, symbols);
}

const highestDegree = 3;

// By degree.
function monomialsOf(symbols: readonly string[]): string[][] {
  let last: string[][] = [[]];
  const all: string[][] = [];
  for (let degree = 1; degree <= highestDegree; degree++) {
    last = last.flatMap((product) =>
      symbols
        .filter((symbol) => product.length === 0 || symbol >= product.at(-1)!)
        .map((symbol) => [...product, symbol]),
    );
    all.push(...last);
  }
  return all;
}

function valueOf(product: readonly string[], sizes: Sizes): number {
  return product.reduce((value, symbol) => value * sizes[symbol]!, 1);
}

function fitSums(
  samples: readonly Sizes[],
  values: readonly number[],
  monomials: readonly string[][],
): Formula | null {
  const rows = monomials.map((product) => samples.map((sizes) => valueOf(product, sizes)));
  for (let i = 0; i < rows.length; i++) {
    const found = solve([rows[i]!], values);
    if (found) return made([monomials[i]!], found);
  }
  for (let i = 0; i < rows.length; i++) {
    for (let j = 0; j < i; j++) {
      const found = solve([rows[j]!, rows[i]!], values);
      if (found) return made([monomials[j]!, monomials[i]!], found);
    }
  }
  // All sizes and all products of two of them.
  const many = monomials.filter((product) => new Set(product).size === product.length && product.length <= 2);
  const found =
    many.length + 2 <= samples.length
      ? solve(
          many.map((p) => rows[monomials.indexOf(p)]!),
          values,
        )
      : null;
  return found && made(many, found);
}

function made(products: readonly (readonly string[])[], [constant, ...factors]: readonly number[]): Formula {
  const terms = products.map((symbols, i): Term => ({ factor: factors[i]!, symbols }));
  return sumOf(
    terms.filter(({ factor }) => factor !== 0),
    constant!,
  );
}

// Whole c₀ + Σ cᵢ rowᵢ = values in every sample, by elimination with the first samples that determine it.
function solve(rows: readonly (readonly number[])[], values: readonly number[]): number[] | null {
  const unknowns = rows.length + 1;
  const equations = values.map((value, k) => [1, ...rows.map((row) => row[k]!), value]);
  const system: number[][] = equations.map((equation) => [...equation]);
  for (let column = 0; column < unknowns; column++) {
    const pivot = system.findIndex((row, k) => k >= column && Math.abs(row[column]!) > 1e-9);
    if (pivot < 0) return null;
    [system[column], system[pivot]] = [system[pivot]!, system[column]!];
    for (let k = 0; k < system.length; k++) {
      if (k === column) continue;
      const by = system[k]![column]! / system[column]![column]!;
      for (let c = column; c <= unknowns; c++) system[k]![c] = system[k]![c]! - by * system[column]![c]!;
    }
  }
  const solution = Array.from({ length: unknowns }, (_, c) =>
    Math.round(system[c]![unknowns]! / system[c]![c]!),
  );
  const holds = equations.every(
    (equation) => solution.reduce((sum, x, c) => sum + x * equation[c]!, 0) === equation[unknowns],
  );
  return holds ? solution : null;
}

const largestDivisor = 64;

// ⌊(n + offset) / divisor⌋ · times + slope · n + plus, such as the number of blocks, or what fills the last one.
function fitQuotient(
  samples: readonly Sizes[],
  values: readonly number[],
  symbols: readonly string[],
): Formula | null {
  for (const sloped of [false, true]) {
    for (let divisor = 2; divisor <= largestDivisor; divisor++) {
      for (const symbol of symbols) {
        const sizes = samples.map((sample) => sample[symbol]!);
        for (let constant = 0; constant < divisor; constant++) {
          const quotients = sizes.map((size) => Math.floor((size + constant) / divisor));
          if (quotients.every((quotient) => quotient === quotients[0])) continue;
          const found = solve(sloped ? [quotients, sizes] : [quotients], values);
          if (found === null) continue;
          const [plus, times, slope = 0] = found as [number, number, number?];
          const rest = slope === 0 ? [] : [{ factor: slope, symbols: [symbol] }];
          return { terms: [{ factor: 1, symbols: [symbol] }], constant, divisor, times, rest, plus };
        }
      }
    }
  }
  return null;
}
