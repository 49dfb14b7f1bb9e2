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

/** The gradient so far of a watched tensor, or of one that depends on a watched one. It holds a share of its own. */
interface Slot {
  readonly watched: boolean;
  grad: Tensor | null;
}

interface Node {
  readonly inputs: readonly Tensor[];
  readonly outputs: readonly Tensor[];
  /** Of each input; undefined where no gradient is wanted. */
  readonly from: readonly (Slot | undefined)[];
  /** Of each output. */
  readonly to: readonly Slot[];
  readonly pullBack: PullBack;
}

/**
 * What was done to the watched tensors, in order. It holds a share of every tensor that it may need
 * again, until {@link backward} has walked it once or {@link close} drops it.
 */
export class Tape implements TapeListener {
  // Of the watched tensors and of every one that depends on them.
  readonly #slots: Map<Tensor, Slot> = new Map();
  #nodes: Node[] = [];

  constructor(watched: Iterable<Tensor>) {
    for (const x of watched) {
      usesTensor(x);
      this.#slots.set(x, { watched: true, grad: null });
    }
  }

  record(_name: string, inputs: readonly Tensor[], outputs: readonly Tensor[], pullBack: PullBack): void {
    const from: (Slot | undefined)[] = [];
    let reached = false;
    for (let i = 0; i < inputs.length; i++) {
      const slot = this.#slots.get(inputs[i]!);
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
      slot = { watched: false, grad: null };
      this.#slots.set(y, slot);
    }
    return slot;
  }

  holds(tensor: Tensor): boolean {
    return this.#slots.get(tensor)?.watched || this.#nodes.some((node) => node.inputs.includes(tensor));
  }

  /** Runs `f` with this tape listening. */
  run<T>(f: () => T): T {
    return withListener(this, f);
  }

  /**
   * Walks back once from the outputs' cotangents, freeing what was saved on the way, and gives the
   * gradients of `wanted`, null where there is no path. What it computes is seen by outer tapes.
   */
  backward(
    outputs: readonly Tensor[],
    cotangents: readonly Tensor[],
    wanted: readonly Tensor[],
  ): (Tensor | null)[] {
    try {
      scope(() => {
        outputs.forEach((y, i) => {
          accumulate(this.#slotOf(y), y, cotangents[i]!);
        });
        for (let node = this.#nodes.pop(); node; node = this.#nodes.pop()) {
          backThrough(node);
          for (let i = 0; i < node.to.length; i++) if (!node.to[i]!.watched) drop(node.to[i]!);
          forget(node);
          emptyScope();
        }
      });
      return wanted.map((x) => {
        const grad = this.#slots.get(x)?.grad;
        return grad ? adopt(retain(grad)) : null;
      });
    } finally {
      this.close();
    }
  }

  /** Drops all that is saved. */
  close(): void {
    for (const node of this.#nodes) forget(node);
    this.#nodes = [];
    for (const slot of this.#slots.values()) drop(slot);
    this.#slots.clear();
  }
}

function backThrough({ inputs, outputs, from, to, pullBack }: Node): void {
  if (to.every(({ grad }) => grad === null)) return;
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

// One number that stands for a whole tensor, which few rules look at.
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
 * Runs `f` with no tape listening and in a scope of its own: everything made inside is freed, except for what it returns.
 *
 * @throws ArgumentError when `f` is not a function or returns a promise.
 * @example const accuracy = noGrad(() => net.eval().forward(x).argmax(1).eq(y).mean().item());
 */
export function noGrad<T>(f: () => T): T {
  checkFunction("noGrad", "f", f, "write noGrad(() => net.forward(x))");
  return withoutTapes(() => scope(f));
}

/**
 * x as a constant: no gradient flows through it. PyTorch's `detach`, JAX's `stop_gradient`.
 *
 * @throws ArgumentError unless x is a tensor.
 * @example mseLoss(student.forward(x), stopGradient(teacher.forward(x)));
 */
export function stopGradient(x: Tensor): Tensor {
  checkTensor("stopGradient", "x", x);
  return x.detach();
}
