/** A tensor as golden files write it. */
export interface GoldenTensor {
  readonly shape: readonly number[];
  readonly dtype: GoldenDType;
  /** Row-major; non-finite numbers as the strings "NaN", "Infinity" and "-Infinity". */
  readonly data: readonly (number | string | boolean)[];
  /** View operations from `data`'s contiguous base to the op's input. */
  readonly views?: readonly unknown[];
}

export type GoldenDType = "float32" | "float64" | "int64" | "int32" | "bool";

const goldenDTypes: readonly string[] = ["float32", "float64", "int64", "int32", "bool"];

/** The runner cannot do a case: it is malformed, or needs something that no adapter supports. Never counts as a `raises`. */
export class CaseError extends Error {
  override readonly name: string = "CaseError";
}

type Parse = (value: unknown, what: string) => unknown;
type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isGoldenTensor(value: unknown): value is GoldenTensor {
  return isObject(value) && Array.isArray(value["shape"]) && Array.isArray(value["data"]) && "dtype" in value;
}

/** Checks a tensor's form: known keys and dtype, and data that fills the shape. */
export function parseTensor(what: string, value: unknown): GoldenTensor {
  if (!isGoldenTensor(value)) throw new CaseError(`${what} is not a tensor: ${brief(value)}`);
  const odd = Object.keys(value).filter((key) => !["shape", "dtype", "data", "views"].includes(key));
  if (odd.length > 0) throw new CaseError(`${what}: unknown keys of a tensor: ${odd.join(", ")}`);
  if (!goldenDTypes.includes(value.dtype))
    throw new CaseError(`${what}: unknown dtype ${brief(value.dtype)}`);
  const count = value.shape.reduce((product, size) => product * size, 1);
  if (!value.shape.every((size) => Number.isInteger(size) && size >= 0) || count !== value.data.length) {
    throw new CaseError(`${what}: ${value.data.length} elements for shape [${value.shape.join(", ")}]`);
  }
  return value;
}

/**
 * The values of one JSON object by name. It notes which were read, so that a value that nobody
 * asked for (an attr or a key that no adapter knows) can be reported.
 */
export class Fields {
  readonly what: string;
  readonly #values: Json;
  readonly #read: Set<string> = new Set();
  readonly #parts: Fields[] = [];

  constructor(what: string, values: unknown) {
    if (!isObject(values)) throw new CaseError(`${what} must be an object, got ${brief(values)}`);
    this.what = what;
    this.#values = values;
  }

  get names(): string[] {
    return Object.keys(this.#values);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#values, name);
  }

  /** Names that were not read. */
  unread(): string[] {
    return this.names.filter((name) => !this.#read.has(name));
  }

  /** The objects inside that were asked for, and those inside of them. */
  get parts(): readonly Fields[] {
    return this.#parts.flatMap((part) => [part, ...part.parts]);
  }

  /** The unchecked value; undefined when there is none. */
  raw(name: string): unknown {
    this.#read.add(name);
    return this.#values[name];
  }

  /** The value by `parse`, or undefined when it is missing or null. */
  maybe<T>(name: string, parse: (value: unknown, what: string) => T): T | undefined {
    const value = this.raw(name);
    return value === undefined || value === null ? undefined : parse(value, `${this.what}.${name}`);
  }

  get<T>(name: string, parse: (value: unknown, what: string) => T): T {
    const value = this.maybe(name, parse);
    if (value === undefined) throw new CaseError(`${this.what}.${name} is missing`);
    return value;
  }

  /** The values of options, by the library's names for them, without those that a case does not name: the defaults act. */
  options<P extends Readonly<Record<string, Parse>>>(parsers: P): { [K in keyof P]?: ReturnType<P[K]> } {
    const found = Object.entries(parsers).map(([name, parse]) => [name, this.maybe(snake(name), parse)]);
    return given(Object.fromEntries(found)) as { [K in keyof P]?: ReturnType<P[K]> };
  }

  number(name: string): number {
    return this.get(name, asNumber);
  }

  flag(name: string): boolean {
    return this.get(name, asFlag);
  }

  text(name: string): string {
    return this.get(name, asText);
  }

  numbers(name: string): number[] {
    return this.get(name, asNumbers);
  }

  list(name: string): readonly unknown[] {
    return this.get(name, asList);
  }

  tensor(name: string): GoldenTensor {
    return this.get(name, (value, what) => parseTensor(what, value));
  }

  /** Tensors by name; none when the field is missing. */
  tensors(name: string): ReadonlyMap<string, GoldenTensor> {
    const values = this.maybe(name, asObject) ?? {};
    return new Map(
      Object.entries(values).map(([key, value]) => [key, parseTensor(`${this.what}.${name}.${key}`, value)]),
    );
  }

  /** Tensors by name, where null means zeros. */
  gradients(name: string): ReadonlyMap<string, GoldenTensor | null> {
    const values = this.maybe(name, asObject) ?? {};
    return new Map(
      Object.entries(values).map(([key, value]) => [
        key,
        value === null ? null : parseTensor(`${this.what}.${name}.${key}`, value),
      ]),
    );
  }

  /** Item i of a list of objects. */
  item(name: string, i: number): Fields {
    return this.#part(`${name}[${i}]`, this.list(name)[i]);
  }

  fields(name: string): Fields {
    return this.#part(name, this.raw(name) ?? {});
  }

  #part(name: string, values: unknown): Fields {
    const part = new Fields(`${this.what}.${name}`, values);
    this.#parts.push(part);
    return part;
  }
}

/** A name of PyTorch as the library writes it: "label_smoothing" is "labelSmoothing". */
export function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function asNumber(value: unknown, what: string): number {
  if (typeof value === "number") return value;
  switch (value) {
    case "float:inf":
    case "Infinity":
      return Number.POSITIVE_INFINITY;
    case "float:-inf":
    case "-Infinity":
      return Number.NEGATIVE_INFINITY;
    case "float:nan":
    case "NaN":
      return Number.NaN;
  }
  throw new CaseError(`${what} must be a number, got ${brief(value)}`);
}

export function asFlag(value: unknown, what: string): boolean {
  if (typeof value !== "boolean") throw new CaseError(`${what} must be true or false, got ${brief(value)}`);
  return value;
}

export function asScalar(value: unknown, what: string): number | boolean {
  return typeof value === "boolean" ? value : asNumber(value, what);
}

export function asText(value: unknown, what: string): string {
  if (typeof value !== "string") throw new CaseError(`${what} must be a text, got ${brief(value)}`);
  return value;
}

export function asList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new CaseError(`${what} must be a list, got ${brief(value)}`);
  return value;
}

export function asObject(value: unknown, what: string): Json {
  if (!isObject(value)) throw new CaseError(`${what} must be an object, got ${brief(value)}`);
  return value;
}

export function asNumbers(value: unknown, what: string): number[] {
  return asList(value, what).map((item, i) => asNumber(item, `${what}[${i}]`));
}

export function asTexts(value: unknown, what: string): string[] {
  return asList(value, what).map((item, i) => asText(item, `${what}[${i}]`));
}

/** Lines of words. */
export function asLines(value: unknown, what: string): string[][] {
  return asList(value, what).map((item, i) => asTexts(item, `${what}[${i}]`));
}

/** A dim, several, or (null) all. */
export function asDims(value: unknown, what: string): number | number[] {
  return Array.isArray(value) ? asNumbers(value, what) : asNumber(value, what);
}

/** One of a few texts. */
export function asOneOf<T extends string>(...choices: readonly T[]): (value: unknown, what: string) => T {
  return (value, what) => {
    const choice = choices.find((c) => c === value);
    if (choice === undefined) throw new CaseError(`${what}: unknown value ${brief(value)}`);
    return choice;
  };
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Options without those that a case does not name, so that the library's defaults act. */
export function given<T extends object>(options: T): Given<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Given<T>;
}

/** A value for messages, shortened. */
export function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
