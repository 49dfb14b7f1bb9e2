import { DIGEST_KEY, NO_DIGEST, seal } from "../../src/checkpoint/digest.ts";
import { decodeSafetensors, encodeSafetensors, type SafetensorsInput } from "../../src/safetensors/index.ts";

/** Metadata changes; undefined takes an entry out. */
export type Changes = Readonly<Record<string, string | undefined>>;

/** A checkpoint with other metadata and more tensors, and a digest that is right again, unless `changes` gives it. */
export function rewrite(
  file: Uint8Array,
  changes: Changes,
  more: Readonly<Record<string, SafetensorsInput>> = {},
): Uint8Array {
  const { tensors, metadata } = decodeSafetensors(file);
  const entries = [...tensors].map(
    ([name, { dtype, shape, bytes }]) => [name, { dtype, shape, data: bytes }] as const,
  );
  const all = Object.entries({ ...metadata, [DIGEST_KEY]: NO_DIGEST, ...changes });
  const kept = all.filter((entry): entry is [string, string] => entry[1] !== undefined);
  const written = encodeSafetensors([...entries, ...Object.entries(more)], Object.fromEntries(kept));
  return DIGEST_KEY in changes ? written : seal(written);
}

/** The file as version 1 had it: without a digest. */
export function asVersion1(file: Uint8Array, changes: Changes = {}): Uint8Array {
  return rewrite(file, { "saccade.checkpoint": "1", [DIGEST_KEY]: undefined, ...changes });
}

/** JSON texts that belong nowhere in a checkpoint, and some that fit in places. */
export const hostile: readonly string[] = [
  ...["null", "true", "-1", "0.5", "1", "1e400", "-1e400", "9007199254740992", "4294967296"],
  ...['"3"', '""', "[]", "{}", "[null]"],
  '{"__proto__":{"step":1}}',
  "[".repeat(1_000) + "]".repeat(1_000),
  `${'{"a":'.repeat(1_000)}1${"}".repeat(1_000)}`,
];

/** Every place in a JSON value, as the path of names and indices to it. */
export function placesIn(value: unknown, above: readonly string[] = []): string[][] {
  const inside =
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, item]) => placesIn(item, [...above, name]))
      : [];
  return [[...above], ...inside];
}

const hole = "\u0001hole";

/** A JSON text with another text at a place; null takes a field or item out. */
export function withText(json: string, place: readonly string[], text: string | null): string {
  if (place.length === 0) return text ?? "";
  const value: unknown = JSON.parse(json);
  const last = place.at(-1)!;
  let parent: object = Object(value);
  for (const name of place.slice(0, -1)) parent = Object(Reflect.get(parent, name));
  if (text !== null) Reflect.set(parent, last, hole);
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else Reflect.deleteProperty(parent, last);
  return JSON.stringify(value).replace(JSON.stringify(hole), () => text ?? "");
}
