import { scope, stack, Tensor, tensor } from "@saccade/tensor";
import { badArgument, refuseExtra } from "@saccade/tensor/backend";

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
 * arrays and plain objects. Anything else is kept as a list.
 *
 * @throws ArgumentError unless samples is a list, ShapeError for tensors of different shapes.
 * @example defaultCollate([[tensor([1, 2]), 0], [tensor([3, 4]), 1]]) // [tensor([[1, 2], [3, 4]]), tensor([0, 1])]
 */
export function defaultCollate<S>(samples: readonly S[]): Collated<S> {
  refuseExtra("defaultCollate", arguments, 1);
  if (!Array.isArray(samples) || samples.length === 0)
    throw badArgument("defaultCollate", "samples", "a list of samples, at least one", samples);
  return scope(() => collated(samples)) as Collated<S>;
}

function collated(samples: readonly unknown[]): unknown {
  const [first] = samples;
  if (first instanceof Tensor) return stack(samples as Tensor[]);
  if (typeof first === "number" || typeof first === "boolean") return tensor(samples as number[]);
  const field = (key: string | number): unknown =>
    collated(samples.map((sample): unknown => Reflect.get(Object(sample), key)));
  if (Array.isArray(first)) return first.map((_, i) => field(i));
  if (Object.getPrototypeOf(first ?? 0) !== Object.prototype) return samples;
  return Object.fromEntries(Object.keys(Object(first)).map((key) => [key, field(key)]));
}
