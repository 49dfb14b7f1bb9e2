import { getRandomState, scope, setRandomState, type Tensor } from "@saccade/tensor";
import {
  checkFunction,
  fresh,
  isFloat,
  type PullBack,
  record,
  refuseExtra,
  refusePromise,
  type TapeListener,
  withListener,
  withoutTapes,
} from "@saccade/tensor/backend";
import { checkReturned } from "./check-tensors.ts";
import { listOf, vjp } from "./vjp.ts";

// Collects the outside tensors that a function uses (arguments or captured variables), and the tensors that it makes.
class Captures implements TapeListener {
  readonly made: Set<Tensor> = new Set();
  readonly used: Set<Tensor> = new Set();

  record(_name: string, inputs: readonly Tensor[], outputs: readonly Tensor[]): void {
    for (const x of inputs) if (!this.made.has(x)) this.used.add(x);
    for (const y of outputs) this.made.add(y);
  }

  holds(): boolean {
    return false;
  }
}

/**
 * Runs `f` without keeping its intermediate results; the backward pass runs it again to recompute them (gradient
 * checkpointing, Chen et al. 2016, "Training Deep Nets with Sublinear Memory Cost"). Gradients flow to every tensor
 * that `f` uses, including captured ones. The second run draws the same random numbers.
 *
 * @param f a function without side effects that returns a tensor or a list of tensors. It takes no arguments: it
 * captures tensors.
 * @throws ArgumentError if `f` is not a function or does not return tensors.
 * @example
 * const w = tensor([2]);
 * grad((x) => checkpoint(() => x.mul(w).exp()).sum())(tensor([0])) // tensor([2])
 */
export function checkpoint<V extends Tensor | readonly Tensor[]>(f: () => V): V {
  checkFunction("checkpoint", "f", f, "write checkpoint(() => block.forward(x))");
  refuseExtra("checkpoint", arguments, 1, "write checkpoint(() => f(x))");
  return recomputed(f);
}

function recomputed<V extends Tensor | readonly Tensor[]>(f: () => V): V {
  const captures = new Captures();
  let random = getRandomState();
  fresh(() => {
    random = getRandomState();
  });
  const value = scope(() => {
    const result = withoutTapes(() => withListener(captures, f));
    refusePromise("checkpoint", result);
    return result;
  });
  checkReturned("checkpoint", value);
  // Constants that `f` makes are freed by now.
  const used = [...captures.used].filter(({ shares }) => shares > 0);
  const inputs = used.filter((x) => isFloat(x.dtype));
  // An outside tensor that `f` returns unchanged already has its gradient.
  const passedOn = listOf(value).map((y) => !captures.made.has(y));
  const madeOf = (result: V): Tensor[] => listOf(result).filter((_, i) => !passedOn[i]);
  const pullBack: PullBack = (cotangents) => {
    let grads: Tensor[] | undefined;
    const again = (): Tensor[] => {
      let now = random;
      fresh(() => {
        now = getRandomState();
        setRandomState(random);
      });
      try {
        return vjp(() => madeOf(f()), inputs).pullBack(cotangents);
      } finally {
        fresh(() => setRandomState(now));
      }
    };
    return used.map((x) => {
      const i = inputs.indexOf(x);
      if (i < 0) return null;
      return () => {
        grads ??= again();
        return grads[i]!;
      };
    });
  };
  record("checkpoint", used, madeOf(value), pullBack);
  return value;
}
