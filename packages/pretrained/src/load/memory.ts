import { getBackend } from "@saccade/tensor";
import type { ModelPlan } from "../architecture/plan.ts";
import { PretrainedError } from "../errors.ts";

/**
 * Refuses weights that do not fit, before they are read.
 *
 * @throws PretrainedError with both figures.
 */
export function checkMemory({ slots }: ModelPlan, limit: number | undefined): void {
  const numbers = slots.reduce(
    (sum, { shape }) => sum + shape.reduce((product, size) => product * size, 1),
    0,
  );
  const needed = 4 * numbers;
  if (limit === undefined || needed <= limit) return;
  throw new PretrainedError(
    `loadPretrained: the weights take ${megabytes(needed)} (${numbers} numbers of 4 bytes) on the ${getBackend().name} backend, and ` +
      `${megabytes(limit)} are free. Close other programs or pages, or take a smaller model; { memoryLimit } sets the limit.`,
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
