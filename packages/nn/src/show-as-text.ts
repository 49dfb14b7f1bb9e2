/**
 * Makes console.log of the instances of a class print their toString() in Node, Deno and Bun. Consoles of browsers show the
 * fields.
 */
export function showAsText(prototype: object): void {
  Object.defineProperty(prototype, Symbol.for("nodejs.util.inspect.custom"), {
    value(this: object): string {
      return String(this);
    },
  });
}
