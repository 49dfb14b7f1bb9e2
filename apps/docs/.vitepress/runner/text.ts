/** A value as Node's console shows it, near enough for the values of a lesson. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : shown(value, []);
}

/** `within` are the values around this one, outermost first. */
function shown(value: unknown, within: readonly unknown[]): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "function") return `[Function ${value.name || "(anonymous)"}]`;
  if (typeof value !== "object" || value === null) return String(value);
  if (within.includes(value)) return "[Circular]";
  const around = [...within, value];
  const all = (values: Iterable<unknown>): string =>
    Array.from(values, (entry) => shown(entry, around)).join(", ");
  if (Array.isArray(value)) return `[${all(value)}]`;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return `[${all(value as Uint8Array)}]`;
  if (value instanceof Map || value instanceof Set) return `${value.constructor.name} { ${all(value)} }`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) {
    const entries = Object.entries(value).map(([key, entry]) => `${key}: ${shown(entry, around)}`);
    return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
  }
  return String(value);
}
