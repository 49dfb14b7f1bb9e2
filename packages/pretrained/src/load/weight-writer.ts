import type { Parameter } from "@saccade/nn";
import type { TypedArray } from "@saccade/tensor";
import type { WeightSlot } from "../architecture/slot.ts";
import { PretrainedError } from "../errors.ts";

/**
 * Writes the parts of one parameter in the order in which they come: into the backend's memory where the host sees it, else
 * into an array that goes to the backend when it is full.
 */
export class ParameterWriter {
  readonly #parameter: Parameter;
  readonly #staged: Float32Array | null;
  #left: number;

  constructor(parameter: Parameter) {
    this.#parameter = parameter;
    this.#left = parameter.numel;
    this.#staged = parameter.backend.view ? null : new Float32Array(parameter.numel);
  }

  /** Writes the elements of a slot from number `at` on. */
  write({ row, shape, transposed }: WeightSlot, at: number, values: ArrayLike<number>): void {
    const target = this.#memory();
    const [rows = 1, columns = 1] = shape;
    if (transposed) {
      // Element (i, j) of the file (rows, columns) is element (j, i) of the parameter (columns, rows).
      let [i, j] = [Math.floor(at / columns), at % columns];
      for (let k = 0; k < values.length; k++) {
        target[j * rows + i] = values[k]!;
        if (++j < columns) continue;
        j = 0;
        i++;
      }
    } else target.set(values, row * columnsOf(shape) + at);
    this.#left -= values.length;
    if (this.#left === 0 && this.#staged) this.#parameter.backend.write(this.#parameter.buffer, this.#staged);
  }

  // Views of a backend's memory do not outlive an allocation.
  #memory(): TypedArray {
    if (this.#staged) return this.#staged;
    const { backend, buffer, dtype, numel } = this.#parameter;
    const memory = backend.view?.(buffer, dtype, numel);
    if (memory === undefined) throw new PretrainedError(`${backend.name}: its memory cannot be written.`);
    return memory;
  }
}

function columnsOf(shape: readonly number[]): number {
  return shape.length < 2 ? 1 : shape[1]!;
}
