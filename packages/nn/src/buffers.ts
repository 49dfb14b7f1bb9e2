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
import * as c from "@saccade/tensor/contract";
import { join } from "./fields.ts";
import { hasMethod } from "./module-tree.ts";
import { assign, Parameter, wholeTensor } from "./parameter.ts";

const bufferCall = /* @__PURE__ */ c.signature(
  "registerBuffer",
  { name: c.required(c.text()), tensor: c.required(c.nullable(c.tensorRule())) },
  {
    /** Whether the buffer is part of the state that `stateDict` saves. Default true. */
    persistent: c.flag(true),
  },
  { example: 'this.registerBuffer("mask", mask, { persistent: false })' },
);

/** Options of `Module.registerBuffer`. */
export interface RegisterBufferOptions extends c.OptionsOf<typeof bufferCall> {}

/** The names of the buffers of each module, and whether each is part of the state. */
const registered: WeakMap<object, Map<string, boolean>> = new WeakMap();

/** The buffers in a module's own fields, with names below a prefix: all, or only the persistent ones. */
export function ownBuffers(
  module: object,
  prefix: string,
  persistentOnly: boolean = false,
): [string, Tensor][] {
  return [...(registered.get(module) ?? [])].flatMap(([name, persistent]) => {
    const value: unknown = Reflect.get(module, name);
    return value instanceof Tensor && (persistent || !persistentOnly) ? [[join(prefix, name), value]] : [];
  });
}

/** `Module.registerBuffer`. */
export function registerBuffer(module: object, given: Parameters<typeof bufferCall>[0]): Tensor | null {
  const { name, tensor, persistent } = bufferCall(given);
  const buffers = registered.get(module) ?? new Map<string, boolean>();
  const isNew = !buffers.has(name);
  checkBufferName(module, name, !isNew);
  if (tensor instanceof Parameter)
    throw new ArgumentError(
      `${module.constructor.name}.registerBuffer: ${name} is a Parameter, which is trained; write this.${name} = parameter, ` +
        "or register its detach().",
    );
  const buffer = tensor && bufferTensor(tensor);
  registered.set(module, buffers.set(name, persistent));
  if (!isNew && Reflect.set(module, name, buffer)) return buffer;
  Object.defineProperty(module, name, {
    value: buffer,
    writable: true,
    enumerable: true,
    configurable: true,
  });
  watchBuffer(module, name);
  return buffer;
}

/** The tensor that a buffer holds: x, or a copy if x is a view of other memory, which could not be written. */
function bufferTensor(x: Tensor): Tensor {
  x.checkLive("registerBuffer");
  const buffer = withoutTapes(() => wholeTensor(x));
  makeLasting(buffer);
  return buffer;
}

/** @throws ArgumentError unless a module may have a buffer of this name. */
function checkBufferName(module: object, name: string, isBuffer: boolean): void {
  const fault =
    name === "" || name.includes(".")
      ? "expected a name without dots"
      : hasMethod(module, name) || typeof Reflect.get(module, name) === "function"
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
function watchBuffer(module: object, name: string): void {
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
