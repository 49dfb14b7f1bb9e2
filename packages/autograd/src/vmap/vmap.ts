// How ops, views and pull-backs of one of many run once for all.

import { ArgumentError, pad, ShapeError, scope, stack, sumTo, Tensor } from "@saccade/tensor";
import {
  adopt,
  apply,
  applyView,
  applyViews,
  type Backend,
  type Batcher,
  badArgument,
  checkFunction,
  currentTapes,
  fresh,
  isPlainObject,
  isTracing,
  type PullBack,
  record,
  refusePromise,
  retain,
  type Window,
  withBatcher,
  withoutTapes,
  withTapes,
} from "@saccade/tensor/backend";
import { type OptionsOf, oneOf, options, rule } from "@saccade/tensor/contract";
import { Batched, isOf, physicalOf, running, spread, type Vmap, withRunning } from "./batched.ts";
import { type Call, ruleOf } from "./rules.ts";

/**
 * The innermost vmap intercepts ops on its tensors, and runs them on the physical ones outside of itself, where tapes record
 * them and the next vmap takes over. Tapes inside record the ops on the batched tensors. The gradient of a view is defined
 * for one example, so tapes outside of a vmap pull it back inside, as with everything from `record`.
 */
export const batcher: Batcher = {
  run(op, inputs, attrs, backend) {
    const draws = "state" in attrs && attrs.state !== null;
    const vmap = innermost((one) => {
      if (draws && one.randomness === "error") throw drawsNumbers(op.name);
      return (draws && one.randomness === "different") || inputs.some((x) => isOf(x, one));
    });
    if (vmap === null) return null;
    const all = below(vmap, () => runForAll({ op, inputs, attrs, vmap }, draws, backend));
    const outputs = all.map((y) => new Batched(y, vmap));
    recordInside(vmap, op.name, inputs, outputs, (grads) => op.gradient(grads, inputs, outputs, attrs));
    return outputs;
  },

  view({ name, view, gradient }, x, attrs) {
    if (!(x instanceof Batched)) return null;
    const { vmap, physical } = x;
    const window = (all: Window): Window => repeated(all, view(rest(all), attrs));
    const all = below(vmap, () =>
      withoutTapes(() => applyView({ name, view: window, gradient: null }, physical, attrs)),
    );
    const out = new Batched(all, vmap);
    if (gradient !== null) record(name, [x], [out], ([g]) => [() => gradient(g!, x, attrs)]);
    return out;
  },

  views(op, x, attrs) {
    if (!(x instanceof Batched)) return null;
    const { vmap, physical } = x;
    const windows = (all: Window): Window[] => op.views(rest(all), attrs).map((one) => repeated(all, one));
    const all = below(vmap, () => withoutTapes(() => applyViews({ ...op, views: windows }, physical, attrs)));
    const outs = all.map((y) => new Batched(y, vmap));
    record(op.name, [x], outs, (grads) => [() => op.gradient(grads, x, attrs)]);
    return outs;
  },

  record(name, inputs, outputs, pullBack, kept = []) {
    const met = [...inputs, ...outputs];
    const vmap = innermost((one) => met.some((x) => isOf(x, one)));
    if (vmap === null) return false;
    recordInside(vmap, name, inputs, outputs, pullBack, kept);
    const all = (xs: readonly Tensor[]): Tensor[] => xs.map((x) => physicalOf(x, vmap) ?? x);
    const together = pullBack && forAll(vmap, inputs, outputs, pullBack);
    below(vmap, () => record(name, all(inputs), all(outputs), together, [...kept, ...met]));
    return true;
  },
};

/** Runs `f` inside a vmap: when it is called, and again when a tape around it pulls gradients back. */
export function inside<T>(vmap: Vmap, f: () => T): T {
  vmap.outside = currentTapes();
  return withRunning([...running, vmap], () => withBatcher(batcher, f));
}

/** Runs `f`, a batched computation, outside of a vmap. */
function below<T>(vmap: Vmap, f: () => T): T {
  const around = running.slice(0, running.indexOf(vmap));
  const tapes = currentTapes();
  const outside = tapes.filter((tape) => vmap.outside.includes(tape));
  const run = outside.length < tapes.length ? () => withTapes(outside, f) : f;
  return withRunning(around, () => withBatcher(around.length > 0 ? batcher : null, run));
}

/** The innermost vmap for which `maps` holds; null for none. */
function innermost(maps: (vmap: Vmap) => boolean): Vmap | null {
  return running.findLast(maps) ?? null;
}

/** Records on the tapes inside a vmap. */
function recordInside(
  { outside }: Vmap,
  name: string,
  inputs: readonly Tensor[],
  outputs: readonly Tensor[],
  pullBack: PullBack | null,
  kept?: readonly Tensor[],
): void {
  for (const tape of currentTapes())
    if (!outside.includes(tape)) tape.record(name, inputs, outputs, pullBack, kept);
}

/** A pull-back of one of many as tapes around its vmap call it: with the cotangents of all. */
function forAll(
  vmap: Vmap,
  inputs: readonly Tensor[],
  outputs: readonly Tensor[],
  pullBack: PullBack,
): PullBack {
  return (grads) => {
    const each = grads.map((g, i) => new Batched(isOf(outputs[i]!, vmap) ? g : once(g, vmap), vmap));
    const thunks = inside(vmap, () => pullBack(each));
    return thunks.map((thunk, i) => {
      const x = inputs[i]!;
      const gradient = (): Tensor => {
        const all = spread(sumTo(thunk!(), x.shape), vmap);
        return isOf(x, vmap) ? all : all.sum(0);
      };
      return thunk && (() => inside(vmap, gradient));
    });
  };
}

/** The cotangent of an unbatched output counts once: it goes to the first example. */
function once(g: Tensor, { size }: Vmap): Tensor {
  return pad(g.unsqueeze(0), [...new Array<number>(2 * g.ndim).fill(0), 0, size - 1]);
}

function runForAll(call: Call, draws: boolean, backend: Backend): readonly Tensor[] {
  const { op, inputs, attrs, vmap } = call;
  if (!draws) return ruleOf(op)(call) ?? runInLoop(call, true);
  if (vmap.randomness === "same") return runInLoop(call, false);
  if (inputs.length > 0) {
    const each = { ...call, inputs: inputs.map((x) => new Batched(spread(x, vmap), vmap)) };
    return ruleOf(op)(each) ?? runInLoop(each, false);
  }
  const shape = "shape" in attrs && Array.isArray(attrs.shape) ? attrs.shape : [];
  const together = fresh(() => ({ ...attrs, shape: [vmap.size, ...shape] }));
  return apply(op, inputs, together, backend);
}

function drawsNumbers(what: string): ArgumentError {
  return new ArgumentError(
    `vmap: ${what} draws random numbers inside; say whether all get the same or different ones: ` +
      'vmap(f, { randomness: "different" }).',
  );
}

const warned: Set<string> = new Set();

function runInLoop({ op, inputs, attrs, vmap }: Call, warn: boolean): Tensor[] {
  if (warn && !warned.has(op.name)) {
    warned.add(op.name);
    console.warn(`saccade: vmap has no rule for ${op.name}, so it runs ${vmap.size} times, once for each.`);
  }
  if (vmap.size === 0)
    throw new ShapeError(`vmap: ${op.name} has no rule, and a loop over a dim of size 0 gives nothing.`);
  const each = Array.from({ length: vmap.size }, (_, i) =>
    apply(
      op,
      inputs.map((x) => physicalOf(x, vmap)?.select(0, i) ?? x),
      attrs,
    ),
  );
  return each[0]!.map((_, k) => stack(each.map((outputs) => outputs[k]!)));
}

/** The window of one of many. */
function rest({ shape, strides, offset }: Window): Window {
  return { shape: shape.slice(1), strides: strides.slice(1), offset };
}

/** A window of one, for each of many. */
function repeated({ shape, strides }: Window, one: Window): Window {
  return { shape: [shape[0]!, ...one.shape], strides: [strides[0]!, ...one.strides], offset: one.offset };
}

/** Tensors in lists and records, such as arguments and results of a mapped function. */
export type Tree = Tensor | readonly Tree[] | { readonly [name: string]: Tree };

const isDim = (value: unknown): value is number => Number.isInteger(value);
const isDims = (value: unknown): value is number | null => value === null || isDim(value);

const vmapOptions = /* @__PURE__ */ options(
  "vmap(f, { inDims: [0, null] })",
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
