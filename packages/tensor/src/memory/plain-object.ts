/** The prototype of plain objects that can also be destructured as arrays. */
export const namedTuple: object = /* @__PURE__ */ Object.create(Object.prototype, {
  [Symbol.iterator]: {
    value(this: object) {
      return Object.values(this).values();
    },
  },
});

/**
 * Whether an object is a plain object (`{ … }`), not an instance of a class.
 *
 * @example isPlainObject(new Map()) // false
 */
export function isPlainObject(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || prototype === namedTuple;
}
