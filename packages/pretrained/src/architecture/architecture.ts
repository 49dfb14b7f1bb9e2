import type { Bert, BertActivation, GPT, GPTActivation, WeightsFormat } from "@saccade/models";
import { isPlainObject } from "@saccade/tensor/backend";
import { type Rule, required, rule, type Settings, whole } from "@saccade/tensor/contract";
import { PretrainedError, shown } from "../errors.ts";

// How an architecture is described: the values of its config.json, declared once for reading, writing and messages, and the
// places of its weights.

export type Model = GPT | Bert;

/** The files' part in a model's settings. */
export interface FilesGiven {
  /** The names of the weights. */
  readonly names: readonly string[];
  /** How the model keeps them. */
  readonly weights: WeightsFormat;
}

/** One architecture of Hugging Face's checkpoints: all that loading, saving and adapters know of it. */
export interface Architecture<M extends Model = Model> {
  /** Its model_type in config.json, such as "gpt2". */
  readonly type: string;
  /** For messages, such as "GPT-2". */
  readonly label: string;
  /** The names of its classes in transformers begin with this. */
  readonly classes: string;
  /** The class of its models here. */
  readonly Model: new (
    settings: never,
  ) => M;
  make(settings: M["settings"]): M;
  /** Whether a model of that class is named as this architecture's. */
  matches(settings: M["settings"]): boolean;
  /** @throws PretrainedError for values that are missing, invalid or not supported. */
  fromConfig(config: ConfigReader, files: FilesGiven): M["settings"];
  /** The options of a model that the architecture cannot express, each with its counterpart. */
  differences(settings: M["settings"]): readonly string[];
  toConfig(settings: M["settings"]): ModelConfig;
  /** Where each weight of the files goes. */
  slots(settings: M["settings"]): readonly WeightSlot[];
  /** The prefix of the names of all weights but the head's, where a model has a head: "transformer.". */
  readonly trunk: string;
  /** Whether files that are written are those of a model with a head. */
  hasHead(settings: M["settings"]): boolean;
  /** The parts that the names of the model's own weights begin with; other weights belong to heads. */
  roots(settings: M["settings"]): readonly string[];
  /** Weights of the model itself that are computed, not learned: files have them, nothing needs them. */
  readonly buffers: RegExp;
  readonly loraDefaults: {
    /** The targets where none are given. */
    readonly targets: readonly string[];
    readonly taskType: "CAUSAL_LM" | "FEATURE_EXTRACTION";
  };
}

/** The place of one weight of a checkpoint in a model. */
export interface WeightSlot {
  /** Hugging Face's name, without the prefix of the model inside its head (`transformer.`, `model.`, `bert.`). */
  readonly name: string;
  /** The shape in the file. */
  readonly shape: readonly number[];
  /** The name of the model's parameter. */
  readonly parameter: string;
  /** The first row of the parameter that the weight fills: queries, keys and values share one parameter. */
  readonly row: number;
  /** Whether the file has (in, out), as GPT-2's, where the parameter is (out, in). */
  readonly transposed: boolean;
  /** Whether the weight belongs to the head, which is outside the prefix. */
  readonly head: boolean;
  /** Other names of the weight in the files. Where several are there, they must hold the same numbers. */
  readonly aliases: readonly string[];
}

type SlotOptions = Partial<Pick<WeightSlot, "row" | "transposed" | "head" | "aliases">>;

export function slot(
  name: string,
  shape: readonly number[],
  parameter: string,
  { row = 0, transposed = false, head = false, aliases = [] }: SlotOptions = {},
): WeightSlot {
  return { name, shape, parameter, row, transposed, head, aliases };
}

/** Weight and bias of a layer norm, or of a linear map. */
export function withBias(
  name: string,
  shape: readonly number[],
  parameter: string,
  options: SlotOptions = {},
  bias: boolean = true,
): WeightSlot[] {
  const weight = slot(`${name}.weight`, shape, `${parameter}.weight`, options);
  if (!bias) return [weight];
  const size = shape[options.transposed ? 1 : 0]!;
  return [weight, slot(`${name}.bias`, [size], `${parameter}.bias`, { ...options, transposed: false })];
}

/** The table of embeddings, and the output layer, which is the same where they are tied. */
export function embeddingAndHead(
  name: string,
  { vocabSize, dModel, tied }: { vocabSize: number; dModel: number; tied: boolean },
): [WeightSlot, ...WeightSlot[]] {
  const [shape, head] = [[vocabSize, dModel], "lm_head.weight"];
  const aliases = tied ? [head] : [];
  const table = slot(name, shape, "embedding.weight", { aliases });
  return tied ? [table] : [table, slot(head, shape, "head.weight", { head: true })];
}

/** The contents of a config.json. */
export type ModelConfig = Readonly<Record<string, unknown>>;

/** An object, as JSON has it. */
export const jsonObject: Rule<object, undefined> = rule(
  "an object or null",
  (value): value is object => typeof value === "object" && value !== null && isPlainObject(value),
);

/** The type of a value that is read by a rule. */
type ReadBy<R extends Rule<unknown, unknown>> = Settings<{ readonly value: R }>["value"];

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

/** A value of config.json that is a setting of the model. */
interface Field<T> {
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
interface Declaration<F extends Fields> {
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
