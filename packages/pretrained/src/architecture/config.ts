import { isPlainObject } from "@saccade/tensor/backend";
import { type Rule, rule, type Settings } from "@saccade/tensor/contract";
import { PretrainedError, shown } from "../errors.ts";

/** The contents of a config.json. */
export type ModelConfig = Readonly<Record<string, unknown>>;

/** An object, as JSON has it. */
export const jsonObject: Rule<object, undefined> = rule(
  "an object or null",
  (value): value is object => typeof value === "object" && value !== null && isPlainObject(value),
);

/** The type of a value that is read by a rule. */
export type ReadBy<R extends Rule<unknown, unknown>> = Settings<{ readonly value: R }>["value"];

/** Reads a config.json's values under all of their names. Every error names the file and the value. */
export class ConfigReader {
  readonly file: string;
  readonly values: ModelConfig;

  constructor(file: string, values: unknown) {
    if (!jsonObject.holds(values))
      throw new PretrainedError(
        `${file}: it holds ${Array.isArray(values) ? "a list" : String(values)}, expected an object.`,
      );
    this.file = file;
    this.values = Object.fromEntries(Object.entries(values));
  }

  /** The value under the first of the names that has one; null counts as none. */
  find(...names: readonly string[]): { readonly name: string; readonly value: unknown } | null {
    for (const name of names) {
      const value = Object.hasOwn(this.values, name) ? this.values[name] : undefined;
      if (value !== undefined && value !== null) return { name, value };
    }
    return null;
  }

  /** The value under the first of the names that has one, which must hold to the rule; without one, the rule's default. */
  read<R extends Rule<unknown, unknown>>(of: R, ...names: readonly string[]): ReadBy<R> {
    const { required, must, holds } = of;
    const found = this.find(...names);
    if (found === null && !required) return of.default as ReadBy<R>;
    if (found === null) throw this.fault(`${names.join(" or ")} is missing, expected ${must}`);
    if (holds(found.value)) return found.value as ReadBy<R>;
    throw this.fault(`${found.name} is ${shown(found.value)}, expected ${must}`);
  }

  /** One of the names that `choices` translates. */
  choice<T>(name: string, choices: Readonly<Record<string, T>>, fallback: string): T {
    const value = this.find(name)?.value ?? fallback;
    if (typeof value === "string" && Object.hasOwn(choices, value)) return choices[value] as T;
    const names = [...new Set([fallback, ...Object.keys(choices)])];
    throw this.unsupported(name, value, names, "with one of these");
  }

  /** Refuses values that would change what the model computes, unless they are among those `allowed`, or missing. */
  require(allowed: Readonly<Record<string, readonly unknown[]>>): void {
    for (const [name, values] of Object.entries(allowed)) {
      const found = this.find(name);
      const texts = values.map((value) => JSON.stringify(value));
      if (found === null || texts.includes(JSON.stringify(found.value))) continue;
      throw this.unsupported(name, found.value, [...texts, "leaving it out"], "without it");
    }
  }

  unsupported(name: string, value: unknown, supported: readonly string[], which: string): PretrainedError {
    return this.fault(
      `${name} is ${shown(value)}, which is not supported; supported: ${supported.join(", ")}. ` +
        `It changes what the model computes: choose a model ${which}`,
    );
  }

  fault(problem: string): PretrainedError {
    return new PretrainedError(`${this.file}: ${problem}.`);
  }
}
