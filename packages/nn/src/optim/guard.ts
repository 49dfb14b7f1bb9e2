import { ArgumentError } from "@saccade/tensor";
import { guardFields } from "../guard-fields.ts";

const renamed: Readonly<Record<string, string>> = {
  param_groups: "write paramGroups",
  learningRate: "write lr",
  learning_rate: "write lr",
  clipGradNorm: "write clip",
  clipNorm: "write clip",
  parameters: "write params",
};

const readOnly: readonly string[] = ["kind", "names", "paramGroups", "params"];

/** The bases of the classes whose instances have no other fields. */
const complete: WeakSet<object> = new WeakSet();

/** Makes optimizers of classes that extend this one refuse fields that they do not have. Classes that extend those may have more. */
export function guardOptimizers(base: object): void {
  complete.add(base);
}

/** Puts the guard at the end of all optimizers' prototype chains, so that reading their fields costs nothing extra. */
export function guardOptimizerBase(base: object): void {
  for (const name of readOnly)
    Object.defineProperty(base, name, {
      set(this: object) {
        throw new ArgumentError(
          `${kindOf(this)}: ${name} cannot be set; make a new optimizer, and load this one's stateDict() into it.`,
        );
      },
    });
  guardFields(base, {
    read(owner, name) {
      if (name in Object.prototype) return;
      const fix = fixFor(owner, name);
      if (fix !== undefined)
        throw new ArgumentError(`${kindOf(owner)}: optimizers have no field ${name}; ${fix}.`);
    },
    write(owner, name) {
      if (!complete.has(Object.getPrototypeOf(Object.getPrototypeOf(owner)))) return;
      const fix =
        fixFor(owner, name) ?? "an optimizer's settings are lr, clip, and the options in paramGroups";
      throw new ArgumentError(`${kindOf(owner)}: optimizers have no field ${name}; ${fix}.`);
    },
  });
}

function fixFor(owner: object, name: string): string | undefined {
  if (Object.hasOwn(renamed, name)) return renamed[name];
  const paramGroups: unknown = Reflect.get(owner, "paramGroups");
  const [group]: unknown[] = Array.isArray(paramGroups) ? paramGroups : [];
  return typeof group === "object" && group !== null && Object.hasOwn(group, name)
    ? `options belong to groups: optimizer.paramGroups[0].${name}`
    : undefined;
}

function kindOf(owner: object): string {
  return owner.constructor.name;
}
