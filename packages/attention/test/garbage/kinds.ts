import { type Backend, dispose, ones, referenceBackend, Tensor, tensor } from "@saccade/tensor";

// Arguments and options by kind: a value that works, and values that must be refused by name.

/** An argument of a call that works. */
export interface Given {
  /** A value that works, made anew for each call. */
  readonly good: () => unknown;
  /** Values that must be refused. */
  readonly bad: readonly unknown[];
  /** The fields of an object, each with bad values of its own. */
  readonly fields?: Readonly<Record<string, Given>>;
  /** Whether it may be left out. */
  readonly optional?: boolean;
}

const elsewhere: Backend = Object.create(referenceBackend());

function freed(): Tensor {
  const x = ones([2, 3, 4]);
  dispose(x);
  return x;
}

const symbol = Symbol("nonsense");
const noTensors: readonly unknown[] = [null, 3, Number.NaN, "nonsense", true, [[1]], {}, 3n, symbol, () => 1];
/** What only an object of some class may be. */
const noThings: readonly unknown[] = [...noTensors, new Map([[1, 2]]), new Date(0), ones([2, 2])];
const noNumbers: readonly unknown[] = [
  null,
  Number.NaN,
  "3",
  "",
  true,
  [],
  [3],
  {},
  3n,
  symbol,
  () => 3,
  tensor(3),
];

function given(value: unknown, bad: readonly unknown[], more: Partial<Given> = {}): Given {
  return { good: () => value, bad, ...more };
}

/** May be left out. */
export function optional(of: Given): Given {
  return { ...of, optional: true };
}

/** Takes null too. */
export function nullable(of: Given): Given {
  return { ...of, bad: of.bad.filter((value) => value !== null) };
}

/** Without some of the bad values, since they work here. */
export function taking(of: Given, ...good: readonly unknown[]): Given {
  return { ...of, bad: of.bad.filter((value) => !good.some((one) => Object.is(one, value))) };
}

/** With more bad values. */
export function refusing(of: Given, ...bad: readonly unknown[]): Given {
  return { ...of, bad: [...of.bad, ...bad] };
}

/** A whole number from `min`. */
export function whole(value: number, min: number = 1, ...beyond: readonly number[]): Given {
  const { POSITIVE_INFINITY, NEGATIVE_INFINITY } = Number;
  const wrong = [value + 0.5, min - 1, -(2 ** 40), 2 ** 53, 1e300, POSITIVE_INFINITY, NEGATIVE_INFINITY];
  return given(value, [...noNumbers, ...wrong, ...beyond]);
}

/** A whole number from `min` that memory or time bounds: 2^40 is too large. */
export function size(value: number, min: number = 1): Given {
  return whole(value, min, 2 ** 40);
}

/** A number from low to high, both of which work, but for 0 where it is excluded. */
export function number(value: number, low: number, high: number, ...beyond: readonly number[]): Given {
  const outside = [low - 0.1, high + 0.1, -1e300, 1e300, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const wrong = outside.filter((x) => !(x >= low && x <= high));
  return given(value, [...noNumbers, ...wrong, ...beyond]);
}

/** A finite number above 0 that float32 can hold. */
export function positive(value: number = 2): Given {
  return number(value, 0, 1e30, 0, 1e-300);
}

/** A probability. */
export function share(value: number = 0.5): Given {
  return number(value, 0, 1);
}

export function flag(value: boolean = true): Given {
  return given(value, [null, 0, 1, Number.NaN, "true", "", [], {}, 1n, symbol, () => true, tensor(true)]);
}

/** One of several names. */
export function choice(value: string): Given {
  const other = value.toUpperCase() === value ? value.toLowerCase() : value.toUpperCase();
  return given(value, [null, "", "nonsense", other, 0, 1, true, [value], {}, symbol, tensor(1)]);
}

export function text(value: string = "a b"): Given {
  return given(value, [null, 3, Number.NaN, true, [value], {}, 3n, symbol, () => value, ones([2])]);
}

/** A list of texts, or of numbers. */
export function list(value: readonly unknown[]): Given {
  const item = typeof value[0] === "number" ? ["1", 1.5, Number.NaN, null, {}] : [3, null, {}, Number.NaN];
  const holes = new Array<unknown>(2);
  const bad = item.map((one) => [value[0], one]);
  return given(value, [null, 3, true, {}, "nonsense", symbol, () => value, ones([2]), holes, ...bad]);
}

export function call(value: (...args: never[]) => unknown): Given {
  return given(value, [null, 3, "relu", true, [], {}, symbol, ones([2])]);
}

/** An instance of some class, such as a module. */
export function thing(make: () => unknown): Given {
  return { good: make, bad: noThings };
}

/** A tensor. Other dtypes, ranks and backends are refused, and so is a freed one. */
function of(x: Tensor, others: readonly Tensor[]): Given {
  return given(x, [...noTensors, ...others, x.to(elsewhere), freed()]);
}

export function floats(x: Tensor): Given {
  return of(x, [x.gt(0), ones(x.shape, { dtype: "int32" })]);
}

export function ints(x: Tensor): Given {
  return of(x, [x.gt(0), x.to("float32")]);
}

export function bools(x: Tensor): Given {
  return of(x, [x.to("int32"), x.to("float32")]);
}

/** A tensor that meets no other one: any backend does. */
export function alone(tensors: Given): Given {
  return { ...tensors, bad: tensors.bad.filter((x) => !(x instanceof Tensor && x.backend === elsewhere)) };
}

/** A tensor of any dtype. */
export function anyType(tensors: Given): Given {
  const x = tensors.good() as Tensor;
  const other = (value: unknown): boolean =>
    value instanceof Tensor && value.backend === x.backend && value.dtype !== x.dtype;
  return { ...tensors, bad: tensors.bad.filter((value) => !other(value)) };
}

/** A tensor whose rank is fixed: one dim more, or none, does not fit. */
export function ranked(tensors: Given): Given {
  const x = tensors.good() as Tensor;
  return refusing(tensors, x.unsqueeze(0).unsqueeze(0).unsqueeze(0), x.flatten().select(0, 0));
}

/** An object whose fields are known. */
export function fields(known: Readonly<Record<string, Given>>): Given {
  const entries = Object.entries(known);
  const good = (): object =>
    Object.fromEntries(entries.flatMap(([name, one]) => (one.optional ? [] : [[name, one.good()]])));
  return { good, bad: [null, 3, "nonsense", true, [], [1], symbol, () => 1, ones([2])], fields: known };
}

/** Options, a line each: forgetting one is a type error. Without required ones, they may be left out. */
export function options<T extends object>(
  known: { readonly [Name in keyof Required<T>]: Given },
  beside: Partial<T> = {},
): Given {
  const all: Readonly<Record<string, Given>> = known;
  const one = fields(all);
  const bad = [...one.bad, new Map([[1, 2]]), new Date(0), { nonsense: 1 }];
  const good = (): object => ({ ...beside, ...Object(one.good()) });
  return { ...one, good, bad, optional: Object.values(all).every((field) => field.optional === true) };
}

/** Options that may all be left out. */
export function optionals<T extends object>(
  known: { readonly [Name in keyof Required<T>]: Given },
  beside: Partial<T> = {},
): Given {
  const entries = Object.entries<Given>(known).map(([name, one]) => [name, optional(one)]);
  return options<object>(Object.fromEntries(entries), beside);
}
