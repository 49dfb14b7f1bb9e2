import { ArgumentError, ShapeError, scope, Tensor } from "@saccade/tensor";
import {
  adopt,
  badArgument,
  checkFunction,
  isPlainObject,
  isTracing,
  refusePromise,
  retain,
} from "@saccade/tensor/backend";
import { type OptionsOf, oneOf, options, rule } from "@saccade/tensor/contract";
import { Batched, spread, type Vmap } from "./batched.ts";
import { inside } from "./batcher.ts";

/** Tensors in lists and records, such as arguments and results of a mapped function. */
export type Tree = Tensor | readonly Tree[] | { readonly [name: string]: Tree };

const isDim = (value: unknown): value is number => Number.isInteger(value);
const isDims = (value: unknown): value is number | null => value === null || isDim(value);

const vmapOptions = /* @__PURE__ */ options(
  "vmap",
  {
    /** The dim of each argument that is mapped over, one for all arguments or a list; null for one that all share. Default 0. */
    inDims: rule(
      "a whole number, or a list of whole numbers and null",
      (value): value is number | readonly (number | null)[] =>
        isDim(value) || (Array.isArray(value) && value.every(isDims)),
      0,
    ),
    /** The position of the mapped dim in the results. Default 0. */
    outDims: rule("a whole number", isDim, 0),
    /** Whether random ops throw, draw the same numbers for all, or different ones for each. Default "error". */
    randomness: oneOf(["error", "same", "different"], "error"),
  },
  {
    example: "vmap(f, { inDims: [0, null] })",
    renamed: { in_dims: "write inDims", out_dims: "write outDims" },
  },
);

/** Options of {@link vmap}. */
export interface VmapOptions extends OptionsOf<typeof vmapOptions> {}

/**
 * Maps a function over a dim of its arguments: `f` is written for one, and each of its ops runs once for all. As in
 * PyTorch and JAX, `vmap(grad(f))` gives the gradients of each sample. An op without a rule for many runs in a loop, with a
 * warning. Tensors that `f` reads from outside are shared by all, and so are the numbers of `randint` and `randperm`.
 *
 * @param f takes and returns tensors, or lists and records of them. It cannot read their elements.
 * @throws ArgumentError unless `f` is a function, for arguments without tensors, and unless one is mapped over; ShapeError
 * if an argument does not have its dim, or the sizes differ.
 * @example vmap((x, y) => x.dot(y))(tensor([[1, 2], [3, 4]]), tensor([[1, 1], [2, 2]])) // tensor([ 3, 14])
 */
export function vmap<A extends readonly Tree[], R extends Tree>(
  f: (...args: A) => R,
  given?: VmapOptions,
): (...args: A) => R {
  checkFunction("vmap", "f", f, "write vmap((x) => x.square())");
  const { inDims, outDims, randomness } = vmapOptions(given);
  return (...args: A): R => {
    const dims = args.map((_, i) => (typeof inDims === "number" ? inDims : inDims[i]));
    if (Array.isArray(inDims) && inDims.length !== args.length)
      throw new ArgumentError(
        `vmap: inDims has ${inDims.length} entries for ${args.length} arguments; give one each.`,
      );
    if (isTracing())
      throw new ArgumentError("vmap: exports cannot hold it; export the function of a batch instead.");
    return scope(() => {
      const own: Vmap = { size: sizeOf(args, dims), randomness, outside: [] };
      return inside(own, () => {
        const mapped = args.map((arg, i) =>
          mapTree(arg, `argument ${i}`, (x) => enter(x, dims[i] ?? null, own)),
        );
        const result = f(...(mapped as readonly Tree[] as A));
        refusePromise("vmap", result);
        return mapTree(result, "the function's result", (x) => leave(x, outDims, own)) as R;
      });
    });
  };
}

/** The size of the mapped dim, the same in all arguments. */
function sizeOf(args: readonly Tree[], dims: readonly (number | null | undefined)[]): number {
  let size: number | undefined;
  args.forEach((arg, i) => {
    const dim = dims[i];
    mapTree(arg, `argument ${i}`, (x) => {
      if (dim === null || dim === undefined) return x;
      const found = x.shape.at(dim);
      if (found === undefined || dim >= x.ndim || dim < -x.ndim)
        throw new ShapeError(`vmap: argument ${i} is ${x.describe()}, without a dim ${dim}; see inDims.`);
      if (size !== undefined && size !== found)
        throw new ShapeError(
          `vmap: argument ${i} is ${x.describe()}, with ${found} along dim ${dim}; the arguments before have ${size}. ` +
            "inDims selects the dims to map over.",
        );
      size = found;
      return x;
    });
  });
  if (size === undefined)
    throw new ArgumentError(
      "vmap: no argument is mapped over; inDims must name a dim of one that is a tensor.",
    );
  return size;
}

function mapTree(value: unknown, name: string, f: (x: Tensor) => Tensor): Tree {
  if (value instanceof Tensor) {
    value.checkLive("vmap");
    return f(value);
  }
  if (Array.isArray(value)) return value.map((one) => mapTree(one, name, f));
  if (typeof value === "object" && value !== null && isPlainObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTree(one, name, f)]));
  throw badArgument("vmap", name, "a tensor, or a list or record of tensors", value);
}

function enter(x: Tensor, dim: number | null, own: Vmap): Tensor {
  return dim === null ? x : new Batched(x.movedim(dim, 0), own);
}

function leave(x: Tensor, dim: number, own: Vmap): Tensor {
  // A scope inside may have given up the physical tensor, which only a tape keeps then.
  const all = adopt(retain(spread(x, own)));
  if (dim >= all.ndim || dim < -all.ndim)
    throw new ShapeError(`vmap: a result has ${all.ndim} dims, so outDims ${dim} is out of range.`);
  return dim === 0 ? all : all.movedim(0, dim);
}
