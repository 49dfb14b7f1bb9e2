import { Dropout, Linear, Module, Parameter } from "@saccade/nn";
import { memory, Tensor } from "@saccade/tensor";
import { describeValue, isPlainObject } from "@saccade/tensor/backend";
import { describe, expect, test } from "vitest";
import { faultsWithoutMemory } from "../../../nn/test/without-memory.ts";
import type { Given } from "./kinds.ts";

// Walks calls that work, and makes one wrong call from each bad value of each argument and option.

type Call = (...args: never[]) => unknown;
type Class = abstract new (...args: never[]) => object;

/** A call that works. */
export interface Case {
  readonly name: string;
  readonly run: (args: readonly unknown[]) => unknown;
  readonly args: readonly Given[];
  /** The instance of a method, where its parts may be replaced. */
  readonly make?: () => object;
}

/** Methods of a class that are its own, or are given anew, as `forward` is. */
export type Methods<T> = {
  readonly [Name in keyof T as T[Name] extends Call
    ? Name extends "forward"
      ? Name
      : Exclude<Name, keyof Module | "rotate" | "bias" | symbol>
    : never]: readonly Given[] | null;
};

/** A function or class for each export that is one: forgetting one is a type error. */
export type Cases<Entry> = {
  readonly [Name in keyof Entry as Entry[Name] extends Call | Class ? Name : never]: readonly Case[];
};

/** The call of a function. */
export function func(f: Call, ...args: readonly Given[]): Case[] {
  return [{ name: f.name, run: (values) => Reflect.apply(f, undefined, values), args }];
}

/** The constructor of a class, and its methods on an instance that `make` gives. */
export function klass<T extends object>(
  kind: new (...args: never[]) => T,
  args: readonly Given[],
  own: Methods<T>,
  make: () => T = () => Reflect.construct(kind, leastOf(args)),
): Case[] {
  const run = (values: readonly unknown[]): unknown => Reflect.construct(kind, values);
  return [{ name: `new ${kind.name}`, run, args }, ...methods(kind.name, own, make)];
}

/** The methods of an instance that `make` gives; null for one that is no user's. */
export function methods<T extends object>(kind: string, own: Methods<T>, make: () => T): Case[] {
  return Object.entries<readonly Given[] | null>(own).flatMap(([name, args]): Case[] => {
    if (args === null) return [];
    return [{ name: `${kind}.${name}`, run: (values) => callOn(make(), name, values), args, make }];
  });
}

function callOn(owner: object, name: string, args: readonly unknown[]): unknown {
  const method: unknown = Reflect.get(owner, name);
  if (typeof method !== "function") throw new Error(`no method ${name}`);
  return Reflect.apply(method, owner, args);
}

/** The arguments that must be given. */
function leastOf(args: readonly Given[]): unknown[] {
  const last = args.findLastIndex(({ optional }) => !optional);
  return args.slice(0, last + 1).map((one) => one.good());
}

interface Wrong {
  readonly title: string;
  /** What the message must name. */
  readonly names: string | null;
  readonly args: () => unknown[];
}

/** Every wrong call that one wrong value makes of a call that works. */
function* wrongCalls({ args }: Case): Generator<Wrong> {
  for (const [i, given] of args.entries()) {
    const withValue = (value: () => unknown) => () => args.map((one, j) => (j === i ? value() : one.good()));
    const bad = given.optional ? given.bad : [undefined, ...given.bad];
    for (const value of bad)
      yield { title: `argument ${i}: ${shown(value)}`, names: null, args: withValue(() => value) };
    for (const wrong of wrongFields(given)) {
      yield { title: `argument ${i}: ${wrong.title}`, names: wrong.name, args: withValue(wrong.value) };
    }
  }
}

interface WrongField {
  readonly title: string;
  /** What the message must name. */
  readonly name: string | null;
  readonly value: () => unknown;
}

function* wrongFields({ good, fields = {} }: Given): Generator<WrongField> {
  for (const [name, field] of Object.entries(fields)) {
    const put = (value: () => unknown) => () => ({ ...Object(good()), [name]: value() });
    for (const value of field.optional ? field.bad : [undefined, ...field.bad])
      yield {
        title: `{ ${name}: ${shown(value)} }`,
        name: saidBelow(value) ? null : name,
        value: put(() => value),
      };
    for (const inner of wrongFields(field))
      yield { title: `{ ${name}: ${inner.title} }`, name: inner.name, value: put(inner.value) };
  }
}

/** A size that no memory holds: some parts may be made before the one that does not fit. See out-of-memory.ts. */
const tooLarge = String(2 ** 40);

// What a tensor does not fit, or that a size is too large, an op further down may say.
function saidBelow(value: unknown): boolean {
  return value instanceof Tensor || (typeof value === "number" && value >= 2 ** 40);
}

function shown(value: unknown): string {
  if (Object.prototype.toString.call(value) === "[object Object]" && !(value instanceof Map)) {
    try {
      return JSON.stringify(value);
    } catch {}
  }
  try {
    return describeValue(value);
  } catch {
    return "a freed tensor";
  }
}

/** Errors of the engine, which no call may end in. */
const raw =
  /is not a (function|constructor)|not iterable|Cannot (read|set|convert|destructure|mix|assign|create|perform)|of undefined|of null|Invalid (array|typed)|object is not|not extensible|not defined|must be callable|call stack|BigInt|Symbol value/;

/** What is wrong with the way in which a call was refused; null for nothing. */
export function fault(thrown: unknown, names: string | null): string | null {
  if (thrown === nothing) return "was accepted";
  if (!(thrown instanceof Error)) return `threw ${String(thrown)}`;
  const { name, message } = thrown;
  if (
    ["Error", "TypeError", "RangeError", "SyntaxError", "ReferenceError"].includes(name) ||
    raw.test(message)
  )
    return `threw ${name}: ${message}`;
  if (!/^[\w.:' -]+[: ]/.test(message) || message.length > 700)
    return `threw a message without a function: ${message}`;
  if (names !== null && !message.includes(names)) return `does not name ${names}: ${message}`;
  return null;
}

const nothing = Symbol("nothing");

/** A test for each call: it works, and each wrong value is refused by a named error. */
export function walk(cases: Readonly<Record<string, readonly Case[]>>): void {
  for (const [title, calls] of Object.entries(cases)) {
    if (calls.length === 0) continue;
    describe(title, () => {
      test.each(calls.map((one) => [one.name, one] as const))("%s", async (_, one) => {
        await one.run(leastOf(one.args));
        expectTuple(await one.run(one.args.map((given) => given.good())));
        for (const [i, { fields = {} }] of one.args.entries()) {
          for (const [name, field] of Object.entries(fields)) {
            const args = one.args.map((given) => given.good());
            args[i] = { ...Object(args[i]), [name]: field.good() };
            try {
              await one.run(args);
            } catch (error) {
              throw new Error(`${one.name} refused a good ${name}: ${String(error)}`);
            }
          }
        }
        const faults: string[] = [];
        for (const { title, names, args } of wrongCalls(one)) {
          const given = args();
          const before = memory().tensors;
          let thrown: unknown = nothing;
          try {
            const result = one.run(given);
            if (result instanceof Promise) await result;
          } catch (error) {
            thrown = error;
          }
          const left = memory().tensors - before;
          if (left > 0 && thrown !== nothing && one.name.startsWith("new ") && !title.includes(tooLarge))
            faults.push(`${title} left ${left} tensors to the garbage collector`);
          const what = fault(thrown, names);
          if (what !== null) faults.push(`${title} ${what}`);
        }
        faults.push(...(await faultsOfParts(one)));
        if (one.name.startsWith("new ")) {
          const given = one.args.map(({ good }) => good());
          faults.push(...faultsWithoutMemory(() => one.run(given)));
          faults.push(...faultsWithoutMemory(() => one.run(leastOf(one.args))));
        }
        expect(faults).toEqual([]);
      });
    });
  }
}

const otherParts = [
  null,
  undefined,
  3,
  "nonsense",
  {},
  [],
  () => 1,
  new Linear(3, 5),
  new Dropout(0),
  [3],
  [null],
];

/** A part that is replaced by something else ends in a named error, unless that does as well. */
async function faultsOfParts({ name, make = () => ({}), args }: Case): Promise<string[]> {
  const faults: string[] = [];
  const method = name.slice(name.indexOf(".") + 1);
  for (const [field, part] of Object.entries(make()).filter(([, value]) => isPart(value))) {
    for (const other of otherParts) {
      const owner = make();
      const given = args.map((one) => one.good());
      Reflect.set(owner, field, other);
      let what: string | null = null;
      try {
        await callOn(owner, method, given);
      } catch (error) {
        what = fault(error, null);
      }
      Reflect.set(owner, field, part);
      if (what !== null) faults.push(`${field} = ${shown(other)} ${what}`);
    }
  }
  return faults;
}

function isPart(value: unknown): boolean {
  return (
    value instanceof Module || value instanceof Parameter || (Array.isArray(value) && value.some(isPart))
  );
}

/** Results with an output are named tuples: PyTorch's `const [output, weights] = …` gets its fields in order. */
function expectTuple(result: unknown): void {
  if (typeof result !== "object" || result === null || !isPlainObject(result) || !("output" in result))
    return;
  if (!(Symbol.iterator in result)) throw new Error(`[${Object.keys(result)}] is not iterable`);
  const items = Array.from(result as Iterable<unknown>);
  const own = Object.values(result);
  expect(items.length).toBe(own.length);
  expect(items.every((item, i) => item === own[i])).toBe(true);
}
