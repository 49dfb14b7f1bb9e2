/**
 * The name that `given` most likely means, or null. Compares without case and underscores first, then by edit distance.
 *
 * @example nearest("keepDim", ["dim", "keepdim"]) // "keepdim"
 */
export function nearest(given: string, names: readonly string[]): string | null {
  if (given.length > 64) return null;
  const plain = (name: string): string => name.replaceAll(/[_-]/g, "").toLowerCase();
  let best: string | null = null;
  let least = Math.max(1, Math.floor(given.length / 3)) + 1;
  for (const name of names) {
    const distance = editDistance(plain(given), plain(name));
    // One letter is the beginning of a name, if anything.
    const begins = given.length > 1 || plain(name).startsWith(plain(given));
    if (begins && distance < least) [best, least] = [name, distance];
  }
  return best;
}

/**
 * How many items to insert, delete or replace to make one text or list from another (Levenshtein's distance).
 *
 * @example [editDistance("dims", "dim"), editDistance(["a", "b"], ["b"])] // [1, 1]
 */
export function editDistance(a: ArrayLike<unknown>, b: ArrayLike<unknown>): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = above[j - 1]! + Number(a[i - 1] !== b[j - 1]);
      row.push(Math.min(substituted, above[j]! + 1, row[j - 1]! + 1));
    }
    above = row;
  }
  return above[b.length]!;
}

/**
 * A name of Python's as it is written here.
 *
 * @example camelCase("masked_fill") // "maskedFill"
 */
export function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Text for messages, shortened beyond 40 characters.
 *
 * @example cut("masked_fill", 6) // "masked…"
 */
export function cut(text: string, most: number = 40): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

let own: (abstract new (...given: never[]) => object) | undefined;

/**
 * Notes the class of tensors, the first that is loaded: messages say that others are of another copy of their package.
 *
 * @example ownTensors(Tensor) // undefined
 */
export function ownTensors(of: abstract new (...given: never[]) => object): void {
  own ??= of;
}

/** What messages say of a tensor that another copy of the package made. */
export const ofAnotherCopy = " of another copy of @saccade/tensor";

/**
 * A value for messages, of bounded length: `3`, `"3"`, `null`, `an array of 2`, `tensor float32[2, 3]`, `a Map`.
 *
 * @example describeValue([1, 2]) // "[1,2]"
 */
export function describeValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(cut(value));
  if (typeof value === "function") {
    if (isClass(value)) return value.name === "" ? "a class" : `class ${cut(value.name)}`;
    return value.name === "" ? "a function" : `function ${cut(value.name)}`;
  }
  if (typeof value === "bigint") return value === BigInt.asIntN(128, value) ? `${value}n` : "a large bigint";
  if (typeof value !== "object" || value === null) return cut(String(value));
  if (Array.isArray(value))
    return value.length <= 6 && value.every(isSimple)
      ? `[${value.map(describeValue)}]`
      : `an array of ${value.length}`;
  if (isTensorLike(value)) return describeTensor(value) + (isForeign(value) ? ofAnotherCopy : "");
  const name: unknown = Object.getPrototypeOf(value)?.constructor?.name;
  if (typeof name !== "string" || name === "" || name === "Object") return "an object";
  return `${/^[AEIOU]/.test(name) ? "an" : "a"} ${cut(name)}`;
}

/** Whether a function is a class, which cannot be called. */
export function isClass(value: object): boolean {
  // Arrow functions and methods have no prototype, other functions a writable one.
  if (!("prototype" in value)) return false;
  const prototype = Object.getOwnPropertyDescriptor(value, "prototype");
  return prototype?.writable === false && /^class\b/.test(Function.prototype.toString.call(value));
}

function isSimple(value: unknown): boolean {
  return typeof value === "number" || typeof value === "boolean" || typeof value === "string";
}

/** A tensor as messages show it. */
export function describeTensor(value: { describe(): unknown }): string {
  return `tensor ${cut(String(value.describe()), 200)}`;
}

/** Whether a value looks like a tensor, possibly of another copy of the package. */
export function isTensorLike(value: object): value is { describe(): unknown } {
  return "describe" in value && typeof value.describe === "function" && "strides" in value;
}

/** Whether a value looks like a tensor, but of a class other than the one noted. */
export function isForeign(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !isTensorLike(value)) return false;
  return own === undefined || !(value instanceof own);
}
