import { ArgumentError, ShapeError, scope, stack, Tensor } from "@saccade/tensor";
import {
  type AnyOp,
  apply,
  applyView,
  applyViews,
  type Batcher,
  badArgument,
  checkFunction,
  currentBatcher,
  isPlainObject,
  isTracing,
  ownOps,
  record,
  refuseExtra,
  refusePromise,
  type ViewOp,
  type ViewsOp,
  withBatcher,
} from "@saccade/tensor/backend";
import { type OptionsOf, oneOf, options, rule } from "@saccade/tensor/contract";
import { Batched, isOf, physicalOf, running, spread } from "./batched.ts";
import { broadcast, type Call, loop, type Rule, rules } from "./rules.ts";

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
    /** Where the mapped dim stands in the results. Default 0. */
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
  refuseExtra(vmapOptions, arguments, 2);
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
      const own = running.push({});
      try {
        const size = sizeOf(args, dims);
        const mapped = args.map((arg, i) =>
          mapTree(arg, `argument ${i}`, (x) => enter(x, dims[i] ?? null, own)),
        );
        const batcher = { run: runOps({ own, size, randomness, outer: currentBatcher() }), view, views };
        const result = withBatcher(batcher, () => f(...(mapped as readonly Tree[] as A)));
        refusePromise("vmap", result);
        return mapTree(result, "the function's result", (x) => leave(x, outDims, own, size)) as R;
      } finally {
        running.pop();
      }
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
            "inDims says which dims are mapped over.",
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

function enter(x: Tensor, dim: number | null, own: number): Tensor {
  return dim === null ? x : new Batched(x.movedim(dim, 0), own);
}

function leave(x: Tensor, dim: number, own: number, size: number): Tensor {
  const all = spread(x, own, size);
  if (dim >= all.ndim || dim < -all.ndim)
    throw new ShapeError(
      `vmap: a result has ${all.ndim} dims, so the mapped one cannot stand at ${dim}; see outDims.`,
    );
  return dim === 0 ? all : all.movedim(0, dim);
}

/** The level of the innermost vmap whose tensors are among some; 0 for none. */
function levelOf(xs: readonly Tensor[]): number {
  let highest = 0;
  for (const x of xs) if (x instanceof Batched && x.level > highest) highest = x.level;
  return highest;
}

interface Vmap {
  readonly own: number;
  readonly size: number;
  readonly randomness: "error" | "same" | "different";
  readonly outer: Batcher | null;
}

/** Whether an op that draws is running for all, so that what it calls draws once. */
let drawing = false;

/** Runs an op of tensors of any level; random ones as the innermost vmap has them. */
function runOps({ own: innermost, size, randomness, outer }: Vmap): Batcher["run"] {
  return (op, inputs, attrs) => {
    const found = levelOf(inputs);
    const draws = !drawing && "state" in attrs && attrs.state !== null;
    if (draws && randomness === "error") throw drawsNumbers(op.name);
    if (found === 0 && (!draws || randomness === "same")) return null;
    const different = draws && randomness === "different";
    if (different && inputs.length === 0) {
      const shape = "shape" in attrs && Array.isArray(attrs.shape) ? attrs.shape : [];
      const each = withBatcher(outer, () => apply(op, inputs, { ...attrs, shape: [size, ...shape] }));
      return each.map((y) => new Batched(y, innermost));
    }
    const own = different ? innermost : found;
    const many = different ? size : inputs.find((x) => isOf(x, own))!.stacked.shape[0]!;
    const given = different ? inputs.map((x) => new Batched(spread(x, own, many), own)) : inputs;
    const call = { op, inputs: given, attrs, level: own, size: many };
    const before = drawing;
    drawing ||= different;
    try {
      const together = draws && randomness === "same" ? null : ruleOf(op)(call);
      const outputs = (together ?? runInLoop(call, !draws)).map((y) => new Batched(y, own));
      record(op.name, inputs, outputs, (grads) => op.gradient(grads, inputs, outputs, attrs));
      return outputs;
    } finally {
      drawing = before;
    }
  };
}

function drawsNumbers(what: string): ArgumentError {
  return new ArgumentError(
    `vmap: ${what} draws random numbers inside; say whether all get the same or different ones: ` +
      'vmap(f, { randomness: "different" }).',
  );
}

const ofOps: ReadonlyMap<string, Rule> = /* @__PURE__ */ new Map(Object.entries(rules));

/** The rule of an op; those that stretch their inputs and work by elements need none. */
function ruleOf(op: AnyOp): Rule {
  const known = ownOps.has(op) ? undefined : ofOps.get(op.name);
  return known ?? (op.broadcast === true ? broadcast : loop);
}

const told: Set<string> = new Set();

function runInLoop({ op, inputs, attrs, level: own, size }: Call, warn: boolean): Tensor[] {
  if (warn && !told.has(op.name)) {
    told.add(op.name);
    console.warn(`saccade: vmap has no rule for ${op.name}, so it runs ${size} times, once for each.`);
  }
  if (size === 0)
    throw new ShapeError(`vmap: ${op.name} has no rule, and a loop over a dim of size 0 gives nothing.`);
  const each = Array.from({ length: size }, (_, i) =>
    apply(
      op,
      inputs.map((x) => (isOf(x, own) ? x.stacked.select(0, i) : x)),
      attrs,
    ),
  );
  return each[0]!.map((_, k) => stack(each.map((outputs) => outputs[k]!)));
}

/** A view of all: the op's window without the mapped dim, repeated along it. */
function view<A extends object>(op: ViewOp<A>, x: Tensor, attrs: A): Tensor {
  const own = levelOf([x]);
  const gradient = op.gradient;
  const many: ViewOp<A> = {
    name: op.name,
    view: (window) => repeated(window, op.view(rest(window), attrs)),
    gradient: gradient && ((g) => spread(gradient(new Batched(g, own), x, attrs), own, g.shape[0]!)),
  };
  const out = new Batched(applyView(many, physicalOf(x, own)!, attrs), own);
  record(op.name, [x], [out], ([g]) => [gradient && (() => gradient(g!, x, attrs))]);
  return out;
}

function views<A extends object>(op: ViewsOp<A>, x: Tensor, attrs: A): Tensor[] {
  const own = levelOf([x]);
  const many: ViewsOp<A> = {
    name: op.name,
    views: (window) => op.views(rest(window), attrs).map((one) => repeated(window, one)),
    gradient: (grads) =>
      spread(
        op.gradient(
          grads.map((g) => new Batched(g, own)),
          x,
          attrs,
        ),
        own,
        grads[0]!.shape[0]!,
      ),
  };
  const outs = applyViews(many, physicalOf(x, own)!, attrs).map((y) => new Batched(y, own));
  record(op.name, [x], outs, (grads) => [() => op.gradient(grads, x, attrs)]);
  return outs;
}

type Window = ReturnType<ViewOp<object>["view"]>;

function rest({ shape, strides, offset }: Window): Window {
  return { shape: shape.slice(1), strides: strides.slice(1), offset };
}

function repeated({ shape, strides }: Window, one: Window): Window {
  return { shape: [shape[0]!, ...one.shape], strides: [strides[0]!, ...one.strides], offset: one.offset };
}
