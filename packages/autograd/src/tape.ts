// Tapes: what a function read and made, and how gradients go back through it; checks of what is differentiated.

import { DTypeError, FreedTensorError, scope, sumTo, Tensor, zeros } from "@saccade/tensor";
import {
  adopt,
  badArgument,
  checkFunction,
  checkTensor,
  emptyScope,
  filledLike,
  isFloat,
  type PullBack,
  record,
  refusePromise,
  release,
  retain,
  sameShape,
  type TapeListener,
  unreadCotangent,
  usesTensor,
  withListener,
  withoutTapes,
} from "@saccade/tensor/backend";

/** A gradient; null without a path, false where a path has none because a derivative on it is constant. */
export type MaybeGrad = Tensor | null | false;

/**
 * The gradient accumulated so far for a watched tensor, or for a tensor that depends on one. Holds a share of the
 * gradient.
 */
interface Slot {
  readonly tape: Tape;
  readonly watched: boolean;
  grad: MaybeGrad;
}

/**
 * Gradients of `outputs`, with zeros for those that are missing. Outer tapes see that they depend on the
 * inputs, even if the derivative is constant. So grad(grad(f)) of a linear f is 0 rather than a missing path.
 */
export function withZeros(
  outputs: readonly Tensor[],
  grads: readonly MaybeGrad[],
  inputs: readonly Tensor[],
): Tensor[] {
  const all = grads.map((grad, i) => grad || withoutPath(filledLike(inputs[i]!, 0)));
  record("grad", outputs, all, null);
  return all;
}

const pathless: WeakSet<Tensor> = new WeakSet();

/**
 * Marks zeros as a gradient without a path, PyTorch's None.
 *
 * @example hasNoPath(withoutPath(zeros([2]))) // true
 */
export function withoutPath(zeros: Tensor): Tensor {
  pathless.add(zeros);
  return zeros;
}

/**
 * Whether a gradient is zeros for a parameter that the loss never met. An optimizer leaves that parameter alone.
 *
 * @example
 * const [a, b] = [tensor([3]), tensor([1])];
 * valueAndGrad(() => a.square().sum(), [a, b]).grads.map(hasNoPath) // [false, true]
 */
export function hasNoPath(grad: Tensor): boolean {
  return pathless.has(grad);
}

const none: readonly Tensor[] = [];

interface Node {
  readonly inputs: readonly Tensor[];
  readonly outputs: readonly Tensor[];
  /** Other tensors that the pull-back uses. */
  readonly kept: readonly Tensor[];
  /** The slot of each input; undefined if no gradient is needed. */
  readonly from: readonly (Slot | undefined)[];
  /** The slot of each output. */
  readonly to: readonly Slot[];
  readonly pullBack: PullBack | null;
}

/**
 * The ops applied to the watched tensors, in order. Holds a share of every tensor that gradients may need, until {@link
 * backward} or {@link close} is called.
 */
export class Tape implements TapeListener {
  // The watched tensors and all tensors that depend on them. Each has its slot in a field, which is faster than a Map; where
  // another tape has taken the field, the slot is in #others.
  readonly #met: Tensor[] = [];
  readonly #others: Map<Tensor, Slot> = new Map();
  #nodes: Node[] = [];
  readonly #joins: ((x: Tensor) => boolean) | undefined;

  /** @param joins whether a tensor that no op on the tape has made is watched from here on. */
  constructor(watched: Iterable<Tensor>, joins?: (x: Tensor) => boolean) {
    this.#joins = joins;
    for (const x of watched) {
      usesTensor(x);
      this.#slotOf(x, true);
    }
  }

  record(
    _name: string,
    inputs: readonly Tensor[],
    outputs: readonly Tensor[],
    pullBack: PullBack | null,
    kept: readonly Tensor[] = none,
  ): void {
    const from: (Slot | undefined)[] = [];
    let reached: Slot | undefined;
    for (let i = 0; i < inputs.length; i++) {
      const x = inputs[i]!;
      const slot = this.#find(x) ?? (this.#joins?.(x) ? this.#slotOf(x, true) : undefined);
      from.push(slot);
      reached ??= slot;
    }
    if (!reached) return;
    retainAll(inputs);
    retainAll(kept);
    retainAll(outputs);
    const to: Slot[] = [];
    for (let i = 0; i < outputs.length; i++) to.push(this.#slotOf(outputs[i]!));
    this.#nodes.push({ inputs, outputs, kept, from, to, pullBack });
  }

  #find(x: Tensor): Slot | undefined {
    const slot = x.slot as Slot | undefined;
    return slot?.tape === this ? slot : this.#others.get(x);
  }

  #slotOf(y: Tensor, watched: boolean = false): Slot {
    const found = this.#find(y);
    if (found !== undefined) return found;
    const slot: Slot = { tape: this, watched, grad: null };
    if (y.slot === undefined) {
      y.slot = slot;
      this.#met.push(y);
    } else this.#others.set(y, slot);
    return slot;
  }

  holds(tensor: Tensor): boolean {
    return this.#find(tensor)?.watched || this.#nodes.some((node) => node.inputs.includes(tensor));
  }

  another(watched: readonly Tensor[]): Tape {
    return new Tape(watched);
  }

  /** Runs `f` and records its ops on this tape. */
  run<T>(f: () => T): T {
    return withListener(this, f);
  }

  /**
   * Propagates the outputs' cotangents backwards, freeing saved tensors on the way. Returns the gradients of `wanted`,
   * see {@link MaybeGrad}. Outer tapes record the computation.
   */
  backward(
    outputs: readonly Tensor[],
    cotangents: readonly Tensor[],
    wanted: readonly Tensor[],
  ): MaybeGrad[] {
    try {
      scope(() => {
        outputs.forEach((y, i) => {
          accumulate(this.#slotOf(y), y, cotangents[i]!);
        });
        for (let node = this.#nodes.pop(); node; node = this.#nodes.pop()) {
          try {
            backThrough(node);
            // Without a pull-back, the op that made the outputs still needs their gradients.
            if (node.pullBack !== null) for (const slot of node.to) if (!slot.watched) drop(slot);
          } finally {
            forget(node);
          }
          emptyScope();
        }
      });
      return wanted.map((x) => {
        const grad = this.#find(x)?.grad ?? null;
        return grad && adopt(retain(grad));
      });
    } finally {
      this.close();
    }
  }

  /** Releases all saved tensors. */
  close(): void {
    for (const node of this.#nodes) forget(node);
    this.#nodes = [];
    for (let i = 0; i < this.#met.length; i++) {
      drop(this.#find(this.#met[i]!)!);
      this.#met[i]!.slot = undefined;
    }
    this.#met.length = 0;
    for (const slot of this.#others.values()) drop(slot);
    this.#others.clear();
  }
}

function backThrough({ inputs, outputs, from, to, pullBack }: Node): void {
  let reached = false;
  let constant = true;
  for (let i = 0; i < to.length; i++) {
    const { grad } = to[i]!;
    if (grad !== null) reached = true;
    if (grad) constant = false;
  }
  if (!reached) return;
  const grads: Tensor[] = [];
  for (let i = 0; i < to.length; i++) grads.push(to[i]!.grad || zeroLike(outputs[i]!));
  const thunks = pullBack === null ? from : pullBack(grads);
  for (let i = 0; i < thunks.length; i++) {
    const thunk = thunks[i];
    const slot = from[i];
    const x = inputs[i]!;
    if (!thunk || !slot) continue;
    // A constant derivative only continues the path.
    if (constant || typeof thunk !== "function") slot.grad ??= false;
    else accumulate(slot, x, thunk());
  }
}

// A single zero expanded to the tensor's shape, since few gradients read it.
function zeroLike({ dtype, backend, shape }: Tensor): Tensor {
  return unreadCotangent(zeros([], { dtype, backend }).expand(shape));
}

// Adds a gradient to that of x, in the shape and dtype of x.
function accumulate(slot: Slot, x: Tensor, grad: Tensor): void {
  const before = slot.grad;
  const own = sameShape(grad.shape, x.shape) ? grad : sumTo(grad, x.shape);
  slot.grad = retain(before ? before.add(own) : own.dtype === x.dtype ? own : own.to(x.dtype));
  if (before) release(before);
}

function drop(slot: Slot): void {
  if (slot.grad) release(slot.grad);
  slot.grad = null;
}

function forget({ inputs, outputs, kept }: Node): void {
  releaseAll(inputs);
  releaseAll(kept);
  releaseAll(outputs);
}

// By index: V8's interpreter, which runs the first steps of a program, is slow at iterators.
function retainAll(tensors: readonly Tensor[]): void {
  for (let i = 0; i < tensors.length; i++) retain(tensors[i]!);
}

function releaseAll(tensors: readonly Tensor[]): void {
  for (let i = 0; i < tensors.length; i++) release(tensors[i]!);
}

/**
 * Runs `f` without recording gradients and in its own scope: everything made inside is freed, except what `f` returns.
 *
 * @throws ArgumentError if `f` is not a function or returns a promise.
 * @example noGrad(() => tensor([1, 3]).mean().item()) // 2
 */
export function noGrad<T>(f: () => T): T {
  checkFunction("noGrad", "f", f, "write noGrad(() => net.forward(x))");
  return withoutTapes(() =>
    scope(() => {
      const result = f();
      refusePromise("noGrad", result);
      return result;
    }),
  );
}

/**
 * Returns x as a constant: no gradient flows through it. PyTorch's `detach`, JAX's `stop_gradient`.
 *
 * @throws ArgumentError unless x is a tensor.
 * @example grad((x) => x.mul(stopGradient(x)).sum())(tensor([3])) // tensor([3])
 */
export function stopGradient(x: Tensor): Tensor {
  checkTensor("stopGradient", "x", x);
  return x.detach();
}

/**
 * A value as a tensor that may have a gradient.
 *
 * @throws ArgumentError unless it is a tensor; DTypeError unless it is a float tensor, since only floats have gradients.
 */
export function differentiable(what: string, name: string, x: unknown): Tensor {
  checkTensor(what, name, x);
  if (isFloat(x.dtype)) return x;
  throw new DTypeError(
    `${what}: ${name} is ${x.describe()}; only float tensors have gradients. Convert it with to("float32").`,
  );
}

/** @throws ArgumentError unless `value` is a tensor or a list of tensors; FreedTensorError for a freed one in a list. */
export function checkTensorOrList(what: string, name: string, value: unknown): void {
  if (value instanceof Tensor) return;
  if (!Array.isArray(value)) throw badArgument(what, name, "a tensor or a list of tensors", value);
  for (const [i, x] of value.entries()) checkTensor(what, `${name}[${i}]`, x);
}

/**
 * Checks the tensors that a callback returns, while a tape may still hold freed ones.
 *
 * @throws ArgumentError for anything else; FreedTensorError for a tensor that was disposed, or whose scope has ended.
 */
export function checkReturned(what: string, result: Tensor | readonly Tensor[]): void {
  if (result instanceof Tensor && result.owned) return;
  checkTensorOrList(what, "the function's result", result);
  const freed = [result].flat().find((x) => !x.owned);
  if (freed !== undefined)
    throw new FreedTensorError(`${what}: the callback returned a freed tensor, ${freed.describe()}.`);
}
