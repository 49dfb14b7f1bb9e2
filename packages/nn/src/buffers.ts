// Buffers: tensors of a module's state that are not trained.
import { ArgumentError, keep, Tensor } from "@saccade/tensor";
import {
  assume,
  atScopeEnd,
  currentScope,
  isCapturing,
  makeLasting,
  release,
  retain,
  sameShape,
  whenScopeOpens,
  withoutTapes,
} from "@saccade/tensor/backend";
import { flag, nullable, type OptionsOf, required, tensorRule, text } from "@saccade/tensor/contract";
import { assign, wholeTensor } from "./parameter.ts";
import { layerCall } from "./rules.ts";

/** The call of `Module.registerBuffer`. */
export const bufferCall = /* @__PURE__ */ layerCall(
  "registerBuffer",
  { name: required(text()), tensor: required(nullable(tensorRule())) },
  {
    /** Whether the buffer is part of the state that `stateDict` saves. Default true. */
    persistent: flag(true),
  },
  { example: 'this.registerBuffer("mask", mask, { persistent: false })' },
);

/** Options of `Module.registerBuffer`. */
export interface RegisterBufferOptions extends OptionsOf<typeof bufferCall> {}

/** The tensor that a buffer holds: x, or a copy if x is a view of other memory, which could not be written. */
export function bufferTensor(x: Tensor): Tensor {
  x.checkLive("registerBuffer");
  const buffer = withoutTapes(() => wholeTensor(x));
  makeLasting(buffer);
  return buffer;
}

/** @throws ArgumentError unless a module may have a buffer of this name. */
export function checkBufferName(
  module: object,
  name: string,
  methods: ReadonlySet<string>,
  isBuffer: boolean,
): void {
  const fault =
    name === "" || name.includes(".")
      ? "expected a name without dots"
      : methods.has(name) || typeof Reflect.get(module, name) === "function"
        ? "it is a method of the module; take another name"
        : Object.hasOwn(module, name) && Reflect.get(module, name) !== undefined && !isBuffer
          ? "the module has such a field; take another name"
          : undefined;
  if (fault !== undefined)
    throw new ArgumentError(
      `${module.constructor.name}.registerBuffer: name is ${JSON.stringify(name)}, and ${fault}.`,
    );
}

/**
 * Lets a scope end with another value in a buffer's field: `this.mean = next` in `forward`. Until the outermost scope or the
 * captured step ends, the field holds the new tensor; then the buffer takes its value, so that it stays one tensor, which replays
 * write too. If the scope throws, the buffer stays as it was.
 *
 * A class that declares the field defines it again behind `registerBuffer`, so this waits for the next scope.
 */
export function watchBuffer(module: object, name: string): void {
  whenScopeOpens(() => {
    const found = Object.getOwnPropertyDescriptor(module, name);
    if (found?.configurable !== true || !("value" in found)) return;
    let value: unknown = found.value;
    const owner = {};
    // The value before the first assignment.
    let before: { readonly own: unknown } | null = null;
    const end = (completed: boolean): void => {
      const [own, next] = [before?.own, value];
      before = null;
      value = completed ? settled(own, next) : own;
      if (next !== own && next instanceof Tensor) release(next);
    };
    Object.defineProperty(module, name, {
      get(): unknown {
        assume(owner, () => value);
        return value;
      },
      set(next: unknown) {
        if (next instanceof Tensor && next.physical !== next)
          throw new ArgumentError(
            `${module.constructor.name}.${name}: the value is ${next.describe()}, one of many in vmap, and a buffer is the same ` +
              "for all; return the value, and assign it outside of vmap.",
          );
        if (currentScope() !== null && next !== value) {
          if (before === null) atScopeEnd(end);
          before ??= { own: value };
          if (value !== before.own && value instanceof Tensor) release(value);
          if (next !== before.own && next instanceof Tensor) retain(next);
        }
        value = next;
      },
      enumerable: true,
      configurable: true,
    });
  });
}

/** What a buffer's field holds at the end: its own tensor with the new value, or a tensor that took its place. */
function settled(own: unknown, next: unknown): unknown {
  if (next === own || !(next instanceof Tensor)) return next;
  const { dtype, backend, shape } = next;
  const fits =
    own instanceof Tensor && own.dtype === dtype && own.backend === backend && sameShape(own.shape, shape);
  const lives = next.kept || next.inNet;
  if (!fits || (lives && !isCapturing())) return lives ? next : keep(next);
  assign(own, next);
  return own;
}
