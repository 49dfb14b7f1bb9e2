import { ArgumentError } from "@saccade/tensor";
import { guardFields } from "../guard-fields.ts";
import type { Optimizer } from "./optimizer.ts";

const renamed: Readonly<Record<string, string>> = {
  param_groups: "write paramGroups",
  learningRate: "write lr",
  learning_rate: "write lr",
  clipGradNorm: "write clip",
  clipNorm: "write clip",
  parameters: "write params",
};

const readOnly: readonly string[] = ["kind", "names", "paramGroups", "params"];

/** Makes an optimizer of this class refuse fields that it does not have. Subclasses may have more. */
export function guardOptimizer(prototype: Optimizer): void {
  guardFields(prototype, {
    read(owner, name) {
      if (name in prototype) return;
      const fix = fixFor(owner, name);
      if (fix !== undefined)
        throw new ArgumentError(`${kindOf(owner)}: optimizers have no field ${name}; ${fix}.`);
    },
    write(owner, name) {
      if (name === "lr" || name === "clip" || Object.getPrototypeOf(owner) !== prototype) return;
      if (readOnly.includes(name))
        throw new ArgumentError(
          `${kindOf(owner)}: ${name} cannot be set; make a new optimizer, and load this one's stateDict() into it.`,
        );
      const fix =
        fixFor(owner, name) ?? "an optimizer's settings are lr, clip, and the options in paramGroups";
      throw new ArgumentError(`${kindOf(owner)}: optimizers have no field ${name}; ${fix}.`);
    },
  });
}

function fixFor(owner: object, name: string): string | undefined {
  if (Object.hasOwn(renamed, name)) return renamed[name];
  const { paramGroups } = owner as Optimizer;
  const [group] = Array.isArray(paramGroups) ? paramGroups : [];
  return group !== undefined && Object.hasOwn(group, name)
    ? `options belong to groups: optimizer.paramGroups[0].${name}`
    : undefined;
}

function kindOf(owner: object): string {
  return owner.constructor.name;
}
