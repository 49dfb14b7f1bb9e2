// The top layer: attaches the ops of ops/methods.ts to tensors, so that `add(a, b)` is also `a.add(b)`. Only the entry
// points import it, for its side effect, which package.json lists under "sideEffects".

import { ownTensors, refuseExtra, ShapeError } from "@saccade/contract";
import "./methods.gen.ts";
import { refuseOtherNames } from "./contract/other-libraries.ts";
import { warnOfSecondCopy } from "./one-copy.ts";
import * as methods from "./ops/methods.ts";
import { inspectTensor } from "./print-tensor.ts";
import { Tensor } from "./tensor.ts";

declare module "./tensor.ts" {
  interface Tensor {
    /**
     * Iterates over the first dim, as views: `for (const row of x)`. Gradients flow through them, as through `unbind`.
     *
     * @throws ShapeError for a scalar.
     */
    [Symbol.iterator](): IterableIterator<Tensor>;
  }
}

for (const [name, op] of Object.entries<(x: Tensor, ...args: never[]) => unknown>(methods)) {
  // Without default values in the signatures, `length` counts optional parameters too.
  const most = op.length - 1;
  attach(name, function (this: Tensor, ...args: never[]): unknown {
    const { length } = args;
    if (length > most) refuseExtra(name, args, most);
    // Spread arguments cost more than the calls of small ops.
    if (length === 0) return op(this);
    if (length === 1) return op(this, args[0]!);
    return length === 2 ? op(this, args[0]!, args[1]!) : op(this, ...args);
  });
}

attach(Symbol.iterator, function (this: Tensor): IterableIterator<Tensor> {
  if (this.ndim > 0) return this.unbind(0).values();
  throw new ShapeError(
    `iteration: ${this.describe()} is a scalar; read it with item(), and compare tensors by toArray().`,
  );
});

// The text that console.log shows in Node, Deno and Bun.
attach(Symbol.for("nodejs.util.inspect.custom"), function (this: Tensor, depth: number | null): string {
  return inspectTensor(this, depth);
});

ownTensors(Tensor);

function attach(name: string | symbol, method: (this: Tensor, ...args: never[]) => unknown): void {
  Object.defineProperty(Tensor.prototype, name, { value: method, writable: true, configurable: true });
}

refuseOtherNames(Tensor.prototype);
warnOfSecondCopy();
