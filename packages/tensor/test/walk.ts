// Wrong calls, generated: a table holds a call of each public function and class that works, and the walk puts values that
// must be refused into each argument, option, item and field.

import { describeValue } from "@saccade/contract";
import { describe, expect, test } from "vitest";
import * as t from "../src/index.ts";

type Func = (...given: never[]) => unknown;
type Class = abstract new (...given: never[]) => unknown;
type Values = readonly unknown[];
/** Arguments or options by name: a value that works, or an {@link arg}. Lists and objects may hold more of both. */
type Named = Readonly<Record<string, unknown>>;

/** A call that works. */
export interface Call {
  /** The arguments by name, in order, or without names. A "?" behind a name marks one that may be left out. */
  readonly takes?: Named | Values;
  /** The options behind them, by name; a "!" behind one that must be given. */
  readonly options?: Named;
  /** Calls of methods of the object made. */
  readonly methods?: Methods;
  /** How it is called, where not by its name in the entry. */
  readonly run?: Func;
  /** How messages begin, where not with the function's name or its class's. */
  readonly says?: string | readonly string[];
  /** What it keeps is to outlive scopes. */
  readonly keeps?: boolean;
}

/** The functions and classes of an entry, without its errors. */
export type Callable<Entry> = {
  [Name in keyof Entry]: Entry[Name] extends Func | Class
    ? Name extends `${string}Error`
      ? never
      : Name
    : never;
}[keyof Entry];

/** Every option, those that must be given with a "!": forgetting one is a type error. */
export type Options<T> = {
  readonly [Name in keyof T as Partial<Pick<T, Name>> extends Pick<T, Name>
    ? Name
    : `${Name & string}!`]-?: unknown;
};

type Given<F> = F extends Class ? ConstructorParameters<F> : F extends Func ? Parameters<F> : never;
type OptionsAmong<G extends Values> = {
  [I in keyof G]: NonNullable<G[I]> extends object
    ? NonNullable<G[I]> extends Func
      ? never
      : Options<NonNullable<G[I]>>
    : never;
}[number];

/** A call of each function and class of an entry: forgetting one is a type error, and so is forgetting an option. */
export type Calls<Entry, Left = never> = {
  readonly [Name in Exclude<Callable<Entry>, Left>]: Call & {
    readonly options?: OptionsAmong<Given<Entry[Name]>>;
  };
};

class Argument {
  readonly taken: Values;
  readonly refused: Values;
  /** Whether any other value of its kind works too. */
  readonly free: boolean;

  constructor(taken: Values, refused: Values, free: boolean) {
    this.taken = taken;
    this.refused = refused;
    this.free = free;
  }
}

/** An argument with values at its bounds: the first fits the call, the others alone; `refused` lie just outside. */
export const arg = (taken: Values, refused: Values = []): unknown => new Argument(taken, refused, false);
/** An argument of which only the kind counts: a text, or an object that nobody looks into; and values of other kinds. */
export const ofKind = (value: unknown, refused: Values = [], ...others: Values): unknown =>
  new Argument([value, ...others], refused, true);
/** An argument of any kind, such as a state that is handed on. */
export const anything = (value: unknown): unknown => new Argument([value, ...garbage], [], true);
const { POSITIVE_INFINITY: inf, MIN_VALUE: tiny } = Number;
/** A whole number from `least`, and its bounds. */
export const whole = (value: number, least: number, ...beyond: readonly number[]): unknown =>
  arg([value, least], [least - 1, value + 0.5, -(2 ** 40), 2 ** 53, inf, -inf, ...beyond]);
/** A size ≥ 1. */
export const size = (value: number): unknown => whole(value, 1);
/** A size that may be 0. */
export const count = (value: number): unknown => whole(value, 0);
/** A number from 0 to 1. */
export const share = (value: number): unknown => arg([value, 0, 1], [-tiny, 1 + 2 ** -52, 2, -inf]);
/** A finite number ≥ 0. */
export const positive = (value: number): unknown => arg([value, 0], [-tiny, inf, -inf]);
/** Any finite number. */
export const finite = (value: number): unknown => arg([value, -1, 0], [inf, -inf]);

type Methods = Readonly<Record<string, Call>>;

/** A layer: its constructor's arguments and options, and the inputs of `forward`. */
export function layer(
  takes: Named,
  options: undefined,
  forward?: Named,
  more?: Methods,
): { takes: Named; methods: Methods };
export function layer<Own extends Named>(
  takes: Named,
  options: Own,
  forward?: Named,
  more?: Methods,
): { takes: Named; options: Own; methods: Methods };
export function layer(takes: Named, options?: Named, forward?: Named, more: Methods = {}): Call {
  return {
    takes,
    ...(options && { options }),
    methods: { ...(forward && { forward: { takes: forward } }), ...more },
  };
}

/** The freed tensor among the values. */
export const freed: t.Tensor = t.ones([1]);
freed.dispose();
const foreign = { describe: () => "float32[2]", strides: [1] };
const far = (x: t.Tensor): t.Tensor => x.to({ ...t.referenceBackend(), name: "other" });
const promise = Promise.resolve(1);
const garbage: Values = [
  ...[
    null,
    Number.NaN,
    3,
    true,
    "",
    "swish",
    10n,
    Symbol("s"),
    () => 3,
    {},
    [],
    [3],
    new Array(2),
    ["3"],
    [[3]],
  ],
  ...[new Map(), new Date(0), promise, t.ones([2]), foreign, freed],
];

/** The kind of a value, which tells what an argument takes. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Number.isNaN(value)) return "NaN";
  if (value instanceof t.Tensor) return value === freed ? "freed" : "tensor";
  if (Array.isArray(value)) return "list";
  if (typeof value !== "object") return typeof value;
  return Object.getPrototypeOf(value)?.constructor.name ?? "Object";
}

const isPlain = (value: unknown): value is Named => kindOf(value) === "Object";
/** What an example says of its argument. */
export const asArgument = (example: unknown): Argument =>
  example instanceof Argument ? example : new Argument([example], [], false);
const map = (named: Named, f: (value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(named).map(([name, value]) => [name.replace(/[!?]/, ""), f(value)]));

/** The value of an example that fits its call. */
export function fitting(example: unknown): unknown {
  const [good] = asArgument(example).taken;
  if (asArgument(example).free) return good;
  if (Array.isArray(good)) return good.map(fitting);
  return isPlain(good) ? map(good, fitting) : good;
}

/** Tensors of other shapes and dtypes. */
function* bent(x: t.Tensor): Generator<t.Tensor> {
  if (x === freed) return;
  const shapes = [
    [...x.shape, 2],
    [3, ...x.shape],
    x.shape.slice(1),
    x.shape.slice(0, -1),
    ...(x.ndim > 0
      ? [
          [...x.shape.slice(0, -1), x.shape.at(-1)! + 1],
          [x.shape[0]! + 1, ...x.shape.slice(1)],
          [...x.shape.slice(0, -1), 0],
        ]
      : []),
  ];
  for (const shape of shapes) yield t.ones(shape, { dtype: x.dtype });
  for (const dtype of ["float64", "int32", "bool", "float32"] as const)
    if (dtype !== x.dtype) yield t.ones(x.shape, { dtype });
}

export interface Wrong {
  /** What the message must name: the argument or option, or the field. */
  readonly names: readonly string[];
  readonly value: unknown;
  /** The argument with the value in it. */
  readonly given: unknown;
}

/** Values that must be refused in place of an example, or of an item or a field of it. */
export function* wrongIn(example: unknown, ...names: readonly string[]): Generator<Wrong> {
  const { taken, refused, free } = asArgument(example);
  const [good] = taken;
  const kinds = new Set(taken.map(kindOf));
  const others = garbage.filter((value) => !kinds.has(kindOf(value)));
  const near = typeof good === "string" && !free ? ["", "swish", good.toUpperCase()] : [];
  for (const value of [...others, ...near, ...refused]) yield { names, value, given: value };
  if (free) return;
  if (Array.isArray(good)) {
    const [first, ...rest] = good;
    // Strings in lists are texts.
    for (const wrong of good.length > 0
      ? wrongIn(typeof first === "string" ? ofKind(first) : first, ...names)
      : [])
      yield { ...wrong, given: [wrong.given, ...rest.map(fitting)] };
  } else if (isPlain(good)) {
    for (const [key, part] of Object.entries(good)) {
      const name = key.replace(/[!?]/, "");
      for (const wrong of wrongIn(part, ...names, name))
        yield { ...wrong, given: { ...map(good, fitting), [name]: wrong.given } };
    }
  }
}

/** The arguments of a call that works. */
export function givenTo({ takes = {}, options }: Call): unknown[] {
  const given = Object.values(takes).map(fitting);
  return options ? [...given, map(options, fitting)] : given;
}

/** Calls a function or constructor with arguments of any type, as JavaScript does. */
export function call(f: unknown, ...given: Values): unknown {
  if (typeof f !== "function") throw new Error("call: not a function");
  const isClass = /^class\b/.test(Function.prototype.toString.call(f));
  return isClass ? Reflect.construct(f, given) : Reflect.apply(f, undefined, given);
}

/** Calls a method, or a function of a namespace, with arguments of any type. */
export function callMethod(owner: object, name: string, ...given: Values): unknown {
  const method: unknown = Reflect.get(owner, name);
  if (/^class\b/.test(String(method))) return call(method, ...given);
  if (typeof method !== "function") throw new Error(`callMethod: no method ${name}`);
  return Reflect.apply(method, owner, given);
}

/** Errors of the engine, which no call may end in. */
const raw =
  /is not a (function|constructor)|not iterable|Cannot (read|set|convert|destructure|mix|assign|create|perform)|of undefined|of null|Invalid (array|typed)|(?<!an )object is not|not extensible|not defined|must be callable|call stack|BigInt to|Symbol value/;

/** What is wrong with an error: it is the engine's, or names no function. Null for nothing. */
export function fault(thrown: unknown, longest = 700): string | null {
  if (!(thrown instanceof Error)) return thrown === undefined ? "was accepted" : `threw ${String(thrown)}`;
  const { name, message } = thrown;
  if (/^(Type|Range|Syntax|Reference)?Error$/.test(name) || raw.test(message))
    return `threw ${name}: ${message}`;
  return /^[\w.:' -]+[: ]/.test(message) && message.length <= longest
    ? null
    : `names no function: ${message}`;
}

/** What a call throws, or its promise; undefined for nothing. */
export async function thrownBy(f: () => unknown): Promise<unknown> {
  try {
    await f();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Tests every call of a table by its path in an entry: it works, and each wrong value is refused by an error that names it. */
export function walk(entry: object, calls: Readonly<Record<string, Call>>, before: string = ""): void {
  describe("wrong calls are refused with a named error that names the function, the argument and the value", () => {
    for (const [path, one] of Object.entries(calls)) {
      const names = path.split(".");
      const owner = names
        .slice(0, -1)
        .reduce<unknown>((found, name) => Reflect.get(Object(found), name), entry);
      const run = (...given: Values): unknown =>
        one.run
          ? Reflect.apply(one.run, undefined, given)
          : callMethod(Object(owner), names.at(-1)!, ...given);
      const says = [before + path, ...[one.says ?? []].flat()];
      test(before + path, () => expectNoFaults(run, one, says));
      for (const [name, method] of Object.entries(one.methods ?? {}))
        test(`${path}.${name}`, async () => {
          const made = Object(run(...givenTo(one)));
          await expectNoFaults((...given) => callMethod(made, name, ...given), method, [
            ...says,
            ...[method.says ?? []].flat(),
          ]);
        });
    }
  });
}

/** How many tensors are live after a call in a scope, beyond those before it; 0 for a call that returns a promise. */
async function leftBy(f: () => unknown): Promise<number> {
  const before = t.memory().tensors;
  let promise: unknown;
  t.scope(() => {
    const result = f();
    if (result instanceof Promise) promise = result;
    return undefined;
  });
  if (promise === undefined) return t.memory().tensors - before;
  await promise;
  return 0;
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

async function expectNoFaults(
  f: (...given: Values) => unknown,
  of: Call,
  says: readonly string[],
): Promise<void> {
  const { takes = {}, options } = of;
  const given = givenTo(of);
  const faults: string[] = [];
  const shown = (name: string, value: unknown): string =>
    `${name} = ${value === freed ? "a freed tensor" : describeValue(value)}`;
  const take = async (name: string, value: unknown, args: Values, run: Func = f): Promise<void> => {
    const thrown = await thrownBy(() => Reflect.apply(run, undefined, args));
    if (thrown !== undefined) faults.push(`${shown(name, value)} was refused: ${String(thrown)}`);
  };
  const refuse = async (names: string | readonly string[], value: unknown, args: Values): Promise<void> => {
    const all = [names].flat();
    const thrown = await thrownBy(() => f(...args));
    const { message = "" } = Object(thrown);
    const elsewhere =
      thrown instanceof t.FreedTensorError || (value instanceof t.Tensor && value.backend.name === "other");
    const has = (name: string): boolean =>
      /\W/.test(name) ? message.includes(name) : new RegExp(`[ ".]${name}\\b`).test(` ${message}`);
    const named = elsewhere || /^\d$/.test(all[0]!) || all.some(has);
    const begins = says.some((start) => message.startsWith(start));
    const what = fault(thrown) ?? (named && begins ? null : `is not named: ${message}`);
    if (what !== null) faults.push(`${shown(all.join("."), value)} ${what}`);
  };

  // Tensors of other shapes and dtypes may be taken; where they are not, the error names the function that was called, or the
  // layer inside of it that they do not fit.
  const named = async (name: string, value: unknown, args: Values): Promise<void> => {
    const thrown = await thrownBy(() => f(...args));
    if (thrown === undefined) return;
    const { message = "" } = Object(thrown);
    const begins = says.some((start) => message.startsWith(start)) || /^[A-Z]\w+(\.\w+)?: /.test(message);
    const what = fault(thrown) ?? (begins ? null : `does not name the call: ${message}`);
    if (what !== null) faults.push(`${shown(name, value)} ${what}`);
  };

  await take("the call", undefined, [], async () => {
    const left = await leftBy(() => f(...given));
    if (left !== 0 && !of.keeps) faults.push(`${left} tensors are live after the scope of a call`);
  });
  for (const [i, [key, example]] of Object.entries(takes).entries()) {
    const [name, optional] = [
      key.replace("?", ""),
      key.endsWith("?") || asArgument(example).taken.includes(undefined),
    ];
    for (const value of asArgument(example).taken.slice(1))
      await take(name, value, given.with(i, fitting(value)));
    await (optional ? take : refuse)(name, undefined, given.with(i, undefined));
    for (const wrong of wrongIn(example, name))
      await refuse(wrong.names, wrong.value, given.with(i, wrong.given));
    const x = given[i];
    if (x instanceof t.Tensor) for (const value of bent(x)) await named(name, value, given.with(i, value));
    if (
      x instanceof t.Tensor &&
      !asArgument(example).free &&
      given.filter((one) => one instanceof t.Tensor).length > 1
    )
      await refuse(name, far(x), given.with(i, far(x)));
  }
  if (options !== undefined) {
    const at = given.length - 1;
    const behind = (value: unknown): unknown[] => given.with(at, value);
    const needed = Object.keys(options).find((key) => key.endsWith("!"));
    for (const values of [given.slice(0, -1), behind({})])
      if (needed === undefined) await take("no options", {}, values);
      else await refuse(needed.replace("!", ""), undefined, values);
    for (const value of [null, 3, "x", true, [1], new Map(), t.ones([2]), () => 3, promise, foreign])
      await refuse(
        ["options must be an object", 'no option "describe"', "takes at most"],
        value,
        behind(value),
      );
    await refuse('no option "nonsense', 1, behind({ ...map(options, fitting), nonsense: 1 }));
    for (const [key, example] of Object.entries(options)) {
      const [name, required] = [key.replace("!", ""), key.endsWith("!")];
      const other = (value: unknown): unknown[] => behind({ ...map(options, fitting), [name]: value });
      for (const value of asArgument(example).taken.slice(1)) await take(name, value, other(fitting(value)));
      await (required ? refuse : take)(name, undefined, other(undefined));
      for (const wrong of wrongIn(example, name)) await refuse(wrong.names, wrong.value, other(wrong.given));
      if (snake(name) !== name)
        await refuse([`did you mean "${name}"`, `write ${name}`], 1, behind({ [snake(name)]: 1 }));
    }
  }
  expect(faults, faults.join("\n")).toEqual([]);
}

/** Results of functions that are handed in: nonsense ends in a named error, unless it works. */
export function walkResults(
  calls: Readonly<Record<string, (result: never) => unknown>>,
  works: Readonly<Record<string, Values>>,
): void {
  const bools = t.tensor([true]);
  const nonsense = [undefined, null, 3, Number.NaN, "x", [1], {}, promise, bools, t.ones([7])];
  test.each(Object.entries(calls))("results that make no sense: %s", async (name, f) => {
    for (const value of nonsense.filter((one) => !works[name]?.includes(one))) {
      const thrown = await thrownBy(() => f(value as never));
      // A tensor, or a list, may be what is asked for.
      if (thrown !== undefined || typeof value !== "object") expect(fault(thrown), String(value)).toBe(null);
    }
  });
}

/** Fails unless `f` throws an error of the library with the message; returns the error. */
export function expectRefused(f: () => unknown, message: string | RegExp): Error {
  let thrown: unknown;
  try {
    f();
  } catch (error) {
    thrown = error;
  }
  return expectSaid(thrown, message);
}

function expectSaid(thrown: unknown, message: string | RegExp): Error {
  expect(fault(thrown)).toBe(null);
  expect(thrown).toHaveProperty(
    "message",
    typeof message === "string" ? expect.stringContaining(message) : expect.stringMatching(message),
  );
  return thrown as Error;
}

/** Tests messages that say more than the rule, such as how to write the call: what each holds, and the call. */
export function refuses(
  calls:
    | readonly (readonly [message: string | RegExp, f: () => unknown])[]
    | Readonly<Record<string, () => unknown>>,
): void {
  test.each(Array.isArray(calls) ? calls : Object.entries(calls))(
    "refused before any work: %s",
    async (message, f) => {
      let run: Promise<unknown> | undefined;
      const { kernels } = t.profile(() => {
        run = thrownBy(f);
      });
      expectSaid(await run, message);
      for (const kernel of [
        "matmul",
        "linear",
        "exp",
        "softmax",
        "softmaxWhere",
        "scoresWhere",
        "scaledDotProduct",
      ])
        expect([...kernels.keys()]).not.toContain(kernel);
    },
  );
}
