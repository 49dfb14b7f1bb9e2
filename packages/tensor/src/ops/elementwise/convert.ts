import { badArgument } from "@saccade/contract";
import { checkBackend } from "../../contract/check-backend.ts";
import { toBackend } from "../../create.ts";
import type { Backend } from "../../kernel.ts";
import { checkTensor, type DType, isDType, noDType } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { cast } from "./cast.ts";

/**
 * x in another dtype or on another backend; x itself if nothing changes. No gradient flows through a change of backend.
 *
 * @throws DTypeError for an unknown dtype; BackendError for a value that is neither a dtype nor a backend.
 * @example tensor([1.7, -1.7]).to("int32") // tensor([1, -1], dtype=int32)
 */
export function to(x: Tensor, target: DType | Backend): Tensor {
  checkTensor("to", "x", x);
  if (isDType(target)) return cast(x, target);
  if (typeof target === "string") throw noDType("to", target);
  if (typeof target !== "object" && typeof target !== "function")
    throw badArgument("to", "target", "a dtype or a backend", target, 'as in x.to("float32")');
  checkBackend("to", target);
  return toBackend(x, target);
}
