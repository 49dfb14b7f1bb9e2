import type { DType, TypedArray } from "../../memory/dtype.ts";
import { isPlainObject } from "../../memory/plain-object.ts";
import { numelOf, type Shape, sameShape } from "../../memory/shape.ts";
import { Tensor } from "../../tensor.ts";

/**
 * The arguments that a captured step accepts: tensors match by shape, dtype and strides, arrays and plain objects by
 * their contents, typed arrays by their elements, everything else by identity. The same tensor always has the same
 * slot.
 */
export type Pattern =
  | { readonly kind: "tensor"; readonly slot: number; readonly dtype: DType; readonly layout: Layout }
  | { readonly kind: "list"; readonly items: readonly Pattern[] }
  | {
      readonly kind: "record";
      readonly keys: readonly string[];
      readonly items: readonly Pattern[];
      /** The iterator of a record that can also be destructured as an array; it must read the values from `this`. */
      readonly iterator: PropertyDescriptor | undefined;
      readonly prototype: object | null;
    }
  | { readonly kind: "numbers"; readonly data: TypedArray }
  | { readonly kind: "same"; readonly value: unknown };

/** The shape and strides of a tensor, and the elements from its first to its last. */
export interface Layout {
  readonly shape: Shape;
  readonly strides: Shape;
  readonly span: number;
}

/** Copies keep the strides, since the rounding of some kernels depends on them: the whole span is copied. */
export function layoutOf({ shape, strides }: { readonly shape: Shape; readonly strides: Shape }): Layout {
  const empty = numelOf(shape) === 0;
  const span = empty ? 0 : shape.reduce((sum, size, d) => sum + (size - 1) * strides[d]!, 1);
  return { shape: [...shape], strides: [...strides], span };
}

function sameStrides(shape: Shape, a: Shape, b: Shape): boolean {
  for (let d = 0; d < shape.length; d++) if (a[d] !== b[d] && shape[d] !== 1) return false;
  return true;
}

function isTypedArray(value: object): value is TypedArray {
  return (
    value instanceof Float32Array ||
    value instanceof Float64Array ||
    value instanceof Int32Array ||
    value instanceof Uint8Array
  );
}

/** The pattern of a value; its tensors are added to `tensors`, each once. */
export function patternOf(value: unknown, tensors: Tensor[]): Pattern {
  if (typeof value !== "object" || value === null) return { kind: "same", value };
  if (value instanceof Tensor) {
    let slot = tensors.indexOf(value);
    if (slot < 0) slot = tensors.push(value) - 1;
    return { kind: "tensor", slot, dtype: value.dtype, layout: layoutOf(value) };
  }
  if (Array.isArray(value)) return { kind: "list", items: value.map((item) => patternOf(item, tensors)) };
  if (isTypedArray(value)) return { kind: "numbers", data: value.slice() };
  if (!isPlainObject(value)) return { kind: "same", value };
  const keys = Object.keys(value);
  const items = keys.map((key) => patternOf(value[key], tensors));
  const iterator = Object.getOwnPropertyDescriptor(value, Symbol.iterator);
  return { kind: "record", keys, items, iterator, prototype: Object.getPrototypeOf(value) };
}

/** Whether a value matches a pattern. Adds its tensors to `tensors` by slot; the array must be empty. */
export function fits(pattern: Pattern, value: unknown, tensors: Tensor[]): boolean {
  switch (pattern.kind) {
    case "same":
      return Object.is(pattern.value, value);
    case "tensor":
      return value instanceof Tensor && fitsTensor(pattern, value, tensors);
    case "list": {
      const { items } = pattern;
      if (!Array.isArray(value) || value.length !== items.length) return false;
      for (let i = 0; i < items.length; i++) if (!fits(items[i]!, value[i], tensors)) return false;
      return true;
    }
    case "record": {
      const { keys, items } = pattern;
      if (typeof value !== "object" || value === null || !isPlainObject(value)) return false;
      if (Object.keys(value).length !== keys.length) return false;
      for (let i = 0; i < keys.length; i++) {
        const key = keys[i]!;
        if (!Object.hasOwn(value, key) || !fits(items[i]!, value[key], tensors)) return false;
      }
      return true;
    }
    case "numbers": {
      const { data } = pattern;
      if (typeof value !== "object" || value === null || !isTypedArray(value)) return false;
      if (value.constructor !== data.constructor || value.length !== data.length) return false;
      return data.every((number, i) => Object.is(number, value[i]));
    }
  }
}

function fitsTensor(
  { slot, dtype, layout }: Pattern & { readonly kind: "tensor" },
  x: Tensor,
  tensors: Tensor[],
): boolean {
  if (slot < tensors.length) return tensors[slot] === x;
  if (x.dtype !== dtype || !sameShape(x.shape, layout.shape) || tensors.includes(x)) return false;
  if (!sameStrides(layout.shape, x.strides, layout.strides)) return false;
  tensors.push(x);
  return true;
}

/** The pattern's value with other tensors in it. */
export function withTensors(pattern: Pattern, tensors: readonly unknown[]): unknown {
  switch (pattern.kind) {
    case "same":
      return pattern.value;
    case "tensor":
      return tensors[pattern.slot];
    case "list":
      return pattern.items.map((item) => withTensors(item, tensors));
    case "record": {
      const { keys, items, iterator, prototype } = pattern;
      const record = Object.fromEntries(keys.map((key, i) => [key, withTensors(items[i]!, tensors)]));
      if (iterator) Object.defineProperty(record, Symbol.iterator, iterator);
      return prototype === Object.prototype ? record : Object.setPrototypeOf(record, prototype);
    }
    case "numbers":
      return pattern.data.slice();
  }
}
