import { ShapeError } from "@saccade/contract";
import type { Backend, HostArray, Operand } from "../kernel.ts";
import { type DType, type TypedArray, typedArray } from "../memory/dtype.ts";

function hostArray(x: Operand): HostArray {
  return {
    data: x.buffer as TypedArray,
    dtype: x.dtype,
    shape: x.shape,
    strides: x.strides,
    offset: x.offset,
  };
}

/**
 * Plain TypeScript on typed arrays: the specification that every other backend is tested against.
 *
 * @example referenceBackend().name // "reference"
 */
export function referenceBackend(): Backend {
  return shared;
}

// One shared stateless object: tensors of two backends cannot be combined.
const shared: Backend = {
  name: "reference",
  dtypes: ["float32", "float64", "int32", "bool"],
  allocate(dtype: DType, length: number): TypedArray {
    try {
      return typedArray(dtype, length);
    } catch {
      throw new ShapeError(
        `reference backend: no room for ${length} elements of ${dtype}; use smaller tensors.`,
      );
    }
  },
  free(): void {},
  write(buffer, data): void {
    (buffer as TypedArray).set(data);
  },
  read(buffer): Promise<TypedArray> {
    return Promise.resolve((buffer as TypedArray).slice());
  },
  view(buffer): TypedArray {
    return buffer as TypedArray;
  },
  run(op, inputs, outputs, attrs): void {
    op.forward(inputs.map(hostArray), outputs.map(hostArray), attrs);
  },
};
