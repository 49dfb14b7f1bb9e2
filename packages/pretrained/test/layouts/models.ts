import { readFileSync } from "node:fs";
import type { SafetensorsInput } from "@saccade/nn";
import { encode, type Files } from "../load/checkpoints.ts";

/** A tensor as fixtures/models.py writes it: a formula of its numbers. */
interface Entry {
  readonly shape: readonly number[];
  readonly seed: number;
  readonly scale?: number;
  readonly offset?: number;
  readonly dtype?: "F32" | "U8" | "I64";
}

export interface Expected {
  readonly shape: readonly number[];
  readonly values: readonly number[];
}

/** A checkpoint in a layout of the Hub, and what plain numpy computes from it. */
export interface LayoutCase {
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly prefix: string;
  readonly weights: Readonly<Record<string, Entry>>;
  readonly expected: Readonly<Record<string, Expected>>;
}

interface Fixtures {
  readonly ids: readonly number[];
  readonly cases: readonly LayoutCase[];
}

const fixtures: Fixtures = JSON.parse(readFileSync(new URL("fixtures/models.json", import.meta.url), "utf8"));

export const ids: readonly number[] = fixtures.ids;
export const cases: readonly LayoutCase[] = fixtures.cases;

export function caseNamed(name: string): LayoutCase {
  const found = cases.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no case ${name}`);
  return found;
}

type Weights = Map<string, SafetensorsInput>;

/** The files of a case, changed where a test wants it. */
export function filesFor(
  { config, weights }: Pick<LayoutCase, "config" | "weights">,
  change: (weights: Weights) => void = () => {},
): Files {
  const entries: Weights = new Map(Object.entries(weights).map(([name, entry]) => [name, input(entry)]));
  change(entries);
  return { "config.json": config, "model.safetensors": encode(entries) };
}

export function input({ shape, seed, scale = 1.2, offset = 0, dtype = "F32" }: Entry): SafetensorsInput {
  const count = shape.reduce((product, size) => product * size, 1);
  const data = Float32Array.from({ length: count }, (_, i) => numberAt(i, seed) * scale + offset);
  if (dtype === "F32") return { dtype, shape, data };
  return { dtype, shape, data: new Uint8Array(dtype === "U8" ? count : 8 * count) };
}

// From −0.5 to 0.5, as the script computes it.
function numberAt(i: number, seed: number): number {
  let x = (Math.imul(i, 2654435761) + seed * 40503 + 1) >>> 0;
  x = Math.imul(x ^ (x >>> 16), 2246822519) >>> 0;
  return ((x ^ (x >>> 13)) >>> 0) / 2 ** 32 - 0.5;
}
