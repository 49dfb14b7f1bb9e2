import { getBackend, type OutOfMemoryError } from "@saccade/tensor";
import { numelOf } from "@saccade/tensor/backend";
import type { ModelPlan } from "../architecture/plan.ts";
import { PretrainedError } from "../errors.ts";

/**
 * Refuses weights that do not fit, before they are read.
 *
 * @throws PretrainedError with both figures.
 */
export function checkMemory(plan: ModelPlan, limit: number | undefined): void {
  if (limit === undefined || bytesOf(plan) <= limit) return;
  throw new PretrainedError(
    `loadPretrained: the weights take ${need(plan)}, and ${megabytes(limit)} are free. Close other programs or pages, or take a ` +
      "smaller model; { memoryLimit } sets the limit.",
  );
}

/** The error for a backend that has no room for the weights. */
export function outOfMemory(plan: ModelPlan, cause: OutOfMemoryError): PretrainedError {
  const message = `loadPretrained: the weights take ${need(plan)}, and the ${getBackend().name} backend has no room. ${cause.message}`;
  return new PretrainedError(message, { cause });
}

function need(plan: ModelPlan): string {
  return `${megabytes(bytesOf(plan))} (${bytesOf(plan) / 4} numbers of 4 bytes)`;
}

function bytesOf({ slots }: ModelPlan): number {
  return 4 * slots.reduce((sum, { shape }) => sum + numelOf(shape), 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
