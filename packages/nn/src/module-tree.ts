// The tree of modules, arrays, plain objects, Maps and Sets that a module's fields make.
import { type Branch, fieldsOf, isContainer, join } from "./fields.ts";

/** Marks the prototype of modules, which `module.ts` defines on top of this file. Its value are the names of their methods. */
export const moduleMark: unique symbol = Symbol("saccade.module");

export function isModule(value: unknown): value is Branch {
  return typeof value === "object" && value !== null && moduleMark in value;
}

/** Whether a module has a method of this name, unlike containers. */
export function hasMethod(branch: Branch, name: string): boolean {
  return isModule(branch) && (Reflect.get(branch, moduleMark) as ReadonlySet<string>).has(name);
}

/**
 * All modules and containers below `root` with their names, outer before inner, in field order: each once, or with
 * `repeat` under each of its names. Those for which `inside` is false are listed and not entered.
 */
export function* branches(
  root: Branch,
  { repeat = false, inside = () => true }: { repeat?: boolean; inside?: (branch: Branch) => boolean } = {},
): Iterable<[string, Branch]> {
  const entered = new Set<Branch>();
  function* walk(name: string, branch: Branch): Iterable<[string, Branch]> {
    if (entered.has(branch)) return;
    entered.add(branch);
    yield [name, branch];
    if (inside(branch))
      for (const [field, value] of fieldsOf(branch))
        if (isBranch(value)) yield* walk(join(name, field), value);
    // Even with `repeat`, cycles are not followed.
    if (repeat) entered.delete(branch);
  }
  yield* walk("", root);
}

function isBranch(value: unknown): value is Branch {
  return isModule(value) || isContainer(value);
}

/** The tree of modules below a branch, as PyTorch prints it. */
export function printTree(name: string, branch: Branch, options: string): string {
  const lines = fieldsOf(branch).flatMap(([field, value]) => {
    if (isModule(value)) return [`(${field}): ${value}`];
    if (!isBranch(value) || !holdsModules(value)) return [];
    const list = Array.isArray(value) || value instanceof Set;
    return [`(${field}): ${printTree(list ? "ModuleList" : "ModuleDict", value, "")}`];
  });
  if (lines.length === 0) return `${name}(${options})`;
  const body = [...(options === "" ? [] : [options]), ...lines].join("\n").replaceAll("\n", "\n  ");
  return `${name}(\n  ${body}\n)`;
}

function holdsModules(branch: Branch): boolean {
  return fieldsOf(branch).some(([, value]) => isModule(value) || (isBranch(value) && holdsModules(value)));
}
