// Sizes that follow from the sizes of the inputs.

/** The dynamic sizes of one traced call, by name. */
export type Sizes = Readonly<Record<string, number>>;

/** factor · the product of some dynamic sizes. */
export interface Term {
  readonly factor: number;
  readonly symbols: readonly string[];
}

/** ⌊(Σ terms + constant) / divisor⌋ · times + Σ rest + plus. */
export interface Formula {
  readonly terms: readonly Term[];
  readonly constant: number;
  readonly divisor: number;
  readonly times: number;
  readonly rest: readonly Term[];
  readonly plus: number;
}

/** A number, or a formula of the dynamic sizes. */
export type Size = number | Formula;

export function isStatic(sizes: readonly Size[]): sizes is readonly number[] {
  return sizes.every((size) => typeof size === "number");
}

export function sameSize(a: Size, b: Size): boolean {
  return formatSize(a) === formatSize(b);
}

/** Σ terms + constant. */
export function sumOf(terms: readonly Term[], constant: number): Formula {
  return { terms, constant, divisor: 1, times: 1, rest: [], plus: 0 };
}

/** The name of a dim: a symbol by itself, otherwise a formula such as "batch*4+1". */
export function formatSize(size: Size): string {
  if (typeof size === "number") return String(size);
  const { terms, constant, divisor, times, rest, plus } = size;
  const sum = plusText(productsText(terms), constant);
  if (divisor === 1 && times === 1 && rest.length === 0 && plus === 0) return sum;
  const quotient = `floor((${sum})/${divisor})${times === 1 ? "" : `*${times}`}`;
  return plusText([quotient, ...(rest.length > 0 ? [productsText(rest)] : [])].join("+"), plus);
}

function productsText(terms: readonly Term[]): string {
  return terms
    .map(({ factor, symbols }) => (factor === 1 ? symbols.join("*") : [...symbols, factor].join("*")))
    .join("+");
}

function plusText(text: string, constant: number): string {
  return constant === 0 ? text : `${text}${constant > 0 ? "+" : "-"}${Math.abs(constant)}`;
}
