import { scope, sumTo, type Tensor, zeros } from "@saccade/tensor";
import {
  adopt,
  checkFunction,
  checkTensor,
  emptyScope,
  type PullBack,
  release,
  retain,
  type TapeListener,
  usesTensor,
  withListener,
  withoutTapes,
} from "@saccade/tensor/backend";

/**
 * The gradient accumulated so far for a watched tensor, or for a tensor that depends on one. Holds a share of the
 * gradient.
 */
interface Slot {
  readonly watched: boolean;
  grad: Tensor | null;
  /** A path without a gradient leads here: a derivative on it is constant. See {@link link}. */
  linked: boolean;
}

/**
 * The pull-back of gradients as outer tapes see them: they depend on the loss that they are gradients of, also where
 * the derivative is constant. So grad(grad(f)) of a linear f is 0, and no missing path.
 */
export const link: PullBack = () => [];

interface Node {
  readonly inputs: readonly Tensor[];
  readonly outputs: readonly Tensor[];
  /** The slot of each input; undefined if no gradient is needed. */
  readonly from: readonly (Slot | undefined)[];
  /** The slot of each output. */
  readonly to: readonly Slot[];
  readonly pullBack: PullBack;
}

/**
 * The ops applied to the watched tensors, in order. Holds a share of every tensor that gradients may need, until {@link
 * backward} or {@link close} is called.
 */
export class Tape implements TapeListener {
  // The slots of the watched tensors and of all tensors that depend on them.
  readonly #slots: Map<Tensor, Slot> = new Map();
  #nodes: Node[] = [];
  readonly #joins: (x: Tensor) => boolean;

  /** @param joins whether a tensor that no op on the tape has made is watched from here on. */
  constructor(watched: Iterable<Tensor>, joins: (x: Tensor) => boolean = () => false) {
    this.#joins = joins;
    for (const x of watched) {
      usesTensor(x);
      this.#watch(x);
    }
  }

  #watch(x: Tensor): Slot {
    const slot = { watched: true, grad: null, linked: false };
    this.#slots.set(x, slot);
    return slot;
  }

  record(_name: string, inputs: readonly Tensor[], outputs: readonly Tensor[], pullBack: PullBack): void {
    const from: (Slot | undefined)[] = [];
    let reached = false;
    for (let i = 0; i < inputs.length; i++) {
      const x = inputs[i]!;
      let slot = this.#slots.get(x);
      if (slot === undefined && this.#joins(x)) slot = this.#watch(x);
      from.push(slot);
      reached ||= slot !== undefined;
    }
    if (!reached) return;
    const to: Slot[] = [];
    for (let i = 0; i < inputs.length; i++) retain(inputs[i]!);
    for (let i = 0; i < outputs.length; i++) to.push(this.#slotOf(retain(outputs[i]!)));
    this.#nodes.push({ inputs, outputs, from, to, pullBack });
  }

  #slotOf(y: Tensor): Slot {
    let slot = this.#slots.get(y);
    if (slot === undefined) {
      slot = { watched: false, grad: null, linked: false };
      this.#slots.set(y, slot);
    }
    return slot;
  }

  holds(tensor: Tensor): boolean {
    return this.#slots.get(tensor)?.watched || this.#nodes.some((node) => node.inputs.includes(tensor));
  }

  /** Runs `f` and records its ops on this tape. */
  run<T>(f: () => T): T {
    return withListener(this, f);
  }

  /**
   * Propagates the outputs' cotangents backwards, freeing saved tensors on the way. Returns the gradients of `wanted`,
   * null where there is no path, and whether there is one to any of them, be its gradient constant or not. Outer tapes
   * record the computation.
   */
  backward(
    outputs: readonly Tensor[],
    cotangents: readonly Tensor[],
    wanted: readonly Tensor[],
  ): { readonly grads: (Tensor | null)[]; readonly connected: boolean } {
    try {
      scope(() => {
        outputs.forEach((y, i) => {
          accumulate(this.#slotOf(y), y, cotangents[i]!);
        });
        for (let node = this.#nodes.pop(); node; node = this.#nodes.pop()) {
          backThrough(node);
          // The op that made the outputs of a link still needs their gradients.
          if (node.pullBack !== link)
            for (let i = 0; i < node.to.length; i++) if (!node.to[i]!.watched) drop(node.to[i]!);
          forget(node);
          emptyScope();
        }
      });
      const grads = wanted.map((x) => {
        const grad = this.#slots.get(x)?.grad;
        return grad ? adopt(retain(grad)) : null;
      });
      return { grads, connected: wanted.some((x) => isReached(this.#slots.get(x))) };
    } finally {
      this.close();
    }
  }

  /** Releases all saved tensors. */
  close(): void {
    for (const node of this.#nodes) forget(node);
    this.#nodes = [];
    for (const slot of this.#slots.values()) drop(slot);
    this.#slots.clear();
  }
}

function backThrough(node: Node): void {
  const { inputs, outputs, from, to, pullBack } = node;
  if (to.every(({ grad }) => grad === null) || pullBack === link) {
    if (to.some(isReached)) passOn(node);
    return;
  }
  const grads: Tensor[] = [];
  for (let i = 0; i < to.length; i++) grads.push(to[i]!.grad ?? zeroLike(outputs[i]!));
  const thunks = pullBack(grads);
  for (let i = 0; i < thunks.length; i++) {
    const thunk = thunks[i];
    const slot = from[i];
    const x = inputs[i]!;
    if (thunk && slot) accumulate(slot, x, sumTo(thunk(), x.shape));
  }
}

function isReached(slot: Slot | undefined): boolean {
  return slot !== undefined && (slot.grad !== null || slot.linked);
}

// Marks the inputs that a path leads to, without computing anything.
function passOn({ outputs, from, pullBack }: Node): void {
  const thunks = pullBack === link ? from : pullBack(outputs.map(zeroLike));
  for (let i = 0; i < from.length; i++) if (thunks[i] && from[i]) from[i]!.linked = true;
}

// A single zero expanded to the tensor's shape, since few gradients read it.
function zeroLike({ dtype, backend, shape }: Tensor): Tensor {
  return zeros([], { dtype, backend }).expand(shape);
}

function accumulate(slot: Slot, x: Tensor, grad: Tensor): void {
  const before = slot.grad;
  slot.grad = retain(before ? before.add(grad) : grad.to(x.dtype));
  if (before) release(before);
}

function drop(slot: Slot): void {
  if (slot.grad) release(slot.grad);
  slot.grad = null;
}

function forget({ inputs, outputs }: Node): void {
  for (let i = 0; i < inputs.length; i++) release(inputs[i]!);
  for (let i = 0; i < outputs.length; i++) release(outputs[i]!);
}

/**
 * Runs `f` without recording gradients and in its own scope: everything made inside is freed, except what `f` returns.
 *
 * @throws ArgumentError if `f` is not a function or returns a promise.
 * @example noGrad(() => tensor([1, 3]).mean().item()) // 2
 */
export function noGrad<T>(f: () => T): T {
  checkFunction("noGrad", "f", f, "write noGrad(() => net.forward(x))");
  return withoutTapes(() => scope(f));
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
