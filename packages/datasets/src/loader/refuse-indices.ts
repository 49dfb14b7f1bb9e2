import { ArgumentError } from "@saccade/tensor";

/**
 * Makes `dataset[0]` throw and say what to write, where JavaScript would give undefined. A proxy under the prototype sees only
 * the names that neither an object nor its class has.
 */
export function refuseIndices(prototype: object, what: string, fix: string): void {
  const get = (object: object, name: string | symbol, owner: unknown): unknown => {
    if (typeof name === "string" && /^-?\d+$/.test(name))
      throw new ArgumentError(`${what}: it has no [${name.slice(0, 20)}]; ${fix}.`);
    return Reflect.get(object, name, owner);
  };
  Object.setPrototypeOf(prototype, new Proxy(Object.prototype, { get }));
}
