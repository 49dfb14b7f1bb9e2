// Buffers: tensors of a module's state that are not trained.
import { ArgumentError, type Tensor } from "@saccade/tensor";
import { makeLasting, withoutTapes } from "@saccade/tensor/backend";
import { flag, nullable, type OptionsOf, required, tensorRule, text } from "@saccade/tensor/contract";
import { wholeTensor } from "./parameter.ts";
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
