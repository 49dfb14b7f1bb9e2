import { Tensor } from "@saccade/tensor";

/** A value as examples write it: `tensor([1, 2])`, `[2, 3]`, `{ a: 1 }`, `"text"`, `Linear`. */
export function show(value: unknown, depth = 0): string {
  if (value instanceof Tensor) return value.toString();
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "function") return `[Function ${value.name}]`;
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : String(value);
  if (depth > 4) return "…";
  const inside = (items: Iterable<unknown>): string =>
    Array.from(items, (item) => show(item, depth + 1)).join(", ");
  const { name } = (value as object).constructor ?? { name: "" };
  if (Array.isArray(value)) return `[${inside(value)}]`;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView))
    return `${name} [${inside(value as Uint8Array)}]`;
  if (value instanceof Set) return `Set {${inside(value)}}`;
  if (value instanceof Map) {
    const pairs = [...value].map(([key, item]) => `${show(key, depth + 1)} => ${show(item, depth + 1)}`);
    return `Map {${pairs.join(", ")}}`;
  }
  if (name !== "" && name !== "Object") return name;
  const fields = Object.entries(value).map(([key, item]) => `${key}: ${show(item, depth + 1)}`);
  return `{ ${fields.join(", ")} }`;
}

/**
 * Whether a value is what an example promises. White space does not count, and a number has to agree in the digits
 * that are written. "…" matches the rest.
 */
export function agrees(actual: string, expected: string): boolean {
  const [a, e] = [tokens(actual), tokens(expected)];
  for (let i = 0; i < e.length; i++) {
    if (e[i] === "…" && i === e.length - 1) return true;
    if (a[i] === undefined || !same(a[i]!, e[i]!)) return false;
  }
  return a.length === e.length;
}

function tokens(text: string): readonly string[] {
  const quoted = /"(?:[^"\\]|\\.)*"/;
  const number = /-?\d+(?:\.\d*)?(?:e[-+]?\d+)?/;
  return text.match(new RegExp(`${quoted.source}|${number.source}|[\\p{L}_$][\\p{L}\\w$]*|\\S`, "gu")) ?? [];
}

function same(actual: string, expected: string): boolean {
  if (actual === expected) return true;
  if (!/^-?\d/.test(actual) || !/^-?\d/.test(expected)) return false;
  const [mantissa, exponent = "0"] = expected.split("e");
  const decimals = mantissa!.split(".")[1]?.length ?? 0;
  const half = decimals === 0 ? 0 : 0.5 * 10 ** (Number(exponent) - decimals);
  return (
    Math.abs(Number(actual) - Number(expected)) <= half * 1.001 + Number.EPSILON * Math.abs(Number(actual))
  );
}
