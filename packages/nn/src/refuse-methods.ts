import { ArgumentError } from "@saccade/tensor";

/**
 * Adds methods to a class that throw and name the replacement, for PyTorch's names without a counterpart. They are not in
 * the types. Subclasses may redefine them.
 */
export function refuseMethods(
  prototype: object,
  plural: string,
  fixes: Readonly<Record<string, string>>,
): void {
  for (const [name, fix] of Object.entries(fixes)) {
    const value = (): never => {
      throw new ArgumentError(`${name}: ${plural} have no method ${name}; ${fix}.`);
    };
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  }
}
