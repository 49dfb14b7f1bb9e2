import { type Backend, fromData, type Tensor } from "@saccade/tensor";
import { isTracing } from "@saccade/tensor/backend";

interface Rows {
  readonly width: number;
  /** The first row. */
  readonly offset: number;
  readonly length: number;
  readonly backend: Backend;
}

/**
 * Rows of a table that the host holds, (length, width). An export gets the whole table and a view of it, so that its graph
 * serves every offset and length.
 */
export function tableRows(table: Float32Array, { width, offset, length, backend }: Rows): Tensor {
  if (isTracing())
    return fromData(table, [table.length / width, width], { backend }).narrow(0, offset, length);
  return fromData(table.subarray(offset * width, (offset + length) * width), [length, width], { backend });
}
