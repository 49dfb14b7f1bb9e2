import { ArgumentError } from "@saccade/tensor";

/**
 * Gives a class methods that throw and say what to write: PyTorch's names without a counterpart, in no type. Subclasses
 * may define them anew.
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
