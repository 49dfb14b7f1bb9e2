import { grad } from "@saccade/autograd";
import {
  type Backend,
  setBackend,
  type TypedArray,
  tensor,
} from "@saccade/tensor";
import type { HostArray, Operand } from "@saccade/tensor/backend";

// #region backend
const arrays = {
  float32: Float32Array,
  float64: Float64Array,
  int32: Int32Array,
  bool: Uint8Array,
};
// this backend's buffers are typed arrays
const asArray = (buffer: unknown): TypedArray => buffer as TypedArray;
const onHost = ({
  buffer,
  dtype,
  shape,
  strides,
  offset,
}: Operand): HostArray => {
  return { data: asArray(buffer), dtype, shape, strides, offset };
};

const calls = new Map<string, number>();
const backend: Backend = {
  name: "plain arrays",
  dtypes: ["float32", "float64", "int32", "bool"],
  allocate: (dtype, length) => new arrays[dtype](length),
  free() {}, // the garbage collector does
  write: (buffer, data) => asArray(buffer).set(data),
  read: async (buffer) => asArray(buffer).slice(),
  // the host can read this memory at once
  view: (buffer) => asArray(buffer),
  run(op, inputs, outputs, attrs) {
    calls.set(op.name, (calls.get(op.name) ?? 0) + 1);
    // the reference kernel
    op.forward(inputs.map(onHost), outputs.map(onHost), attrs);
  },
};
// #endregion backend

// #region use
setBackend(backend);
const x = tensor([
  [1, 2],
  [3, 4],
]);
console.log(grad((x) => x.matmul(x).sum())(x).toArray());
console.log(
  [...calls].map(([name, count]) => `${name} ${count}`).join(", "),
);
// #endregion use
