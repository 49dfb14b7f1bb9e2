import { ArgumentError } from "@saccade/tensor";
import { assume, badArgument, checkFunction } from "@saccade/tensor/backend";
import { Module } from "./module.ts";

/** A hook that can be removed. */
export interface HookHandle {
  /** Removes the hook. A second call does nothing. */
  remove(): void;
}

/** Returns a value in place of the output, or undefined to leave it. */
type Hook = (output: unknown, args: readonly unknown[]) => unknown;

/** The hooks of a module, in the order in which they run. */
interface Hooked {
  hooks: readonly Hook[];
}

const hooked = new WeakMap<Module, Hooked>();

/**
 * Calls `hook` after each `forward` of a module, with its output and arguments, like PyTorch's `register_forward_hook`. Unless
 * it returns undefined, its result replaces the output. Tensors that it keeps after the call go through `keep`.
 *
 * @throws ArgumentError unless `hook` is a function; and from `forward`, where the hook of one that returns no promise does.
 * @example
 * const net = new Linear(2, 1);
 * const handle = forwardHook(net, (output) => output.mul(0));
 * const silent = net.forward(ones([1, 2]));
 * handle.remove();
 * silent // tensor([[0]])
 */
export function forwardHook<R, A extends readonly unknown[]>(
  module: Module & { forward(...args: A): R },
  hook: (output: R, args: A) => R | undefined,
): HookHandle {
  if (!(module instanceof Module)) throw badArgument("forwardHook", "module", "a Module", module);
  checkFunction("forwardHook", "hook", hook, "write forwardHook(module, (output) => …)");
  const mine: Hook = (output, args) => hook(output as R, args as A);
  const entry = hooked.get(module) ?? wrapForward(module);
  entry.hooks = [...entry.hooks, mine];
  return {
    remove() {
      entry.hooks = entry.hooks.filter((other) => other !== mine);
      if (entry.hooks.length === 0 && hooked.get(module) === entry) unwrapForward(module);
    },
  };
}

const wrapped = new WeakMap<Module, PropertyDescriptor | undefined>();

// An own method that shadows the class's while there are hooks. It does not count as a field of the module.
function wrapForward(module: Module): Hooked {
  const entry: Hooked = { hooks: [] };
  const own = Object.getOwnPropertyDescriptor(module, "forward");
  const forward = function (this: Module, ...args: never[]): unknown {
    assume(entry, () => entry.hooks);
    const method: Module["forward"] = own?.value ?? Reflect.get(Object.getPrototypeOf(module), "forward");
    return entry.hooks.reduce(
      (output: unknown, hook) => {
        const other = hook(output, args);
        if (isPromise(other) && !isPromise(output))
          throw new ArgumentError(
            "forwardHook: the hook returned a promise, which would replace the output; write a hook without async, and await " +
              "outside of it.",
          );
        return other === undefined ? output : other;
      },
      method.apply(this, args),
    );
  };
  Object.defineProperty(module, "forward", {
    value: forward,
    writable: true,
    configurable: true,
    enumerable: own?.enumerable ?? false,
  });
  hooked.set(module, entry);
  wrapped.set(module, own);
  return entry;
}

function isPromise(value: unknown): boolean {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

function unwrapForward(module: Module): void {
  const own = wrapped.get(module);
  if (own) Object.defineProperty(module, "forward", own);
  else Reflect.deleteProperty(module, "forward");
  hooked.delete(module);
}
