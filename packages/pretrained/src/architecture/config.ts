import { PretrainedError, shown } from "../errors.ts";
import { object, type Rule } from "../rules.ts";

/** The contents of a config.json. */
export type ModelConfig = Readonly<Record<string, unknown>>;

/** Reads a config.json's values under all of their names. Every error names the file and the value. */
export class ConfigReader {
  readonly file: string;
  readonly values: ModelConfig;

  constructor(file: string, values: unknown) {
    if (!object.fits(values)) {
      throw new PretrainedError(
        `${file}: it holds ${Array.isArray(values) ? "a list" : String(values)}, expected an object.`,
      );
    }
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

  /** The value under the first of the names that has one, which must follow the rule. */
  read<T>(names: readonly string[], { words, fits }: Rule<T>, fallback?: T): T {
    const found = this.find(...names);
    if (found === null) {
      if (fallback !== undefined) return fallback;
      throw this.fault(`${names.join(" or ")} is missing, expected ${words}`);
    }
    if (fits(found.value)) return found.value;
    throw this.fault(`${found.name} is ${shown(found.value)}, expected ${words}`);
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
