const iterate = {
  value(this: object) {
    return Object.values(this).values();
  },
};

/**
 * Makes an object of results a named tuple, as PyTorch's: it can also be destructured as an array, in the order of its
 * fields.
 *
 * @example
 * const [values, indices] = iterable({ values: tensor([2]), indices: tensor([1]) });
 * values // tensor([2])
 */
export function iterable<T extends object>(result: T): T & Iterable<T[keyof T]> {
  return Object.defineProperty(result, Symbol.iterator, iterate) as T & Iterable<T[keyof T]>;
}
