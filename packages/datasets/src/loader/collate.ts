import { ArgumentError, scope, stack, Tensor, tensor } from "@saccade/tensor";
import { badArgument, describeValue, isPlainObject, sameShape } from "@saccade/tensor/backend";

/** A batch of samples: tensors and numbers become tensors with one dim more, arrays and objects are batched by field. */
export type Collated<S> = S extends Tensor | number | boolean
  ? Tensor
  : S extends string
    ? readonly string[]
    : S extends object
      ? { readonly [K in keyof S]: Collated<S[K]> }
      : readonly S[];

/**
 * Makes a batch of samples: stacks tensors, turns numbers (float32) and booleans into a tensor, and does so for each field of
 * arrays and plain objects, which all samples must have. Anything else is kept as a list.
 *
 * @throws ArgumentError unless samples is a list of samples of one form: tensors of one shape, arrays of one length, objects
 * with the same fields.
 * @example defaultCollate([[tensor([1, 2]), 0], [tensor([3, 4]), 1]]) // [tensor([[1, 2], [3, 4]]), tensor([0, 1])]
 */
export function defaultCollate<S>(samples: readonly S[]): Collated<S> {
  if (!Array.isArray(samples) || samples.length === 0)
    throw badArgument("defaultCollate", "samples", "a list of samples, at least one", samples);
  return scope(() => collated(samples, "")) as Collated<S>;
}

/** `at` is the place in each sample, such as ".x[0]". */
function collated(samples: readonly unknown[], at: string): unknown {
  const [first] = samples;
  const kind = kindOf(first);
  if (kind === "a promise") throw unfit(`samples[0]${at} is a promise`, "await it first");
  if (kind === null) return samples;
  const odd = samples.findIndex((sample) => kindOf(sample) !== kind);
  if (odd > 0) throw differ(at, odd, `is ${describeValue(samples[odd])}`, kind);
  if (kind === "a tensor") return stacked(samples as Tensor[], at);
  if (kind === "a number" || kind === "a boolean") return tensor(samples as number[]);
  const field = (key: string | number, place: string): unknown =>
    collated(
      samples.map((sample): unknown => Reflect.get(Object(sample), key)),
      at + place,
    );
  if (Array.isArray(first)) {
    const items = (sample: unknown): number => Object(sample).length;
    const other = samples.findIndex((sample) => items(sample) !== first.length);
    if (other > 0) throw differ(at, other, `has ${items(samples[other])} items`, `has ${first.length}`);
    return first.map((_, i) => field(i, `[${i}]`));
  }
  const keys = (sample: unknown): string[] => Object.keys(Object(sample)).sort();
  const [names, all] = [keys(first).join(", "), samples.map((sample) => keys(sample).join(", "))];
  const other = all.findIndex((one) => one !== names);
  if (other > 0) throw differ(at, other, `has the fields ${all[other]}`, names);
  return Object.fromEntries(Object.keys(Object(first)).map((key) => [key, field(key, `.${key}`)]));
}

function stacked(samples: readonly Tensor[], at: string): Tensor {
  const [first] = samples;
  const odd = samples.findIndex(({ shape }) => !sameShape(shape, first!.shape));
  if (odd > 0) throw differ(at, odd, `is ${describeValue(samples[odd])}`, describeValue(first));
  return stack(samples);
}

/** The kind of a batchable value; null for values that are collected in a list. */
function kindOf(sample: unknown): string | null {
  if (sample instanceof Tensor) return "a tensor";
  if (sample instanceof Promise) return "a promise";
  if (typeof sample === "number" || typeof sample === "boolean") return `a ${typeof sample}`;
  if (Array.isArray(sample)) return "an array";
  return isPlainObject(Object(sample ?? 0)) ? "an object" : null;
}

function differ(at: string, odd: number, what: string, first: string): ArgumentError {
  const problem = `samples[${odd}]${at} ${what}, samples[0]${at} ${first}`;
  return unfit(problem, "pad them, or give the DataLoader a collateFn of your own");
}

function unfit(problem: string, fix: string): ArgumentError {
  return new ArgumentError(`defaultCollate: ${problem}; ${fix}.`);
}
