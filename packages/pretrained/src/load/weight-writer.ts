import type { HalfFormat } from "@saccade/nn";
import type { TypedArray } from "@saccade/tensor";
import type { WeightSlot } from "../architecture/slot.ts";
import { PretrainedError } from "../errors.ts";
import type { ModelWeight } from "./model-weights.ts";

/**
 * Writes the parts of one weight in the order in which they come: into the backend's memory where the host sees it, else
 * into an array that goes to the backend when it is full.
 */
export class WeightWriter {
  /** The format of the bit patterns that `write` takes; null where it takes numbers. */
  readonly half: HalfFormat | null;
  readonly #weight: ModelWeight;
  readonly #staged: Float32Array | Int32Array | null;
  #left: number;

  constructor(weight: ModelWeight) {
    const { tensor, half } = weight;
    const { numel, backend } = tensor;
    this.half = half;
    this.#weight = weight;
    this.#left = half === null ? numel : 2 * numel;
    this.#staged = backend.view ? null : half === null ? new Float32Array(numel) : new Int32Array(numel);
  }

  /** Whether the weight is full already, and these elements of a slot are other numbers than it has. */
  differs({ row, shape, transposed }: WeightSlot, at: number, values: ArrayLike<number>): boolean {
    const memory = this.#memory();
    const [rows = 1, columns = 1] = shape;
    const placeOf = (i: number): number =>
      transposed ? (i % columns) * rows + Math.floor(i / columns) : row * columnsOf(shape) + i;
    const other = (value: number, i: number): boolean =>
      !Object.is(memory[placeOf(at + i)], Math.fround(value));
    return Array.prototype.some.call(values, other);
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
    const { backend, buffer } = this.#weight.tensor;
    if (this.#left === 0 && this.#staged) backend.write(buffer, this.#staged);
  }

  // Views of a backend's memory do not outlive an allocation.
  #memory(): TypedArray | Uint16Array {
    const { backend, buffer, dtype, numel } = this.#weight.tensor;
    const memory = this.#staged ?? backend.view?.(buffer, dtype, numel);
    if (memory === undefined) throw new PretrainedError(`${backend.name}: its memory cannot be written.`);
    return this.half === null ? memory : new Uint16Array(memory.buffer, memory.byteOffset, 2 * numel);
  }
}

function columnsOf(shape: readonly number[]): number {
  return shape.length < 2 ? 1 : shape[1]!;
}
