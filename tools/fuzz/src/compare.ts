import { Tensor } from "@saccade/tensor";

/** How far float32 may be from the reference's: the contract of backends. */
export interface Closeness {
  readonly relative: number;
  readonly absolute: number;
  /** Whether float32 may overflow: what is near its end, ∞ and NaN are the same then. */
  readonly overflows?: boolean;
}

/** Composed functions round more than once. */
export const near: Closeness = { relative: 1e-4, absolute: 1e-5 };

/** The difference between a result and the expected one; null if they are the same. */
export function difference(
  got: unknown,
  want: unknown,
  close: Closeness = near,
  what = "result",
): string | null {
  if (got instanceof Error || want instanceof Error) {
    const name = (result: unknown): string => (result instanceof Error ? result.name : "no error");
    return name(got) === name(want) ? null : `${what}: ${String(got)}, and the reference ${String(want)}`;
  }
  if (got instanceof Tensor && want instanceof Tensor) return ofTensors(got, want, close, what);
  if (typeof want === "number" && typeof got === "number")
    return isNear(got, want, close) ? null : `${what} is ${got}, not ${want}`;
  if (typeof want === "object" && want !== null && typeof got === "object" && got !== null) {
    const keys = Object.keys(want);
    if (String(keys) !== String(Object.keys(got))) return `${what} has ${Object.keys(got)}, not ${keys}`;
    for (const key of keys) {
      const inside = difference(Reflect.get(got, key), Reflect.get(want, key), close, `${what}.${key}`);
      if (inside !== null) return inside;
    }
    return null;
  }
  return typeof want === "function" || Object.is(got, want)
    ? null
    : `${what} is ${String(got)}, not ${String(want)}`;
}

function ofTensors(got: Tensor, want: Tensor, close: Closeness, what: string): string | null {
  // Only the reference has float64.
  const dtype = want.dtype === "float64" ? "float32" : want.dtype;
  if (![dtype, want.dtype].includes(got.dtype) || String(got.shape) !== String(want.shape))
    return `${what} is ${got.dtype}[${got.shape}], not ${want.dtype}[${want.shape}]`;
  const [a, b] = [got.dataSync(), want.dataSync()];
  const odd = want.dtype === "bool" ? b.find((value) => value !== 0 && value !== 1) : undefined;
  if (odd !== undefined) return `${what} is bool, and the reference has ${odd}`;
  for (let i = 0; i < b.length; i++)
    if (!isNear(a[i]!, b[i]!, close))
      return `${what}: element ${i} of [${want.shape}] is ${a[i]}, not ${b[i]}`;
  return null;
}

function isNear(a: number, b: number, { relative, absolute, overflows }: Closeness): boolean {
  if (overflows && !(Math.abs(a) < 1e37) && !(Math.abs(b) < 1e37)) return true;
  return Object.is(a, b) || a === b || Math.abs(a - b) <= absolute + relative * Math.abs(b);
}
