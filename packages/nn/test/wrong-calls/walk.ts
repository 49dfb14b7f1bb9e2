// Calls every public function and class with garbage for each argument and option, generated from a call that fits.
import { FreedTensorError, ones, referenceBackend, Tensor, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as nn from "../../src/index.ts";
import { call, callMethod, expectRefused } from "./helpers.ts";

/** An argument: a value that fits, and more of both kinds. Other kinds of values than those that fit are garbage. */
class Argument {
  readonly taken: readonly unknown[];
  readonly refused: readonly unknown[];

  constructor(taken: readonly unknown[], refused: readonly unknown[]) {
    this.taken = taken;
    this.refused = refused;
  }
}

/** An argument with values at its bounds: the first fits the call, the others alone; `refused` lie just outside. */
export const arg = (taken: readonly unknown[], refused: readonly unknown[] = []): unknown =>
  new Argument(taken, refused);
/** A size ≥ 1. */
export const size = (value: number): unknown => arg([value, 1], [0, -1, 1.5, Number.POSITIVE_INFINITY]);
/** A size that may be 0. */
export const count = (value: number): unknown => arg([value], [-1, 1.5, Number.POSITIVE_INFINITY]);
/** A number from 0 to 1. */
export const share = (value: number): unknown => arg([value, 0, 1], [-Number.MIN_VALUE, 1 + 2 ** -52, 2]);
/** A finite number ≥ 0. */
export const positive = (value: number): unknown =>
  arg([value, 0], [-Number.MIN_VALUE, Number.POSITIVE_INFINITY]);
/** Any finite number. */
export const finite = (value: number): unknown => arg([value, -1, 0], [Number.POSITIVE_INFINITY]);

/** A call that fits. A "?" behind a name marks an argument that may be left out. */
export interface Call {
  /** The arguments by name, in order. */
  readonly takes?: Readonly<Record<string, unknown>>;
  /** The options behind them, by name; a "!" behind one that must be given. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Calls of methods of the object made. */
  readonly methods?: Readonly<Record<string, Call>>;
  /** Whether it takes any number of arguments. */
  readonly variadic?: boolean;
  /** How messages begin, where not with the function's name or its class's. */
  readonly says?: string;
}

/** A layer: its constructor's arguments and options, and the inputs of `forward`. */
export function layer(
  takes: Call["takes"],
  options: Call["options"],
  forward: Call["takes"],
  more: Readonly<Record<string, Call>> = {},
): Call {
  return { ...part("takes", takes), ...part("options", options), methods: { forward: { ...part("takes", forward) }, ...more } }; // biome-ignore format: one line
}

const part = <Name extends string, T>(name: Name, value: T): { [N in Name]?: NonNullable<T> } =>
  (value ? { [name]: value } : {}) as { [N in Name]?: NonNullable<T> };

const freed = ones([1]);
freed.dispose();
const foreign = { describe: () => "float32[2]", strides: [1] };
const far = (x: Tensor): Tensor => x.to({ ...referenceBackend(), name: "other" });
const promise = Promise.resolve(1);

const garbage: readonly unknown[] = [
  ...[null, Number.NaN, 3, true, "", "swish", 10n, Symbol("s"), () => 3, {}, [], [3], new Array(2), ["3"]],
  ...[new Map(), new Date(0), promise, ones([2]), foreign, freed],
];

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Number.isNaN(value)) return "NaN";
  if (value instanceof Tensor) return value === freed ? "freed" : "tensor";
  if (Array.isArray(value)) return "list";
  if (typeof value !== "object") return typeof value;
  return Object.getPrototypeOf(value)?.constructor.name ?? "Object";
}

/** Values that an argument must refuse. Lists and strings of another content are among `refused` only. */
function garbageFor(example: unknown): readonly unknown[] {
  const { taken, refused } = example instanceof Argument ? example : new Argument([example], []);
  const kinds = new Set(taken.map(kindOf));
  const others = garbage.filter((value) => !kinds.has(kindOf(value)));
  const first = taken[0];
  const near: unknown[] = typeof first === "string" ? ["", "swish", first.toUpperCase()] : [];
  return [...others, ...near, ...refused];
}

const fitting = (example: unknown): unknown => (example instanceof Argument ? example.taken[0] : example);
const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Tests a call by its path in an entry: the call itself, other values that fit, garbage, and the methods of what it makes. */
export function walk(path: string, of: Call, entry: object = nn): void {
  const names = path.split(".");
  const owner = names.slice(0, -1).reduce<unknown>((found, name) => Reflect.get(Object(found), name), entry);
  const f: unknown = Reflect.get(Object(owner), names.at(-1)!);
  test(path, () => walkCall((...given) => apply(f, owner, given), of, [path, of.says ?? path]));
  for (const [name, method] of Object.entries(of.methods ?? {}))
    test(`${path}.${name}`, () => {
      const made = Object(apply(f, owner, givenTo(of)));
      walkCall((...given) => callMethod(made, name, ...given), method, [path, of.says ?? path]);
    });
}

const apply = (f: unknown, owner: unknown, given: readonly unknown[]): unknown =>
  typeof f === "function" && !/^class\b/.test(String(f)) ? Reflect.apply(f, owner, given) : call(f, ...given);

/** The arguments of a call that fits. */
export function givenTo({ takes = {}, options }: Call): unknown[] {
  const given = Object.values(takes).map(fitting);
  return options ? [...given, mapped(options)] : given;
}

const mapped = (options: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(options).map(([name, example]) => [name.replace("!", ""), fitting(example)]),
  );

function walkCall(f: (...given: unknown[]) => unknown, of: Call, says: readonly string[]): void {
  const { takes = {}, options } = of;
  const given = givenTo(of);
  const expectTaken = (values: readonly unknown[]): void => void f(...values);
  const expectNamed = (name: string, value: unknown, wrong: () => unknown): void => {
    const error = expectRefused(wrong, "");
    const shown = `${name} = ${typeof value === "object" ? kindOf(value) : String(value)}: ${error.message}`;
    expect(says.some((start) => error.message.startsWith(start)), shown).toBe(true); // biome-ignore format: one line
    if (!(error instanceof FreedTensorError) && !(value instanceof Tensor && value.backend.name === "other"))
      expect(` ${error.message}`, shown).toMatch(new RegExp(`[ "]${name}\\b`));
  };

  expectTaken(given);
  Object.entries(takes).forEach(([key, example], i) => {
    const [name, optional] = [key.replace("?", ""), key.endsWith("?")];
    if (example instanceof Argument) for (const value of example.taken) expectTaken(given.with(i, value));
    if (optional) expectTaken(given.with(i, undefined));
    for (const value of [...garbageFor(example), ...(optional ? [] : [undefined])])
      expectNamed(name, value, () => f(...given.with(i, value)));
    const x = fitting(example);
    if (x instanceof Tensor && given.filter((one) => one instanceof Tensor).length > 1)
      expectNamed(name, far(x), () => f(...given.with(i, far(x))));
  });
  if (!of.variadic) expectNamed("it takes", undefined, () => f(...given, tensor(1), tensor(1)));
  if (options === undefined) return;

  const at = given.length - 1;
  const [needed] = Object.keys(options).filter((key) => key.endsWith("!"));
  for (const values of [given.slice(0, -1), given.with(at, {})])
    if (needed === undefined) expectTaken(values);
    else expectNamed(needed.replace("!", ""), undefined, () => f(...values));
  for (const value of [null, 3, "x", true, [1], new Map(), ones([2]), () => 3, promise, foreign])
    expectNamed("options must be an object", value, () => f(...given.with(at, value)));
  expectNamed('no option "device', "cpu", () => f(...given.with(at, { device: "cpu" })));
  for (const [key, example] of Object.entries(options)) {
    const [name, required] = [key.replace("!", ""), key.endsWith("!")];
    const other = (value: unknown): unknown[] => given.with(at, { ...mapped(options), [name]: value });
    if (example instanceof Argument) for (const value of example.taken) expectTaken(other(value));
    if (!required) expectTaken(other(undefined));
    for (const value of [...garbageFor(example), ...(required ? [undefined] : [])])
      expectNamed(name, value, () => f(...other(value)));
    if (snake(name) !== name)
      expectRefused(() => f(...given.with(at, { [snake(name)]: 1 })), `did you mean "${name}"?`);
  }
}
