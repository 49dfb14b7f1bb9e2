import { isPlainObject } from "@saccade/tensor/backend";

/** True for plain objects: records of values by name. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && isPlainObject(value);
}
