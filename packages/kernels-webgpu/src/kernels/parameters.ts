import type { Operand } from "@saccade/tensor/backend";
import { u, wordOf } from "../machine.ts";

/** Collects a kernel's parameters, in an order that its source may rely on. */
export class Parameters {
  readonly words: number[] = [];

  /** A whole number, as a u32 in WGSL. */
  whole(value: number): string {
    return u(this.words.push(value >>> 0) - 1);
  }

  /** A number, as an f32 in WGSL. */
  float(value: number): string {
    return `bitcast<f32>(${this.whole(wordOf(value))})`;
  }

  /** Where an operand has the element at some coordinates, one for each of its dims: WGSL of its index in the buffer. */
  place({ offset, strides }: Pick<Operand, "offset" | "strides">): (...at: readonly string[]) => string {
    const start = this.whole(offset);
    const steps = strides.map((stride) => this.whole(stride));
    return (...at) => [start, ...steps.map((step, d) => `(${at[d]}) * ${step}`)].join(" + ");
  }
}
