import { DTypeError, IndexError, ShapeError } from "@saccade/tensor";
import { observedObjects } from "@saccade/tensor/backend";
import { join } from "./fields.ts";
import { branches, isModule } from "./module-tree.ts";

const placed: WeakSet<Error> = new WeakSet();

/**
 * An error of a layer's `forward` that names the layer's place: "(in encoder.0.fc1, a Linear of Net)". The innermost layer
 * that catches it adds the place; a layer outside of a module has none.
 */
export function withPlace(error: unknown, layer: object): unknown {
  const isOfInput = error instanceof ShapeError || error instanceof DTypeError || error instanceof IndexError;
  if (!isOfInput || placed.has(error)) return error;
  placed.add(error);
  const place = placeOf(layer);
  if (place === null) return error;
  const { message, stack } = error;
  error.message = `${message} ${place}`;
  if (stack?.includes(message)) error.stack = stack.replace(message, () => error.message);
  return error;
}

function placeOf(layer: object): string | null {
  // The module that holds each module, and the name there.
  const holders = new Map<object, readonly [holder: object, name: string]>();
  for (const holder of observedObjects().filter(isModule))
    for (const [name, child] of branches(holder, { inside: (one) => one === holder || !isModule(one) }))
      if (child !== holder && isModule(child) && !holders.has(child)) holders.set(child, [holder, name]);
  let [root, path] = [layer, ""];
  for (let up = holders.get(root); up !== undefined; up = holders.get(root)) {
    holders.delete(root); // no walk in a circle
    root = up[0];
    path = path === "" ? up[1] : join(up[1], path);
  }
  const { name } = layer.constructor;
  return path === "" ? null : `(in ${path}, ${/^[AEIOU]/.test(name) ? "an" : "a"} ${name} of ${root.constructor.name})`; // biome-ignore format: one line
}
