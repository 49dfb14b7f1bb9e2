import { affine, type Expression, type Size, sumOf } from "./size.ts";

/** A size that is known, with its value in each sample. */
export interface Atom {
  readonly size: Expression;
  readonly values: readonly number[];
}

/** Finds how values, one a sample, follow from atoms; null where they do not in this way. Values are whole and not all the same. */
export type Family = (atoms: readonly Atom[], values: readonly number[]) => Size | null;

/** x itself. */
export const equal: Family = (atoms, values) =>
  atoms.find((atom) => atom.values.every((x, k) => x === values[k]))?.size ?? null;

/** a · x + c, where x is an atom or a product of atoms. */
export const line: Family = (atoms, values) => {
  for (const { size, values: x } of atoms) {
    const found = slopeOf(x, values);
    if (found) return scaled(size, found);
  }
  return null;
};

function scaled(size: Expression, [factor, plus]: readonly [number, number]): Expression {
  // A product is not a separate size: factor · (a · b) is one term.
  const term = size.kind === "sum" && size.plus === 0 && size.terms.length === 1 ? size.terms[0]! : null;
  return term
    ? sumOf([{ factor: factor * term.factor, product: term.product }], plus)
    : affine(size, factor, plus);
}

// Whole a and c with values = a x + c.
function slopeOf(x: readonly number[], values: readonly number[]): readonly [number, number] | null {
  const other = x.findIndex((value) => value !== x[0]);
  if (other < 0) return null;
  const a = (values[other]! - values[0]!) / (x[other]! - x[0]!);
  if (!Number.isInteger(a) || a === 0) return null;
  const c = values[0]! - a * x[0]!;
  return values.every((value, k) => value === a * x[k]! + c) ? [a, c] : null;
}

/** a · x + b · y + c. */
export const plane: Family = (atoms, values) => {
  for (let i = 1; i < atoms.length; i++) {
    for (let j = 0; j < i; j++) {
      const [x, y] = [atoms[j]!, atoms[i]!];
      const found = planeOf(x.values, y.values, values);
      if (!found) continue;
      const [a, b, c] = found;
      return sumOf([...termsOf(x.size, a), ...termsOf(y.size, b)], c);
    }
  }
  return null;
};

type Terms = (Expression & { kind: "sum" })["terms"];

function termsOf(size: Expression, by: number): Terms {
  if (size.kind !== "sum" || size.plus !== 0) return [{ factor: by, product: [size] }];
  return size.terms.map(({ factor, product }) => ({ factor: factor * by, product }));
}

function planeOf(
  x: readonly number[],
  y: readonly number[],
  values: readonly number[],
): readonly [number, number, number] | null {
  const away = (of: readonly number[], k: number): number => of[k]! - of[0]!;
  let first = -1;
  for (let k = 1; k < values.length; k++) {
    if (first < 0) {
      if (away(x, k) !== 0 || away(y, k) !== 0) first = k;
      continue;
    }
    const area = away(x, first) * away(y, k) - away(x, k) * away(y, first);
    if (area === 0) continue;
    const a = (away(values, first) * away(y, k) - away(values, k) * away(y, first)) / area;
    const b = (away(x, first) * away(values, k) - away(x, k) * away(values, first)) / area;
    if (!Number.isInteger(a) || !Number.isInteger(b)) return null;
    const c = values[0]! - a * x[0]! - b * y[0]!;
    return values.every((value, i) => value === a * x[i]! + b * y[i]! + c) ? [a, b, c] : null;
  }
  return null;
}

const largestDivisor = 130;

/** ⌊(x + offset) / divisor⌋ · times + slope · x + plus, such as the number of blocks, or what fills the last one. */
export const rounded: Family = (atoms, values) => {
  for (const { size, values: x } of atoms) {
    if (x.some((value) => value < 0) || !dependsOnAlone(x, values)) continue;
    // Sizes far apart tell most divisors apart.
    const order = x.map((_, k) => k).sort((j, k) => x[j]! - x[k]!);
    const probes = [0, 0.99, 0.5, 0.25, 0.7].map((share) => order[Math.floor(share * order.length)]!);
    const fewest = size.kind === "symbol" ? 2 : 4;
    const most = Math.min(largestDivisor, Math.max(...x));
    for (const sloped of [false, true]) {
      for (let divisor = 2; divisor <= most; divisor++) {
        for (let offset = 0; offset < divisor; offset++) {
          const found = quotientOf(x, values, { divisor, offset, sloped, probes, fewest });
          if (!found) continue;
          const [times, slope, plus] = found;
          const quotient: Expression = { kind: "quotient", of: affine(size, 1, offset), by: divisor };
          return sumOf(
            [
              { factor: times, product: [quotient] },
              { factor: slope, product: [size] },
            ],
            plus,
          );
        }
      }
    }
  }
  return null;
};

function dependsOnAlone(x: readonly number[], values: readonly number[]): boolean {
  const known = new Map<number, number>();
  return x.every((size, k) => {
    const value = known.get(size);
    known.set(size, values[k]!);
    return value === undefined || value === values[k];
  });
}

interface Rounding {
  readonly divisor: number;
  readonly offset: number;
  readonly sloped: boolean;
  readonly probes: readonly number[];
  /** How many values the quotient must have. */
  readonly fewest: number;
}

function quotientOf(
  x: readonly number[],
  values: readonly number[],
  { divisor, offset, sloped, probes, fewest }: Rounding,
): readonly [times: number, slope: number, plus: number] | null {
  const quotient = (k: number): number => Math.floor((x[k]! + offset) / divisor);
  const holds = ([times, slope, plus]: readonly [number, number, number]): boolean =>
    values.every((value, k) => value === times * quotient(k) + slope * x[k]! + plus) &&
    // A size that varies little fits many quotients.
    new Set(x.map((_, k) => quotient(k))).size >= fewest;
  const [p, q] = probes as readonly [number, number];
  if (!sloped) {
    const steps = quotient(q) - quotient(p);
    const times = (values[q]! - values[p]!) / steps;
    if (steps === 0 || !Number.isInteger(times) || times === 0) return null;
    const found = [times, 0, values[p]! - times * quotient(p)] as const;
    return holds(found) ? found : null;
  }
  for (const r of probes.slice(2)) {
    const [dq, dx, dv] = [quotient(q) - quotient(p), x[q]! - x[p]!, values[q]! - values[p]!];
    const [eq, ex, ev] = [quotient(r) - quotient(p), x[r]! - x[p]!, values[r]! - values[p]!];
    const area = dq * ex - eq * dx;
    if (area === 0) continue;
    const [times, slope] = [(dv * ex - ev * dx) / area, (dq * ev - eq * dv) / area];
    if (!Number.isInteger(times) || !Number.isInteger(slope) || times === 0) continue;
    const found = [times, slope, values[p]! - times * quotient(p) - slope * x[p]!] as const;
    if (holds(found)) return found;
  }
  return null;
}

/** min(x + c, y + d) or max(x + c, y + d), where y may be 0. */
export const smaller: Family = (atoms, values) => {
  for (let i = 0; i < atoms.length; i++) {
    for (let j = -1; j < i; j++) {
      for (const kind of ["min", "max"] as const) {
        const [x, y] = [atoms[i]!, j < 0 ? null : atoms[j]!];
        const c = bound(kind, values, x.values);
        const d = bound(kind, values, y?.values ?? null);
        const of = kind === "min" ? Math.min : Math.max;
        if (!values.every((value, k) => value === of(x.values[k]! + c, (y?.values[k] ?? 0) + d))) continue;
        return { kind, of: [affine(x.size, 1, c), y ? affine(y.size, 1, d) : d] };
      }
    }
  }
  return null;
};

// The c for which x + c touches the values from above (min) or below (max).
function bound(kind: "min" | "max", values: readonly number[], x: readonly number[] | null): number {
  let best = values[0]! - (x?.[0] ?? 0);
  for (let k = 1; k < values.length; k++) {
    const apart = values[k]! - (x?.[k] ?? 0);
    if (kind === "min" ? apart > best : apart < best) best = apart;
  }
  return best;
}
