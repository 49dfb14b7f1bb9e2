import { numelOf, type Shape } from "../../memory/shape.ts";

/**
 * Calls `visit(o, start, step, length)` for each output element o and each run of input elements that it reduces.
 * Element j of a run is data[start + j · step] of the contiguous input.
 */
export function forEachRun(
  shape: Shape,
  dims: readonly number[],
  visit: (out: number, start: number, step: number, length: number) => void,
): void {
  const inner = dims.at(-1);
  if (inner === undefined || numelOf(shape) === 0) {
    if (inner === undefined) for (let i = 0; i < numelOf(shape); i++) visit(i, i, 1, 1);
    return;
  }
  const step = numelOf(shape.slice(inner + 1));
  const length = shape[inner]!;
  const rest = dims.slice(0, -1);
  const kept = shape.map((_, i) => i).filter((i) => !dims.includes(i));
  const inputStep = shape.map((_, i) => numelOf(shape.slice(i + 1)));
  const walkReduced = (k: number, at: number, out: number): void => {
    if (k === rest.length) {
      visit(out, at, step, length);
      return;
    }
    for (let i = 0; i < shape[rest[k]!]!; i++) walkReduced(k + 1, at + i * inputStep[rest[k]!]!, out);
  };
  let out = 0;
  const walkKept = (k: number, at: number): void => {
    if (k === kept.length) {
      walkReduced(0, at, out++);
      return;
    }
    for (let i = 0; i < shape[kept[k]!]!; i++) walkKept(k + 1, at + i * inputStep[kept[k]!]!);
  };
  walkKept(0, 0);
}
