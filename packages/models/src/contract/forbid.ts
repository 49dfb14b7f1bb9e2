import { ArgumentError } from "@saccade/tensor";

/**
 * Options that exclude each other, as a table: messages, and whether each applies.
 *
 * @throws ArgumentError with the first message that applies.
 * @example forbid("generate", { "beamSize searches, and temperature samples; give one": false }) // undefined
 */
export function forbid(what: string, rules: Readonly<Record<string, boolean>>): void {
  for (const [message, applies] of Object.entries(rules))
    if (applies) throw new ArgumentError(`${what}: ${message}.`);
}
