import { toBackend } from "../../create.ts";
import type { Backend } from "../../kernel.ts";
import type { DType } from "../../memory/dtype.ts";
import type { Tensor } from "../../tensor.ts";
import { cast } from "./pointwise.ts";

/** x in another dtype or on another backend; x itself where nothing changes. A change of backend is a constant to tapes. */
export function to(x: Tensor, target: DType | Backend): Tensor {
  return typeof target === "string" ? cast(x, target) : toBackend(x, target);
}
