import { CheckpointError, type CheckpointPart } from "./errors.ts";

/** The maximum nesting depth of arrays and objects in `data`, `extra` and all other JSON in a checkpoint. */
export const MAX_DEPTH = 100;

/** Converts a value to JSON. @throws CheckpointError naming a value that would not survive the round trip. */
export function toJson(part: CheckpointPart, value: unknown): string {
  const found = notJson(value, part, []);
  if (found !== null) throw new CheckpointError("the checkpoint was not written", [{ part, problem: found }]);
  return JSON.stringify(value);
}

/**
 * Parses JSON text.
 *
 * @throws CheckpointError for invalid JSON, nesting deeper than {@link MAX_DEPTH}, or a number outside the range of
 * doubles, such as 1e400.
 */
export function fromJson(part: CheckpointPart, text: string): unknown {
  // Checked before parsing: a recursive parser could overflow the stack.
  if (depthOf(text) > MAX_DEPTH) throw unreadable(part, tooDeep(part));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable(part, "its part of the metadata is not JSON"); // The engine's message quotes the text.
  }
  const found = notJson(value, part, []);
  if (found !== null) throw unreadable(part, found);
  return value;
}

/** The nesting depth of the brackets in JSON text, outside of strings. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text.length; i++) {
    const mark = text[i];
    if (mark === '"') i = endOfString(text, i);
    else if (mark === "[" || mark === "{") deepest = Math.max(deepest, ++depth);
    else if (mark === "]" || mark === "}") depth--;
  }
  return deepest;
}

function endOfString(text: string, start: number): number {
  let i = start + 1;
  for (; i < text.length && text[i] !== '"'; i++) if (text[i] === "\\") i++;
  return i;
}

function notJson(value: unknown, place: string, above: readonly object[]): string | null {
  if (value === null || typeof value === "string" || typeof value === "boolean") return null;
  if (typeof value === "number") return Number.isFinite(value) ? null : `${place} is ${value}`;
  if (typeof value !== "object")
    return `${place} is ${value === undefined ? "undefined" : `a ${typeof value}`}`;
  if (above.includes(value)) return `${place} contains itself`;
  if (above.length === MAX_DEPTH) return tooDeep(place.split(/[.[]/, 1)[0] ?? "");
  const isList = Array.isArray(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!isList && prototype !== Object.prototype && prototype !== null)
    return `${place} is a ${value.constructor.name}`;
  for (const [key, item] of isList ? value.entries() : Object.entries(value)) {
    if (item === undefined && !isList) continue; // JSON leaves such fields out, which reads the same.
    const found = notJson(item, isList ? `${place}[${key}]` : `${place}.${key}`, [...above, value]);
    if (found !== null) return found;
  }
  return null;
}

function tooDeep(what: string): string {
  return `${what} is nested more than ${MAX_DEPTH} levels deep`;
}

function unreadable(part: CheckpointPart, problem: string): CheckpointError {
  return new CheckpointError("the checkpoint cannot be read", [{ part, problem }]);
}
