import type { BertActivation, GPTActivation } from "@saccade/models";
import { atLeast, trueOrFalse, wholeNumber } from "../rules.ts";
import type { ConfigReader, ModelConfig } from "./config.ts";

/** A value of config.json that is a setting of the model. */
export interface Field<T> {
  /** Its name in files that are written. */
  readonly name: string;
  read(config: ConfigReader): T;
  /** The value for config.json; undefined where it has no word for it. */
  write(value: T): unknown;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;
type Values<F extends Fields> = { [Name in keyof F]: F[Name] extends Field<infer T> ? T : never };

function field<T>(name: string, read: (config: ConfigReader) => T): Field<T> {
  return { name, read, write: (value) => value };
}

/** A size, under the first of its names that has a value. */
export function size(...names: [string, ...string[]]): Field<number> {
  return field(names[0], (config) => config.read(names, wholeNumber));
}

/** A size that may be missing. */
export function maybeSize(...names: [string, ...string[]]): Field<number | undefined> {
  const { name, read } = size(...names);
  return field(name, (config) => (config.find(...names) === null ? undefined : read(config)));
}

/** The number that a norm adds to the variance. */
export function epsilon(fallback: number, ...names: [string, ...string[]]): Field<number> {
  return field(names[0], (config) => config.read(names, atLeast(0), fallback));
}

export function flag(name: string, fallback: boolean): Field<boolean> {
  return field(name, (config) => config.read([name], trueOrFalse, fallback));
}

/** A text of config.json that stands for a setting here. */
export function choice<T>(name: string, choices: Readonly<Record<string, T>>, fallback: string): Field<T> {
  return {
    name,
    read: (config) => config.choice(name, choices, fallback),
    write: (wanted) => Object.keys(choices).find((word) => choices[word] === wanted),
  };
}

/** Hugging Face's names of activation functions. */
export const activations: Readonly<Record<string, BertActivation>> = {
  gelu: "gelu",
  gelu_new: "geluTanh",
  gelu_pytorch_tanh: "geluTanh",
  gelu_fast: "geluTanh",
  gelu_python: "gelu",
  relu: "relu",
  silu: "silu",
  swish: "silu",
};

const gated = { gelu: "geglu", geluTanh: "gegluTanh", silu: "swiglu", relu: null } as const;

/** Those that a network with a gate can have. */
export const gatedActivations: Readonly<Record<string, GPTActivation>> = Object.fromEntries(
  Object.entries(activations).flatMap(([name, plain]) => {
    const activation = gated[plain];
    return activation === null ? [] : [[name, activation]];
  }),
);

export function readFields<F extends Fields>(fields: F, config: ConfigReader): Values<F> {
  const entries = Object.entries(fields).map(([name, { read }]) => [name, read(config)]);
  return Object.fromEntries(entries);
}

export function writeFields(fields: Fields, settings: object): ModelConfig {
  const values = new Map(Object.entries(settings));
  const entries = Object.entries(fields).map(([key, { name, write }]) => [name, write(values.get(key))]);
  return Object.fromEntries(entries);
}

/** The settings that differ from the fixed ones of an architecture, or that its config.json has no word for. */
export function differencesFrom(fixed: object, fields: Fields, settings: object): string[] {
  const written = writeFields(fields, settings);
  const values = new Map(Object.entries(settings));
  const text = (name: string): string => `${name} ${JSON.stringify(values.get(name))}`;
  return [
    ...Object.entries(fixed).flatMap(([name, value]) =>
      values.get(name) === value ? [] : [`${text(name)} (it has ${JSON.stringify(value)})`],
    ),
    ...Object.entries(fields).flatMap(([key, { name }]) =>
      written[name] === undefined ? [`${text(key)} (${name} has no word for it)`] : [],
    ),
  ];
}
