import type { Call } from "../../../tensor/test/walk.ts";

/** The same sample for several public names. */
export function alike<Name extends string, Of extends Call>(
  of: Of,
  ...names: readonly Name[]
): Record<Name, Of> {
  return Object.fromEntries(names.map((name) => [name, of])) as Record<Name, Of>;
}
