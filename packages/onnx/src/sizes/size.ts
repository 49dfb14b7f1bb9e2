// Sizes that follow from the sizes of the inputs.

/** The dynamic sizes of one traced call, by name. */
export type Sizes = Readonly<Record<string, number>>;

/** factor · a product. */
export interface Term {
  readonly factor: number;
  readonly product: readonly Expression[];
}

/** A size that depends on the dynamic sizes. */
export type Expression =
  /** A dynamic size, by its name in dynamicAxes. */
  | { readonly kind: "symbol"; readonly name: string }
  /** A dim of a traced value, which the engine computes when it runs the op that makes the value. */
  | { readonly kind: "dim"; readonly value: number; readonly dim: number }
  /** Σ terms + plus. */
  | { readonly kind: "sum"; readonly terms: readonly Term[]; readonly plus: number }
  /** ⌊of / by⌋. `of` is never negative. */
  | { readonly kind: "quotient"; readonly of: Expression; readonly by: number }
  /** The smaller or the larger of two sizes. */
  | { readonly kind: "min" | "max"; readonly of: readonly [Size, Size] };

/** A number, or how it follows from the dynamic sizes. */
export type Size = number | Expression;

export function isStatic(sizes: readonly Size[]): sizes is readonly number[] {
  return sizes.every((size) => typeof size === "number");
}

export function sameSize(a: Size, b: Size): boolean {
  return a === b || keyOf(a) === keyOf(b);
}

/** A text that is the same for sizes that are written alike. */
export function keyOf(size: Size): string {
  return typeof size === "number" ? String(size) : JSON.stringify(size);
}

/** x · factor + plus. */
export function affine(x: Expression, factor: number, plus: number): Expression {
  return factor === 1 && plus === 0 ? x : sumOf([{ factor, product: [x] }], plus);
}

export function sumOf(terms: readonly Term[], plus: number): Expression {
  const [first, ...others] = terms.filter(({ factor }) => factor !== 0);
  if (first && others.length === 0 && plus === 0 && first.factor === 1 && first.product.length === 1)
    return first.product[0]!;
  return { kind: "sum", terms: first ? [first, ...others] : [], plus };
}

/** a · b. */
export function times(a: Size, b: Size): Size {
  if (typeof a === "number") {
    if (typeof b === "number") return a * b;
    return a === 0 ? 0 : affine(b, a, 0);
  }
  return typeof b === "number" ? times(b, a) : sumOf([{ factor: 1, product: [a, b] }], 0);
}

/** The name of a dim: a symbol by itself, otherwise a formula such as "batch*4+1". */
export function formatSize(size: Size): string {
  if (typeof size === "number") return String(size);
  switch (size.kind) {
    case "symbol":
      return size.name;
    case "dim":
      return `size${size.value}_${size.dim}`;
    case "sum":
      return plusText(size.terms.map(termText).join("+"), size.plus);
    case "quotient":
      return size.of.kind === "sum"
        ? `floor((${formatSize(size.of)})/${size.by})`
        : `floor(${formatSize(size.of)}/${size.by})`;
    default:
      return `${size.kind}(${size.of.map(formatSize).join(",")})`;
  }
}

function termText({ factor, product }: Term): string {
  const parts = product.map((part) => (part.kind === "sum" ? `(${formatSize(part)})` : formatSize(part)));
  return (factor === 1 ? parts : [...parts, factor]).join("*");
}

function plusText(text: string, constant: number): string {
  if (text === "") return String(constant);
  return constant === 0 ? text : `${text}${constant > 0 ? "+" : "-"}${Math.abs(constant)}`;
}

/** Sizes of one dim: every one up to some dozens, so that no rounding or limit stays unseen, then around powers of 2 and of 10. */
const dense = 40;
const sparse = [
  41, 42, 43, 45, 47, 48, 49, 50, 51, 53, 55, 56, 59, 60, 61, 63, 64, 65, 66, 67, 71, 72, 75, 77, 79, 80, 81,
  83, 89, 95, 96, 97, 99, 100, 101, 103, 112, 113, 120, 126, 127, 128, 129, 130, 131, 144, 150, 160, 175, 191,
  192, 193, 199, 200, 201, 223, 240, 255, 256, 257, 258, 299, 300, 301, 320, 383, 384, 385, 400, 449, 499,
  500, 501, 511, 512, 513, 640, 700, 767, 768, 769, 900, 999, 1000, 1001, 1023, 1024, 1025,
];

/** The sizes at which a single dim is tried, in ascending order, with the example's own. */
export function sizesAlone(example: number): number[] {
  const near = [example - 1, example, example + 1].filter((size) => size >= 1);
  const all = [...Array.from({ length: dense }, (_, i) => i + 1), ...sparse, ...near];
  return [...new Set(all)].sort((a, b) => a - b);
}

/** The number of {@link sizesAlone} that are tried at any cost. */
export const fewest = 16;

/** Small sizes that differ from dim to dim, so that no formula mistakes one for another. */
export function basesOf(position: number): number[] {
  const from = position % primes.length;
  return [...primes.slice(from), ...primes.slice(0, from), 1, 4, 6, 8, 9, 10, 12, 16, 20, 24, 32, 48, 64];
}

const primes = [2, 3, 5, 7, 11, 13];

/** Sizes of all dims together: each one alone at 1, all at 1, all the same, and mixtures. */
export function sizesTogether(base: Sizes, example: Sizes): Sizes[] {
  const names = Object.keys(base);
  if (names.length < 2) return [];
  const all = (size: number): Sizes => Object.fromEntries(names.map((name) => [name, size]));
  const mixtures = Array.from({ length: 40 }, (_, k) =>
    Object.fromEntries(names.map((name, i) => [name, 1 + ((k * steps[i % steps.length]! + 3 * i * i) % 17)])),
  );
  // A limit of one dim by another shows where one is small and the other large.
  const apart = names.flatMap((a) =>
    names.flatMap((b) =>
      a === b
        ? []
        : smalls.flatMap((small, i) => [
            { ...base, [a]: small, [b]: larges[i % larges.length]! },
            { ...base, [a]: small, [b]: larges[(i + 2) % larges.length]! },
            { ...base, [a]: small, [b]: small + 1 + (i % 3) },
          ]),
    ),
  );
  return [
    ...apart,
    ...names.map((name) => ({ ...base, [name]: 1 })),
    ...names.map((name) => ({ ...example, [name]: 1 })),
    ...names.map((name) => ({ ...all(1), [name]: base[name]! })),
    ...[1, 2, 3, 4, 5, 7, 8, 16, 17, 33, 40, 48, 64, 65, 97, 100, 129].map(all),
    ...names.flatMap((name) =>
      [41, 63, 70, 99, 128].map((size, i) => ({ ...all(larges[i]!), [name]: size })),
    ),
    ...mixtures,
  ];
}

const smalls = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 14];
const larges = [19, 33, 48, 71, 100];
const steps = [5, 7, 11, 3, 13];
