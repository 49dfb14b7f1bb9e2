import { isDeepStrictEqual } from "node:util";
import { dispose, ones, Tensor } from "@saccade/tensor";
import { describeValue } from "@saccade/tensor/backend";
import { describe, expect, test } from "vitest";

// Wrong calls, generated from calls that work: each argument, option and item is replaced by values of every other kind.

type Callable = (...args: never[]) => unknown;
type Values = Readonly<Record<string, readonly unknown[]>>;

/** A call that works, with every option. */
export interface Case {
  readonly run: Callable;
  readonly args: readonly unknown[];
  /** More wrong values, by path: "0.count" is the option `count` of the first argument, "0[0]" its first item. */
  readonly bad?: Values;
  /** Values of another kind that work as well, by path. */
  readonly takes?: Values;
  /** Whether the arguments' items and fields stay as they are. */
  readonly closed?: boolean;
}

/** Calls of every function and class of an entry: forgetting one is a type error. */
export type Cases<Entry> = {
  readonly [Name in keyof Entry as Entry[Name] extends Callable | (abstract new (...args: never[]) => object)
    ? Name extends `${string}Error`
      ? never
      : Name
    : never]: readonly Case[];
};

/** Every option of a function: forgetting one is a type error. */
export function all<T>(options: Required<T>): T {
  return options;
}

/** The tensor among them. */
export const aTensor: Tensor = ones([2, 2]);
const freed = ones([2, 3]);
dispose(freed);
const anything: readonly unknown[] = [
  ...[null, 3, Number.NaN, "nonsense", true, 3n, Symbol("nonsense"), () => 3, Promise.resolve(1)],
  ...[[], [[3]], new Array(2), {}, new Map([[1, 2]]), new Date(0), aTensor, freed],
];

/** The kind of a value: values of another kind are wrong in its place. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.getPrototypeOf(value) === Object.prototype ? "options" : value.constructor.name;
}

interface Wrong {
  readonly path: string;
  readonly value: unknown;
  readonly args: unknown;
}

/** Copies of a value, each with one wrong part. */
function* wrongIn(good: unknown, path: string, one: Case): Generator<Wrong> {
  const { [path]: own = [] } = one.bad ?? {};
  const { [path]: works = [] } = one.takes ?? {};
  const kind = kindOf(good);
  const others = anything.filter((value) => kindOf(value) !== kind || Number.isNaN(value) || value === freed);
  const whole = Number.isInteger(good) ? [0.5, -(2 ** 40), 2 ** 53] : [];
  const numbers = kind === "number" ? [...whole, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] : [];
  const holes = kind === "array" ? [new Array(2)] : [];
  const unknownOption =
    kind === "options" && !path.includes("[") && !one.closed ? [{ ...Object(good), nonsense: 1 }] : [];
  for (const value of [...others, ...numbers, ...holes, ...unknownOption, ...own])
    if (!works.some((one) => isDeepStrictEqual(one, value))) yield { path, value, args: value };
  if (one.closed) return;
  if (Array.isArray(good)) {
    for (const wrong of good.length === 0 ? [] : wrongIn(good[0], `${path}[0]`, one))
      yield { ...wrong, args: [wrong.args, ...good.slice(1)] };
  } else if (kind === "options") {
    for (const [name, part] of Object.entries(Object(good)))
      for (const wrong of wrongIn(part, `${path}.${name}`, one))
        yield { ...wrong, args: { ...Object(good), [name]: wrong.args } };
  }
}

const raw =
  /is not a (function|constructor)|not iterable|Cannot (read|set|convert|destructure|mix|assign|create|perform)|of undefined|of null|Invalid (array|typed)|object is not|not extensible|not defined|must be callable|call stack|BigInt|Symbol value/;

/** The problem of a call's error; null if there is none. */
function fault(thrown: unknown, names: string): string | null {
  if (thrown === undefined) return "was accepted";
  if (!(thrown instanceof Error)) return `threw ${String(thrown)}`;
  const { name, message } = thrown;
  if (/^(Type|Range|Syntax|Reference)?Error$/.test(name) || raw.test(message))
    return `threw ${name}: ${message}`;
  if (!/^[\w.:' -]+[: ]/.test(message) || message.length > 700) return `names no function: ${message}`;
  return message.includes(names) ? null : `does not name ${names}: ${message}`;
}

async function outcome(run: Callable, args: readonly unknown[]): Promise<unknown> {
  try {
    await Reflect.apply(run, undefined, args);
    return undefined;
  } catch (error) {
    return error;
  }
}

function shown(value: unknown): string {
  return value === freed ? "a freed tensor" : describeValue(value);
}

/** A test for each entry: its calls work, and each wrong value is refused by an error that names it. */
export function walk(cases: Readonly<Record<string, readonly Case[]>>): void {
  describe("wrong values are refused by name", () => {
    test.each(Object.entries(cases).filter(([, calls]) => calls.length > 0))("%s", async (_, calls) => {
      const faults: string[] = [];
      for (const one of calls) {
        expect(await outcome(one.run, one.args)).toBe(undefined);
        for (const [i, good] of one.args.entries()) {
          for (const { path, value, args } of wrongIn(good, String(i), one)) {
            const thrown = await outcome(one.run, one.args.with(i, args));
            // What a tensor does not fit, an op further down may say.
            const names = value instanceof Tensor ? "" : (/\.(\w+)(\[0\])*$/.exec(path)?.[1] ?? "");
            const what = fault(thrown, names);
            if (what !== null) faults.push(`${path} = ${shown(value)} ${what}`);
          }
        }
      }
      expect(faults).toEqual([]);
    });
  });
}
