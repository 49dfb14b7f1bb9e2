import {
  adopt,
  type PullBack,
  type Recorder,
  release,
  retain,
  scope,
  sumTo,
  type Tensor,
  usesTensor,
  withoutRecorders,
  withRecorder,
  zerosLike,
} from "@saccade/tensor";

interface Node {
  readonly inputs: readonly Tensor[];
  readonly outputs: readonly Tensor[];
  readonly pullBack: PullBack;
}

/**
 * What was done to the watched tensors, in order. It holds a share of every tensor that it may need
 * again, until {@link backward} has walked it once or {@link close} drops it.
 */
export class Tape implements Recorder {
  readonly #watched: ReadonlySet<Tensor>;
  // Every tensor that depends on a watched one.
  readonly #reached: Set<Tensor>;
  #nodes: Node[] = [];

  constructor(watched: Iterable<Tensor>) {
    this.#watched = new Set(watched);
    for (const x of this.#watched) usesTensor(x);
    this.#reached = new Set(this.#watched);
  }

  record(_name: string, inputs: readonly Tensor[], outputs: readonly Tensor[], pullBack: PullBack): void {
    if (!inputs.some((x) => this.#reached.has(x))) return;
    for (const x of inputs) retain(x);
    for (const y of outputs) {
      retain(y);
      if (!this.#watched.has(y)) this.#reached.add(y);
    }
    this.#nodes.push({ inputs, outputs, pullBack });
  }

  holds(tensor: Tensor): boolean {
    return this.#watched.has(tensor) || this.#nodes.some((node) => node.inputs.includes(tensor));
  }

  /** Runs `f` with this tape listening. */
  run<T>(f: () => T): T {
    return withRecorder(this, f);
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
    const slots = new Map<Tensor, Tensor>();
    const drop = (x: Tensor): void => {
      const grad = slots.get(x);
      if (grad && slots.delete(x)) release(grad);
    };
    try {
      scope(() => {
        for (const [i, y] of outputs.entries()) this.#accumulate(slots, y, cotangents[i]!);
      });
      for (let node = this.#nodes.pop(); node; node = this.#nodes.pop()) {
        this.#backThrough(node, slots);
        for (const y of node.outputs) if (!this.#watched.has(y)) drop(y);
        forget(node);
      }
      return wanted.map((x) => {
        const grad = slots.get(x);
        return grad ? adopt(retain(grad)) : null;
      });
    } finally {
      for (const grad of slots.values()) release(grad);
      this.close();
    }
  }

  /** Drops all that is saved. */
  close(): void {
    for (const node of this.#nodes) forget(node);
    this.#nodes = [];
    this.#reached.clear();
  }

  #backThrough({ inputs, outputs, pullBack }: Node, slots: Map<Tensor, Tensor>): void {
    if (!outputs.some((y) => slots.has(y))) return;
    scope(() => {
      const grads = outputs.map((y) => slots.get(y) ?? zerosLike(y));
      pullBack(grads).forEach((thunk, i) => {
        const x = inputs[i]!;
        if (thunk && this.#reached.has(x)) this.#accumulate(slots, x, sumTo(thunk(), x.shape));
      });
    });
  }

  // The slots hold a share of their own, so that the scope may end and a slot can be emptied at once.
  #accumulate(slots: Map<Tensor, Tensor>, x: Tensor, grad: Tensor): void {
    const before = slots.get(x);
    slots.set(x, retain(before ? before.add(grad) : grad.dtype === x.dtype ? grad : grad.to(x.dtype)));
    if (before) release(before);
  }
}

function forget(node: Node): void {
  for (const x of node.inputs) release(x);
  for (const y of node.outputs) release(y);
}

/**
 * Runs `f` with no tape listening and in a scope of its own: what only evaluates costs no memory after.
 *
 * @throws TypeError when `f` returns a promise.
 */
export function noGrad<T>(f: () => T): T {
  return withoutRecorders(() => scope(f));
}

/** x as a constant: no gradient flows through it. PyTorch's `detach`. */
export function stopGradient(x: Tensor): Tensor {
  return x.detach();
}
