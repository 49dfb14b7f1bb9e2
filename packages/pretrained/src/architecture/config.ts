import { isPlainObject } from "@saccade/tensor/backend";
import { PretrainedError } from "../errors.ts";

/** The contents of a config.json. */
export type ModelConfig = Readonly<Record<string, unknown>>;

/** Reads a config.json's values under all of their names. Every error names the file and the value. */
export class ConfigReader {
  readonly file: string;
  readonly values: ModelConfig;

  constructor(file: string, values: unknown) {
    if (typeof values !== "object" || values === null || !isPlainObject(values)) {
      throw new PretrainedError(
        `${file}: it holds ${Array.isArray(values) ? "a list" : String(values)}, expected an object.`,
      );
    }
    this.file = file;
    this.values = Object.fromEntries(Object.entries(values));
  }

  /** The value under the first of the names that has one; null counts as none. */
  find(names: readonly string[]): { readonly name: string; readonly value: unknown } | null {
    for (const name of names) {
      const value = Object.hasOwn(this.values, name) ? this.values[name] : undefined;
      if (value !== undefined && value !== null) return { name, value };
    }
    return null;
  }

  /** A size: a whole number of at least 1. */
  size(names: readonly string[], fallback?: number): number {
    const found = this.find(names);
    if (found === null) {
      if (fallback !== undefined) return fallback;
      throw this.fault(`${names.join(" or ")} is missing`);
    }
    const { name, value } = found;
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1) return value;
    throw this.fault(`${name} is ${JSON.stringify(value)}, expected a whole number of at least 1`);
  }

  /** The number of layers, each of which has weights of its own: at most as many as `weights`. */
  layers(names: readonly string[], weights: number): number {
    const count = this.size(names);
    if (count <= weights) return count;
    throw this.fault(
      `${this.find(names)?.name} is ${count}, and the files have ${weights} weights, fewer than layers; use the config.json that was saved with them`,
    );
  }

  /** A number of at least `least`. */
  number(names: readonly string[], fallback: number, least: number = 0): number {
    const { name, value } = this.find(names) ?? { name: names[0], value: fallback };
    if (typeof value === "number" && Number.isFinite(value) && value >= least) return value;
    throw this.fault(`${name} is ${JSON.stringify(value)}, expected a number of at least ${least}`);
  }

  /** A number of at least `least` that must be there. */
  needed(name: string, least: number): number {
    if (this.find([name]) === null)
      throw this.fault(`${name} is missing, expected a number of at least ${least}`);
    return this.number([name], least, least);
  }

  flag(name: string, fallback: boolean): boolean {
    const { value } = this.find([name]) ?? { value: fallback };
    if (typeof value === "boolean") return value;
    throw this.fault(`${name} is ${JSON.stringify(value)}, expected true or false`);
  }

  /** One of the names that `choices` translates. */
  choice<T>(name: string, choices: Readonly<Record<string, T>>, fallback: string): T {
    const { value } = this.find([name]) ?? { value: fallback };
    if (typeof value === "string" && Object.hasOwn(choices, value)) return choices[value] as T;
    throw this.fault(
      `${name} is ${JSON.stringify(value)}, which is not supported; supported: ${[...new Set([fallback, ...Object.keys(choices)])].join(", ")}. ` +
        "It changes what the model computes: choose a model with one of these",
    );
  }

  /** Refuses a value that would change what the model computes, unless it is one of `allowed` or missing. */
  require(name: string, allowed: readonly unknown[]): void {
    const found = this.find([name]);
    if (found === null) return;
    const text = JSON.stringify(found.value);
    const texts = allowed.map((value) => JSON.stringify(value));
    if (texts.includes(text)) return;
    throw this.fault(
      `${name} is ${text}, which is not supported; supported: ${[...texts, "leaving it out"].join(", ")}. ` +
        "It changes what the model computes: choose a model without it",
    );
  }

  fault(problem: string): PretrainedError {
    return new PretrainedError(`${this.file}: ${problem}.`);
  }
}
