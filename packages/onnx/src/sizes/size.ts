// Sizes that follow from the sizes of the inputs.

/** The dynamic sizes of one traced call, by name. */
export type Sizes = Readonly<Record<string, number>>;

/** A dynamic size, by its name in dynamicAxes. */
export interface Symbolic {
  readonly kind: "symbol";
  readonly name: string;
}

/** A dim of a traced value, which the engine computes when it runs the op that makes the value. */
export interface Computed {
  readonly kind: "dim";
  readonly value: number;
  readonly dim: number;
}

/** factor · a product. */
export interface Term {
  readonly factor: number;
  readonly product: readonly Expression[];
}

/** Σ terms + plus. */
export interface Sum {
  readonly kind: "sum";
  readonly terms: readonly Term[];
  readonly plus: number;
}

/** ⌊of / by⌋. `of` is never negative. */
export interface Quotient {
  readonly kind: "quotient";
  readonly of: Expression;
  readonly by: number;
}

/** The smaller or the larger of two sizes. */
export interface Extreme {
  readonly kind: "min" | "max";
  readonly of: readonly [Size, Size];
}

/** A size that depends on the dynamic sizes. */
export type Expression = Symbolic | Computed | Sum | Quotient | Extreme;

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
