import { CheckpointError, type CheckpointPart } from "./errors.ts";

/** A value as JSON. @throws CheckpointError naming the place of whatever would not come back as it is. */
export function toJson(part: CheckpointPart, value: unknown): string {
  const found = notJson(value, part, []);
  if (found !== null) throw new CheckpointError("the checkpoint was not written", [{ part, problem: found }]);
  return JSON.stringify(value);
}

function notJson(value: unknown, place: string, above: readonly object[]): string | null {
  if (value === null || typeof value === "string" || typeof value === "boolean") return null;
  if (typeof value === "number") return Number.isFinite(value) ? null : `${place} is ${value}`;
  if (typeof value !== "object")
    return `${place} is ${value === undefined ? "undefined" : `a ${typeof value}`}`;
  if (above.includes(value)) return `${place} is in a circle`;
  const inside = [...above, value];
  if (Array.isArray(value)) {
    return firstOf(value.map((item: unknown, i) => () => notJson(item, `${place}[${i}]`, inside)));
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    return `${place} is a ${value.constructor.name}`;
  }
  // JSON leaves undefined fields out, which reads the same.
  const fields = Object.entries(value).filter(([, item]) => item !== undefined);
  return firstOf(
    fields.map(
      ([name, item]) =>
        () =>
          notJson(item, `${place}.${name}`, inside),
    ),
  );
}

function firstOf(checks: readonly (() => string | null)[]): string | null {
  for (const check of checks) {
    const found = check();
    if (found !== null) return found;
  }
  return null;
}
