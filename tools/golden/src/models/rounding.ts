import { type Module, Parameter } from "@saccade/nn";
import { scope } from "@saccade/tensor";
import type { HostValue } from "../decode.ts";

/** Gives a module float64 parameters, so that it computes in double precision. The scope that is open frees them. */
export function toFloat64(model: Module): void {
  for (const module of model.modules()) {
    for (const [field, value] of Object.entries(module)) {
      if (value instanceof Parameter)
        Reflect.set(
          module,
          field,
          scope(() => new Parameter(value.to("float64"))),
        );
    }
  }
}

/** The golden README's f32_err: the largest difference, per max(1, |b|), between float32 and float64. */
export function roundingError(single: HostValue, double: HostValue): number {
  let largest = 0;
  for (let i = 0; i < double.data.length; i++) {
    const error = Math.abs(single.data[i]! - double.data[i]!) / Math.max(1, Math.abs(double.data[i]!));
    if (error > largest) largest = error;
  }
  return largest;
}
