import { ArgumentError } from "@saccade/tensor";

const renamed: Readonly<Record<string, string>> = {
  param_groups: "write paramGroups",
  learningRate: "write lr",
  learning_rate: "write lr",
  clipGradNorm: "write clip",
  clipNorm: "write clip",
  parameters: "write params",
};

/** Makes names from elsewhere throw, read or set, with the name here. Classes may still have such fields of their own. */
export function refuseRenamed(prototype: object): void {
  for (const name of Object.keys(renamed)) {
    const refuse = function (this: object): never {
      throw noField(this, name);
    };
    Object.defineProperty(prototype, name, { get: refuse, set: refuse, configurable: true });
  }
}

/** The optimizers of classes without fields. Classes that extend these may have some. */
const complete: WeakSet<object> = new WeakSet();

/** Makes an optimizer refuse fields at its next step: {@link checkFields} finds them. */
export function refuseFields(optimizer: object): void {
  complete.add(optimizer);
}

/** @throws ArgumentError for a field that was set and that optimizers do not have. */
export function checkFields(optimizer: object): void {
  if (!complete.has(optimizer)) return;
  for (const name of Object.keys(optimizer)) throw noField(optimizer, name);
}

function noField(optimizer: object, name: string): ArgumentError {
  const fix = fixFor(optimizer, name);
  return new ArgumentError(`${optimizer.constructor.name}: optimizers have no field ${name}; ${fix}.`);
}

function fixFor(optimizer: object, name: string): string {
  if (Object.hasOwn(renamed, name)) return renamed[name]!;
  const [group]: object[] = Reflect.get(optimizer, "paramGroups");
  return group && Object.hasOwn(group, name)
    ? `options belong to groups: optimizer.paramGroups[0].${name}`
    : "an optimizer's settings are lr, clip, and the options in paramGroups";
}
