import { scope } from "@saccade/tensor";
import { checkFunction, refusePromise } from "@saccade/tensor/backend";

let depth = 0;

/** Whether parameters made now stay unwritten. */
export function isSkippingInit(): boolean {
  return depth > 0;
}

/**
 * Makes a module without initializing its weights, as PyTorch's `skip_init` does. The values of the parameters are undefined
 * until they are loaded. Saves the time of initializing a large model. Private tensors that a module computes, such as tables
 * of positions, are made as usual.
 *
 * @param make makes the module; the functions of `init` do nothing inside
 * @throws ArgumentError unless `make` is a function that returns no promise.
 * @example
 * const net = skipInit(() => new Linear(1, 1));
 * net.loadStateDict({ weight: tensor([[2]]), bias: tensor([1]) });
 * net.forward(tensor([[3]])) // tensor([[7]])
 */
export function skipInit<T>(make: () => T): T {
  checkFunction("skipInit", "make", make, "write skipInit(() => new Linear(3, 2))");
  depth++;
  try {
    return scope(() => {
      const made = make();
      refusePromise("skipInit", made);
      return made;
    });
  } finally {
    depth--;
  }
}
