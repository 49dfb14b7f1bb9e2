import type { HalfFormat } from "@saccade/tensor/fused";
import type { Origin, Step } from "../trace/program.ts";

/**
 * The values that hold packed 16-bit numbers, with their format: constants and rows of them that are used as such and as
 * nothing else. In the file they have ONNX's type of 16 bits.
 */
export function halvesOf(
  steps: readonly Step[],
  origins: readonly Origin[],
  outputs: Iterable<number>,
): ReadonlyMap<number, HalfFormat> {
  const uses = new Map<number, Set<HalfFormat | null>>();
  const use = (value: number, format: HalfFormat | null): void => {
    const known = uses.get(value) ?? new Set();
    uses.set(value, known.add(format));
  };
  const formatOf = (value: number): HalfFormat | null => {
    const [format, ...others] = uses.get(value) ?? [];
    return others.length === 0 ? (format ?? null) : null;
  };
  for (const value of outputs) use(value, null);
  // A value is used after it is made.
  for (const step of [...steps].reverse()) {
    step.inputs.forEach((value, i) => {
      use(value, formatUsed(step, i, formatOf));
    });
  }
  const halves = new Map<number, HalfFormat>();
  const add = (value: number): void => {
    const format = formatOf(value);
    if (format !== null) halves.set(value, format);
  };
  for (const { value, input } of origins) if (input === null) add(value);
  for (const { op, inputs, outputs } of steps)
    if (op === "embedding" && halves.has(inputs[0]!)) for (const value of outputs) add(value);
  return halves;
}

// The format in which a step uses its input: rows of a packed table are packed, too.
function formatUsed(
  { op, attrs, outputs }: Step,
  input: number,
  formatOf: (value: number) => HalfFormat | null,
): HalfFormat | null {
  if ((op === "halfLinear" && input === 1) || (op === "widenHalf" && input === 0)) {
    const { format }: { format?: unknown } = Object(attrs());
    return format === "float16" || format === "bfloat16" ? format : null;
  }
  return op === "embedding" && input === 0 ? formatOf(outputs[0]!) : null;
}
