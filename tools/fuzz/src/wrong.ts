import { ones, Tensor } from "@saccade/tensor";
import {
  asArgument,
  fault,
  fitting,
  givenTo,
  kindOf,
  thrownBy,
  wrongIn,
} from "../../../packages/tensor/test/walk.ts";
import type { Draw } from "./draw.ts";
import { shown } from "./operands.ts";
import { all, type Sample } from "./samples.ts";
import { type Case, longest, type Verdict } from "./verdict.ts";

// Calls that work, with a wrong value somewhere.

const { NaN: nan, POSITIVE_INFINITY: inf, MIN_VALUE: tiny } = Number;
const deep = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));
function cyclic(): unknown {
  const one: Record<string, unknown> = {};
  one["self"] = one;
  return one;
}

/** Values that programs hand in by mistake, made anew. */
const strange: Readonly<Record<string, () => unknown>> = {
  ...{ async: () => async () => 1, generator: () => (function* () {})(), class: () => class Made {} },
  ...{ proxy: () => new Proxy({}, {}), "list in a proxy": () => new Proxy([1, 2], {}) },
  "tensor in a proxy": () => new Proxy(ones([2, 2]), {}),
  "object without a prototype": () => Object.assign(Object.create(null), { a: 1 }),
  ...{ Number: () => Object(3), String: () => Object("a"), Boolean: () => Object(true) },
  ...{
    symbol: () => Symbol.iterator,
    bigint: () => 2n ** 70n,
    regexp: () => /a/,
    error: () => new Error("a"),
  },
  ...{ "long text": () => "x".repeat(1e6), "long list": () => Array.from({ length: 1e5 }, () => 1) },
  ...{ holes: () => new Array(1e6), "deep list": () => deep(3000), cycle: cyclic, set: () => new Set([1]) },
  ...{ bytes: () => new Uint8Array(1e6), floats: () => new Float32Array(3) },
  ...{ view: () => new DataView(new ArrayBuffer(2)), "array-like": () => ({ length: 1e9 }) },
  ...{ date: () => new Date(nan), lines: () => "a\u2028b\n".repeat(300) },
  ...{ "a name of objects": () => "__proto__", constructor: () => "constructor", "no text": () => "" },
  ...{
    nothing: () => undefined,
    null: () => null,
    global: () => globalThis,
    frozen: () => Object.freeze([]),
  },
  ...{ "lists of lists": () => [[1, 2], [3]], mixed: () => [1, "a", null], promise: () => Promise.resolve(1) }, // biome-ignore format: a line
};
const numbers = [nan, inf, -inf, -0, -1, 0, 0.5, 2, tiny, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 31), 1e300];
/** Whether a value is allowed where a list is. */
const isListLike = (value: unknown): boolean =>
  typeof value === "number" ||
  (typeof value === "object" && value !== null && (Symbol.iterator in value || "length" in value));

/** A place in a call, and the call with another value there. */
interface Place {
  readonly name: string;
  readonly example: unknown;
  readonly put: (value: unknown) => readonly unknown[];
}

function placesIn({ call: { takes = {}, options } }: Sample, given: readonly unknown[]): Place[] {
  const places = Object.entries(takes).map(
    ([key, example], i): Place => ({ name: key, example, put: (value) => given.with(i, value) }),
  );
  const chosen = Object(given.at(-1));
  const ofOptions = Object.entries(options ?? {}).map(([key, example]): Place => {
    const put = (value: unknown): unknown[] => given.with(-1, { ...chosen, [key.replace("!", "")]: value });
    return { name: key, example, put };
  });
  return [...places, ...ofOptions];
}

interface Bend {
  readonly args: readonly unknown[];
  readonly what: string;
  /** Whether it must be refused; what else is refused is refused by name. */
  readonly mustFail: boolean;
}

function bend(sample: Sample, draw: Draw): Bend {
  const given = givenTo(sample.call);
  const places = placesIn(sample, given);
  const kind = draw.next();
  if (places.length === 0 || kind < 0.04)
    return { args: [...given, 1, 2, 3], what: "three arguments more", mustFail: false };
  if (kind < 0.08 && sample.call.options !== undefined) {
    const name = draw.pick(["nonsense", "__proto__x", "constructor", "toString", "x".repeat(3000)]);
    const args = given.with(-1, { ...Object(given.at(-1)), [name]: 1 });
    return { args, what: `the option ${name.slice(0, 20)}`, mustFail: true };
  }
  const { name, example, put } = draw.pick(places);
  const { taken, free } = asArgument(example);
  const wrongs = [...wrongIn(example, name)];
  if (kind < 0.4 && wrongs.length > 0) {
    const wrong = draw.pick(wrongs);
    return {
      args: put(wrong.given),
      what: `${wrong.names.join(".")} = ${described(wrong.value)}`,
      mustFail: true,
    };
  }
  const kinds = taken.map(kindOf);
  const [label, value] = kind < 0.55 ? numeral(draw) : odd(draw);
  const inside = draw.chance(0.3) ? within(fitting(example), value, draw) : value;
  const known =
    kinds.includes(kindOf(inside)) ||
    (kinds.some((one) => /^(list|number|Map)$/.test(one)) && isListLike(inside));
  const mayBe =
    free || known || inside !== value || (inside === undefined && /\?/.test(name)) || inside === undefined;
  return { args: put(inside), what: `${name} = ${label}`, mustFail: !mayBe };
}

function numeral(draw: Draw): [string, unknown] {
  const value = draw.pick(numbers);
  return [String(value), value];
}

function odd(draw: Draw): [string, unknown] {
  const name = draw.pick(Object.keys(strange));
  return [name, strange[name]!()];
}

/** A list or an object with a value somewhere inside. */
function within(good: unknown, value: unknown, draw: Draw): unknown {
  if (Array.isArray(good) && good.length > 0) return good.with(draw.below(good.length), value);
  const isPlain =
    typeof good === "object" && good !== null && Object.getPrototypeOf(good) === Object.prototype;
  // A backend of one's own keeps its promises.
  if (!isPlain || "allocate" in good || Object.keys(good).length === 0) return value;
  return { ...good, [draw.pick(Object.keys(good))]: value };
}

const described = (value: unknown): string =>
  value instanceof Tensor || kindOf(value) === "symbol" ? kindOf(value) : shown(value);

/** A wrong call of a drawn function. */
export function drawWrong(draw: Draw, samples: readonly Sample[] = all): Case {
  const sample = draw.pick(samples);
  const { args, what, mustFail } = bend(sample, draw);
  return { of: sample.path, args: what, run: () => refused(sample, args, mustFail) };
}

async function refused(sample: Sample, args: readonly unknown[], mustFail: boolean): Promise<Verdict> {
  const thrown = await thrownBy(() => sample.run(args));
  if (thrown === undefined) return mustFail ? { fault: "was accepted" } : { outcome: "taken" };
  const wrong = fault(thrown, longest);
  if (wrong !== null) return { fault: wrong };
  const { message } = Object(thrown) as Error;
  const begins =
    sample.says.some((start) => message.startsWith(start)) || /^[A-Z]\w+(\.\w+)?: /.test(message);
  return begins ? { outcome: "refused" } : { fault: `does not name the call: ${message}` };
}
