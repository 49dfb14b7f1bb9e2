/** The problems of a program's output. */
export function problemsOf(result: object, expected: object): string[] {
  if ("error" in result) return [String(result.error)];
  const [given, wanted] = [Object.entries(result), new Map(Object.entries(expected))];
  const problems = given
    .filter(([key, value]) => !same(value, wanted.get(key)))
    .map(([key, value]) => `${key} is ${JSON.stringify(value)}, not ${JSON.stringify(wanted.get(key))}`);
  const missing = [...wanted.keys()].filter((key) => !(key in result)).map((key) => `no ${key}`);
  return [...problems, ...missing, ...untrained(result)];
}

/** A step has to lower the loss. */
function untrained(result: object): string[] {
  if (!("before" in result && "after" in result)) return [];
  const { before, after } = result;
  return Number(after) < Number(before)
    ? []
    : [`the loss was ${before} before the step and is ${after} after it`];
}

/** Numbers may differ by the rounding of another engine or backend. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a !== "number" || typeof b !== "number") return a === b;
  return Math.abs(a - b) <= 1e-5 * Math.abs(b);
}
