// The values of a config.json, declared once for reading, writing and messages.
import type { BertActivation, GPTActivation } from "@saccade/models";
import { type Rule, required, whole } from "@saccade/tensor/contract";
import type { ConfigReader, ModelConfig, ReadBy } from "./config.ts";

/** A value of config.json that is a setting of the model. */
export interface Field<T> {
  /** Its name in files that are written. */
  readonly name: string;
  read(config: ConfigReader): T;
  /** The value for config.json; undefined where config.json has no word for it. */
  write(value: T): unknown;
}

type Fields = Readonly<Record<string, Field<unknown>>>;
type Values<F extends Fields> = { [Name in keyof F]: F[Name] extends Field<infer T> ? T : never };

/** A value that holds to a rule, under the first of its names that has one; without one, the rule's default. */
export function field<R extends Rule<unknown, unknown>>(
  of: R,
  ...names: [string, ...string[]]
): Field<ReadBy<R>> {
  return { name: names[0], read: (config) => config.read(of, ...names), write: (value) => value };
}

/** A string of config.json that maps to a setting here. */
export function choice<T>(name: string, choices: Readonly<Record<string, T>>, fallback: string): Field<T> {
  return {
    name,
    read: (config) => config.choice(name, choices, fallback),
    write: (wanted) => Object.keys(choices).find((word) => choices[word] === wanted),
  };
}

/** How many of something there are, which may be missing. */
export const maybeCount = whole(undefined, { min: 1 });
export const count = required(maybeCount);

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

/** The settings of a model that config.json gives, with those that an architecture fixes. */
export interface Declaration<F extends Fields> {
  read(config: ConfigReader): Values<F>;
  write(settings: object): ModelConfig;
  /** The settings that differ from the fixed ones, or that config.json has no word for. */
  differences(settings: object, fixed?: object): string[];
}

export function declare<F extends Fields>(fields: F): Declaration<F> {
  const entries = Object.entries<Field<unknown>>(fields);
  const write = (settings: object): ModelConfig =>
    Object.fromEntries(entries.map(([key, { name, write: put }]) => [name, put(Reflect.get(settings, key))]));
  return {
    read: (config) => Object.fromEntries(entries.map(([key, { read }]) => [key, read(config)])) as Values<F>,
    write,
    differences(settings, fixed = {}) {
      const written = write(settings);
      const text = (name: string): string => `${name} ${JSON.stringify(Reflect.get(settings, name))}`;
      const others = Object.entries(fixed).filter(([name, value]) => Reflect.get(settings, name) !== value);
      const unknown = entries.filter(([, { name }]) => written[name] === undefined);
      return [
        ...others.map(([name, value]) => `${text(name)} (it has ${JSON.stringify(value)})`),
        ...unknown.map(([key, { name }]) => `${text(key)} (${name} has no word for it)`),
      ];
    },
  };
}
