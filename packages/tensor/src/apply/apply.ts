import { BackendError } from "@saccade/contract";
import { twoBackends } from "../contract/check-tensor.ts";
import { getBackend } from "../current-backend.ts";
import type { Backend, Operand } from "../kernel.ts";
import { storageOf } from "../memory/allocate.ts";
import type { DType } from "../memory/dtype.ts";
import { rebind } from "../memory/lifetime.ts";
import { scope } from "../memory/scope.ts";
import {
  broadcastShapes,
  broadcastStrides,
  contiguousStrides,
  numelOf,
  type Shape,
  sameShape,
} from "../memory/shape.ts";
import { Storage } from "../memory/storage.ts";
import { Tensor } from "../tensor.ts";
import {
  batcher,
  captures,
  type PullBack,
  tapes,
  traces,
  usesTensor,
  withoutTapes,
  withoutTraces,
} from "./listeners.ts";
import type { AnyOp, Attrs, Meta, Op, ViewOp, ViewsOp, Window } from "./op.ts";
import { runKernel } from "./run-kernel.ts";
import { checkFits, fillsStorage } from "./writes.ts";

/**
 * Runs an op: shape rule, kernel, listeners. Every op goes through here. The op runs on its inputs' backend, or on
 * `backend` if it has no inputs.
 *
 * @example apply(ops.add, [tensor([1, 2]), tensor([3, 4])], {}) // [tensor([4, 6])]
 */
export function apply<In extends readonly Tensor[], Out extends readonly Tensor[], A extends Attrs>(
  op: Op<In, Out, A>,
  inputs: In,
  attrs: A,
  backend: Backend = commonBackend(op.name, inputs),
): Out {
  const erased: AnyOp = op;
  const batched = batcher?.run(erased, inputs, attrs, backend);
  if (batched) return batched as readonly Tensor[] as Out;
  const operands = op.broadcast === true ? broadcastOperands(op.name, inputs) : inputs;
  const metas = erased.infer(operands, attrs);
  if (op.formula !== undefined && (op.composed || backend.composes?.(op.name, attrs)))
    return compose(erased, inputs, metas, attrs) as readonly Tensor[] as Out;
  const outputs = [emptyOn(op.name, backend, metas[0]!)];
  for (let i = 1; i < metas.length; i++) outputs.push(emptyOn(op.name, backend, metas[i]!));
  if (traces.length > 0) tellTraces(op.name, inputs, outputs, attrs);
  runKernel(backend, erased, operands, outputs, attrs);
  if (tapes.length > 0) tellTapes(erased, inputs, outputs, attrs);
  return outputs as readonly Tensor[] as Out;
}

/**
 * Runs an op by its formula: on a backend without a kernel for it, or on all. Tapes see the op; captures see the ops of
 * the formula, and so do traces if the op is composed on all backends.
 */
function compose(
  op: AnyOp,
  inputs: readonly Tensor[],
  metas: readonly Meta[],
  attrs: Attrs,
): readonly Tensor[] {
  const { backend } = inputs[0]!;
  const compute = (): readonly Tensor[] => {
    const found = op.formula!(inputs, attrs);
    return metas.map((meta, i) => {
      // A formula may omit empty outputs, or return them with another shape.
      if (numelOf(meta.shape) === 0) return emptyOn(op.name, backend, meta);
      const x = found[i]!;
      const isShared = inputs.some(({ storage }) => storage === x.storage);
      return isShared ? x.clone() : x.contiguous();
    });
  };
  const run = (): readonly Tensor[] => scope(compute);
  const outputs = withoutTapes(() => (op.composed ? run() : withoutTraces(run)));
  if (traces.length > 0 && !op.composed) tellTraces(op.name, inputs, outputs, attrs);
  if (tapes.length > 0) tellTapes(op, inputs, outputs, attrs);
  return outputs;
}

// A separate function, so that ops outside of tapes do not pay for the closure.
function tellTapes(op: AnyOp, inputs: readonly Tensor[], outputs: readonly Tensor[], attrs: Attrs): void {
  const pullBack: PullBack = (grads) => op.gradient(grads, inputs, outputs, attrs);
  for (let i = 0; i < tapes.length; i++) tapes[i]!.record(op.name, inputs, outputs, pullBack);
}

function tellTraces(name: string, inputs: readonly Tensor[], outputs: readonly Tensor[], attrs: Attrs): void {
  for (const trace of traces) trace.ran(name, inputs, outputs, attrs);
}

/**
 * {@link apply} for ops with one output.
 *
 * @example apply1(ops.add, [tensor([1, 2]), tensor([3, 4])], {}) // tensor([4, 6])
 */
export function apply1<In extends readonly Tensor[], A extends Attrs>(
  op: Op<In, readonly [Tensor], A>,
  inputs: In,
  attrs: A,
): Tensor {
  return apply(op, inputs, attrs)[0];
}

/**
 * {@link apply1} for an op that is the last to read its first input, and has a result of its form: in that input's memory, on
 * backends in the host's memory, where nothing shares it and ops are neither observed nor batched. The op may write element i of
 * its output only after its last read of element i of its inputs.
 *
 * @example applyOver(ops.add, [tensor([1, 2]), tensor([3, 4])], {}) // tensor([4, 6])
 */
export function applyOver<In extends readonly [Tensor, ...Tensor[]], A extends Attrs>(
  op: Op<In, readonly [Tensor], A>,
  inputs: In,
  attrs: A,
): Tensor {
  const [x] = inputs;
  const backend = commonBackend(op.name, inputs);
  const operands = op.broadcast === true ? broadcastOperands(op.name, inputs) : inputs;
  const observed = tapes.length + traces.length + captures.length > 0 || batcher !== null;
  const owned = backend.view !== undefined && x.storage.shares === 1 && fillsStorage(x);
  if (observed || !owned || operands[0] !== x) return apply1(op, inputs, attrs);
  const erased: AnyOp = op;
  runKernel(backend, erased, operands, [x], attrs);
  x.storage.writes++;
  return x;
}

/**
 * Makes a view: another window on the same storage. Tapes record it.
 *
 * @example applyView(ops.permute, tensor([[1, 2], [3, 4]]), { dims: [1, 0] }) // tensor([[1, 3], [2, 4]])
 */
export function applyView<A extends Attrs>(op: ViewOp<A>, x: Tensor, attrs: A): Tensor {
  x.checkLive(op.name);
  if (captures.length > 0) usesTensor(x);
  const batched = batcher?.view(op, x, attrs);
  if (batched) return batched;
  const out = lookThrough(op.view(x, attrs), x);
  if (traces.length > 0) tellTraces(op.name, [x], [out], attrs);
  const gradient = op.gradient;
  // What is behind a view without one is on no path, so that nothing asks for its gradient.
  if (gradient === null) return out;
  for (let i = 0; i < tapes.length; i++) {
    tapes[i]!.record(op.name, [x], [out], (grads) => [() => gradient(grads[0]!, x, attrs)]);
  }
  return out;
}

/**
 * {@link applyView} for views with several windows.
 *
 * @example applyViews(ops.split, tensor([1, 2, 3]), { dim: 0, sizes: [1, 2] }) // [tensor([1]), tensor([2, 3])]
 */
export function applyViews<A extends Attrs>(op: ViewsOp<A>, x: Tensor, attrs: A): Tensor[] {
  x.checkLive(op.name);
  if (captures.length > 0) usesTensor(x);
  const batched = batcher?.views(op, x, attrs);
  if (batched) return batched;
  const outs = op.views(x, attrs).map((window) => lookThrough(window, x));
  if (traces.length > 0) tellTraces(op.name, [x], outs, attrs);
  for (const tape of tapes) {
    tape.record(op.name, [x], outs, (grads) => [() => op.gradient(grads, x, attrs)]);
  }
  return outs;
}

function lookThrough({ shape, strides, offset }: Window, x: Tensor): Tensor {
  x.storage.shares++;
  return new Tensor(x.storage, shape, strides, offset);
}

/**
 * Runs an op whose outputs replace the values of `targets`: in place if nothing else shares a target's storage,
 * otherwise in new storage to which the handle then points. For optimizers, loadStateDict and key/value caches. The op may write element
 * i of an output only after its last read of element i of its inputs.
 *
 * @throws BackendError when an active tape still needs a target's value.
 * @example
 * const w = tensor([1, 2]);
 * applyInto(ops.add, [w, tensor([10, 20])], {}, [w]);
 * w // tensor([11, 22])
 */
export function applyInto<In extends readonly Tensor[], Out extends readonly Tensor[], A extends Attrs>(
  op: Op<In, Out, A>,
  inputs: In,
  attrs: A,
  targets: Out,
): void {
  const erased: AnyOp = op;
  const backend = commonBackend(op.name, inputs);
  const many = inputs.find((x) => x.physical !== x);
  if (many !== undefined)
    throw new BackendError(
      `${op.name}: ${many.describe()} is one of many in vmap, and ${targets[0]!.describe()} cannot hold them all; ` +
        "write outside of vmap, and call eval() on modules that write their statistics.",
    );
  const metas = erased.infer(inputs, attrs);
  const storages: Storage[] = [];
  const outputs: Operand[] = [];
  for (let i = 0; i < targets.length; i++) {
    const target = targets[i]!;
    checkFits(op.name, target, metas[i]!);
    for (const capture of captures) capture.writes(target);
    const { shape, strides, dtype, storage } = target;
    const own = storage.shares === 1 ? storage : new Storage(backend, dtype, storage.length);
    storages.push(own);
    outputs.push(own === storage ? target : { buffer: own.buffer, dtype, shape, strides, offset: 0 });
  }
  if (traces.length > 0) tellTraces(op.name, inputs, targets, attrs);
  runKernel(backend, erased, inputs, outputs, attrs);
  for (let i = 0; i < targets.length; i++) {
    if (storages[i] !== targets[i]!.storage) rebind(targets[i]!, storages[i]!);
    else storages[i]!.writes++;
  }
}

function emptyOn(what: string, backend: Backend, meta: Meta): Tensor {
  const storage = storageOf(what, backend, meta);
  return new Tensor(storage, meta.shape, contiguousStrides(meta.shape), 0);
}

function commonBackend(what: string, inputs: readonly Tensor[]): Backend {
  if (inputs.length === 0) return getBackend();
  const { backend } = inputs[0]!.storage;
  for (let i = 0; i < inputs.length; i++) {
    const input = inputs[i]!;
    input.checkLive(what);
    if (captures.length > 0) usesTensor(input);
    if (input.storage.backend !== backend) throw twoBackends(what, backend, input.storage.backend);
  }
  return backend;
}

function broadcastOperands(what: string, inputs: readonly Tensor[]): readonly Operand[] {
  let shape: Shape = inputs[0]!.shape_;
  let alike = true;
  for (let i = 1; i < inputs.length; i++) {
    const other = inputs[i]!.shape_;
    if (sameShape(shape, other)) continue;
    alike = false;
    shape = broadcastShapes(what, shape, other);
  }
  if (alike) return inputs;
  const operands: Operand[] = inputs.slice();
  for (let i = 0; i < inputs.length; i++) {
    if (!sameShape(inputs[i]!.shape, shape)) operands[i] = new Stretched(inputs[i]!, shape);
  }
  return operands;
}

/** A tensor as an operand of a larger shape. The buffer is read late, since an allocation may move it. */
class Stretched implements Operand {
  readonly #x: Tensor;
  readonly dtype: DType;
  readonly shape: Shape;
  readonly strides: Shape;
  readonly offset: number;

  constructor(x: Tensor, shape: Shape) {
    this.#x = x;
    this.dtype = x.dtype;
    this.shape = shape;
    this.strides = broadcastStrides(x.shape, x.strides, shape);
    this.offset = x.offset;
  }

  get buffer(): unknown {
    return this.#x.buffer;
  }
}
