import { type Tensor, tensor } from "@saccade/tensor";

/** Ids, or other whole numbers, as an int32 tensor. */
export function tensorOfIds(values: Parameters<typeof tensor>[0]): Tensor {
  return tensor(values, { dtype: "int32" });
}
