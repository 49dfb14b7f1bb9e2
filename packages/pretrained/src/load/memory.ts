import { getBackend, type OutOfMemoryError } from "@saccade/tensor";
import { numelOf } from "@saccade/tensor/backend";
import type { ModelPlan } from "../architecture/architectures.ts";
import type { WeightSlot } from "../architecture/slot.ts";
import { PretrainedError } from "../errors.ts";

/** Refuses weights that do not fit, before they are read. @throws PretrainedError with both figures. */
export function checkMemory(plan: ModelPlan, limit: number | undefined): void {
  if (limit === undefined || bytesOf(plan) <= limit) return;
  throw new PretrainedError(
    `loadPretrained: the weights take ${need(plan)}, and ${sizeText(limit)} are free. Close other programs or pages, or take a ` +
      'smaller model; { weights: "bfloat16" } takes half, and { memoryLimit } sets the limit.',
  );
}

interface Host {
  readonly process?: { availableMemory?(): number };
}

/** The host's free bytes; undefined if unknown, as in pages. */
export function hostMemory(): number | undefined {
  const host: Host = globalThis;
  return host.process?.availableMemory?.();
}

/** The error for a backend that has no room for the weights. */
export function outOfMemory(plan: ModelPlan, cause: OutOfMemoryError): PretrainedError {
  const message = `loadPretrained: the weights take ${need(plan)}, and the ${getBackend().name} backend has no room. ${cause.message}`;
  return new PretrainedError(message, { cause });
}

function need(plan: ModelPlan): string {
  const numbers = plan.slots.reduce((sum, { shape }) => sum + numelOf(shape), 0);
  return `${sizeText(bytesOf(plan))} (${numbers} numbers, kept as ${plan.settings.weights})`;
}

function bytesOf({ slots, settings: { weights } }: ModelPlan): number {
  const bytesEach = (slot: WeightSlot): number => (weights !== "float32" && isHalf(slot) ? 2 : 4);
  return slots.reduce((sum, slot) => sum + bytesEach(slot) * numelOf(slot.shape), 0);
}

// Linear maps and the table of tokens.
function isHalf({ shape, parameter }: WeightSlot): boolean {
  return shape.length === 2 && !/^(positions|tokenTypes)\./.test(parameter);
}

function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
