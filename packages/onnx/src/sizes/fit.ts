import { type Atom, equal, type Family, line, plane, rounded, smaller } from "./families.ts";
import { type Expression, keyOf, type Size, type Sizes, sumOf } from "./size.ts";

/**
 * Finds how numbers follow from the dynamic sizes. A formula must hold in every sample, and there are many more samples than
 * unknowns: every size of a dim up to some dozens, and larger ones.
 */
export class Fitter {
  readonly samples: readonly Sizes[];
  readonly #symbols: readonly Atom[];
  // Sizes that were found to be none of the simple forms. Others may be sums and products of them.
  readonly #derived: Atom[] = [];
  readonly #found: Map<string, Size | null> = new Map();

  constructor(samples: readonly Sizes[]) {
    this.samples = samples;
    this.#symbols = Object.keys(samples[0] ?? {}).map(
      (name): Atom => ({ size: { kind: "symbol", name }, values: samples.map((sizes) => sizes[name]!) }),
    );
  }

  /** The size that is `values[k]` in sample k, or null. */
  fit(values: readonly number[]): Size | null {
    const key = values.join();
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const found = this.#search(values);
    this.#found.set(key, found);
    if (found !== null && typeof found !== "number" && found.kind !== "symbol") this.#derive(found, values);
    return found;
  }

  /** As {@link fit}; without a formula, the size is the result of `made`, a dim that the engine computes. */
  fitOr(values: readonly number[], made: () => Expression): Size {
    const found = this.fit(values);
    if (found !== null) return found;
    const size = made();
    this.#found.set(values.join(), size);
    this.#derive(size, values);
    return size;
  }

  /** A size that is `values[k]` in the samples that matter, or null. */
  fitWhere(values: readonly number[], matters: (k: number) => boolean): Size | null {
    const kept = values.map((_, k) => k).filter(matters);
    if (kept.length === values.length) return this.fit(values);
    if (kept.length === 0) return 0;
    return search(only(this.#all, kept), only(this.#products, kept), pick(values, kept));
  }

  /** The size in each sample. */
  valuesOf(size: Size): readonly number[] {
    const known = new Map(this.#all.map((atom) => [keyOf(atom.size), atom.values]));
    return this.samples.map((_, k) => evaluateWith(size, (part) => known.get(keyOf(part))?.[k]));
  }

  #derive(size: Expression, values: readonly number[]): void {
    if (this.#derived.length < mostDerived) this.#derived.push({ size, values });
  }

  get #all(): readonly Atom[] {
    return [...this.#symbols, ...this.#derived];
  }

  // By degree: products of symbols, and of a derived size and a symbol.
  get #products(): readonly Atom[] {
    const squares = productsOf(this.#symbols, this.#symbols);
    return [
      ...squares,
      ...productsOf(this.#derived, this.#symbols),
      ...productsOf(this.#symbols, squares),
      ...(this.#derived.length <= 6 ? productsOf(this.#derived, this.#derived) : []),
    ];
  }

  #search(values: readonly number[]): Size | null {
    const first = values[0]!;
    if (values.every((value) => Object.is(value, first))) return first;
    if (!values.every(Number.isInteger)) return null;
    const found = search(this.#all, this.#products, values) ?? this.#manySizes(values);
    if (found === null) return null;
    const made = this.valuesOf(found);
    return values.every((value, k) => made[k] === value) ? found : null;
  }

  // All sizes and all products of two of them.
  #manySizes(values: readonly number[]): Size | null {
    if (this.#symbols.length < 3) return null;
    const different = this.#symbols.flatMap((a, i) => this.#symbols.slice(i + 1).map((b) => product(a, b)));
    const atoms = [...this.#symbols, ...different];
    if (atoms.length + 2 > values.length) return null;
    const rows = atoms.map((atom) => atom.values);
    const solved = solve(rows, values);
    if (solved === null) return null;
    const [plus, ...factors] = solved;
    const terms = atoms.map(({ size }, i) => ({
      factor: factors[i]!,
      product: size.kind === "sum" ? size.terms[0]!.product : [size],
    }));
    return sumOf(terms, plus!);
  }
}

const mostDerived = 16;

function search(atoms: readonly Atom[], products: readonly Atom[], values: readonly number[]): Size | null {
  if (values.every((value) => value === values[0])) return values[0]!;
  const both = [...atoms, ...products];
  return (
    equal(both, values) ??
    line(both, values) ??
    plane(both.slice(0, mostInPairs), values) ??
    smaller(atoms, values) ??
    rounded(atoms, values) ??
    clamped(atoms, products, values) ??
    beside(atoms, products, values)
  );
}

// A size plus or minus one that is rounded or limited.
function beside(atoms: readonly Atom[], products: readonly Atom[], values: readonly number[]): Size | null {
  for (const { size, values: x } of atoms) {
    for (const factor of [1, -1]) {
      const rest = values.map((value, k) => value - factor * x[k]!);
      const found = smaller(atoms, rest) ?? rounded(atoms, rest) ?? clamped(atoms, products, rest);
      if (found === null || typeof found === "number") continue;
      const known = { factor, product: [size] };
      return sumOf([known, { factor: 1, product: [found] }], 0);
    }
  }
  return null;
}

// Pairs of more would take long.
const mostInPairs = 40;

// A size that stops at a smallest or largest value, or at both.
function clamped(atoms: readonly Atom[], products: readonly Atom[], values: readonly number[]): Size | null {
  const [low, high] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  const inside: Family[] = [equal, line, plane, smaller, rounded];
  const cuts = [
    { above: low, below: Number.POSITIVE_INFINITY },
    { above: Number.NEGATIVE_INFINITY, below: high },
    { above: low, below: high },
  ];
  for (const { above, below } of cuts) {
    const kept = values.map((_, k) => k).filter((k) => values[k]! > above && values[k]! < below);
    const part = pick(values, kept);
    if (new Set(part).size < 2) continue;
    const known = only([...atoms, ...products], kept);
    for (const family of inside) {
      const size = family(known.slice(0, mostInPairs), part);
      if (size === null || typeof size === "number") continue;
      let result: Expression = size;
      if (above === low) result = { kind: "max", of: [result, low] };
      if (below === high) result = { kind: "min", of: [result, high] };
      if (holds(result, atoms, values)) return result;
    }
  }
  return step(atoms, values, [low, high]);
}

// low up to some size of one dim, high from the next one on, or the other way round.
function step(
  atoms: readonly Atom[],
  values: readonly number[],
  [low, high]: readonly [number, number],
): Size | null {
  if (!values.every((value) => value === low || value === high)) return null;
  for (const { size, values: x } of atoms) {
    for (const [under, over] of [
      [low, high],
      [high, low],
    ] as const) {
      const last = x.reduce((most, value, k) => (values[k] === under ? Math.max(most, value) : most), 0);
      if (!values.every((value, k) => value === (x[k]! > last ? over : under)) || !x.includes(last + 1))
        continue;
      const past: Expression = { kind: "max", of: [sumOf([{ factor: 1, product: [size] }], -last), 0] };
      return sumOf([{ factor: over - under, product: [{ kind: "min", of: [past, 1] }] }], under);
    }
  }
  return null;
}

function holds(size: Size, atoms: readonly Atom[], values: readonly number[]): boolean {
  const known = new Map<Expression, readonly number[]>(atoms.map((atom) => [atom.size, atom.values]));
  return values.every((value, k) => evaluateWith(size, (part) => known.get(part)?.[k]) === value);
}

/** The value of a size, where `known` gives that of the parts it is made of. */
function evaluateWith(size: Size, known: (part: Expression) => number | undefined): number {
  if (typeof size === "number") return size;
  const value = known(size);
  if (value !== undefined) return value;
  const of = (part: Size): number => evaluateWith(part, known);
  switch (size.kind) {
    case "sum":
      return size.terms.reduce(
        (sum, { factor, product }) => sum + factor * product.reduce((a, part) => a * of(part), 1),
        size.plus,
      );
    case "quotient":
      return Math.floor(of(size.of) / size.by);
    case "min":
      return Math.min(of(size.of[0]), of(size.of[1]));
    case "max":
      return Math.max(of(size.of[0]), of(size.of[1]));
    default:
      return Number.NaN;
  }
}

function product(a: Atom, b: Atom): Atom {
  const parts = (size: Expression): readonly Expression[] =>
    size.kind === "sum" && size.plus === 0 && size.terms.length === 1 && size.terms[0]!.factor === 1
      ? size.terms[0]!.product
      : [size];
  return {
    size: sumOf([{ factor: 1, product: [...parts(a.size), ...parts(b.size)] }], 0),
    values: a.values.map((x, k) => x * b.values[k]!),
  };
}

// Each once, where one list holds the products of the other.
function productsOf(left: readonly Atom[], right: readonly Atom[]): Atom[] {
  if (left === right) return left.flatMap((a, i) => left.slice(i).map((b) => product(a, b)));
  return left.flatMap((a) => right.map((b) => product(a, b)));
}

function pick<T>(values: readonly T[], kept: readonly number[]): T[] {
  return kept.map((k) => values[k]!);
}

function only(atoms: readonly Atom[], kept: readonly number[]): Atom[] {
  return atoms.map(({ size, values }) => ({ size, values: pick(values, kept) }));
}

// Whole c₀ + Σ cᵢ rowᵢ = values in every sample, by elimination.
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
  const fits = equations.every(
    (equation) => solution.reduce((sum, x, c) => sum + x * equation[c]!, 0) === equation[unknowns],
  );
  return fits ? solution : null;
}
