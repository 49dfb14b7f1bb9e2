import { ArgumentError } from "@saccade/tensor";

/**
 * Makes `dataset[0]` throw and suggest a fix, where JavaScript would return undefined. A proxy at the end of the prototype
 * chain only sees names that neither an object nor its class has.
 */
export function refuseIndices(prototype: object, what: string, fix: string): void {
  const get = (object: object, name: string | symbol, owner: unknown): unknown => {
    if (typeof name === "string" && /^-?\d+$/.test(name))
      throw new ArgumentError(`${what}: it has no [${name.slice(0, 20)}]; ${fix}.`);
    return Reflect.get(object, name, owner);
  };
  Object.setPrototypeOf(prototype, new Proxy(Object.prototype, { get }));
}
