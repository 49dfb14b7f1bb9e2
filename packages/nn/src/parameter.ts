import {
  ArgumentError,
  type Backend,
  type DType,
  DTypeError,
  keep,
  type Shape,
  scope,
  Tensor,
} from "@saccade/tensor";
import {
  applyInto,
  checkTensor,
  contiguousOp,
  empty,
  isCapturing,
  isFloat,
  Loans,
  makeLasting,
  refuseExtra,
  shareConverted,
  shareInto,
  withoutTapes,
} from "@saccade/tensor/backend";
import { isSkippingInit } from "./skip-init.ts";

// Lets optimizers distinguish parameters that were added later, or never found in a module, from those left out on purpose.
const births: WeakMap<Tensor, number> = new WeakMap();
const listed: WeakMap<Tensor, WeakRef<object>> = new WeakMap();
let made = 0;
let unlisted = 0;

/** The number of parameters made so far. */
export function parametersMade(): number {
  return made;
}

/** Whether a parameter was made that no walk through fields has found so far. */
export function someUnlisted(): boolean {
  return unlisted > 0;
}

/** The values of parameters that are lent out, as to an evaluation with averages. */
export const parameterValues: Loans = new Loans();

/** Whether a parameter was made after the first `count` ones. */
export function isNewer(parameter: Parameter, count: number): boolean {
  return births.get(parameter)! >= count;
}

/** Notes that a walk through the fields of `root` found a parameter. */
export function noteListed(parameter: Parameter, root: object): void {
  const before = listed.get(parameter);
  if (before === undefined) unlisted--;
  if (before?.deref() !== root) listed.set(parameter, new WeakRef(root));
}

/** The module of the last walk that found a parameter. */
export function listedIn(parameter: Tensor): object | undefined {
  return listed.get(parameter)?.deref();
}

/**
 * A trainable tensor. Shares the storage of `t` if `t` is contiguous; otherwise copies it. The Parameter object stays
 * the same; optimizers, `loadStateDict` and `init` write its value.
 *
 * @example new Parameter(ones([2])) // tensor([1, 1])
 */
export class Parameter extends Tensor {
  /** @throws ArgumentError unless `t` is a tensor, and in `vmap` for one of many; DTypeError unless it is a float tensor. */
  constructor(t: Tensor) {
    refuseExtra("Parameter", arguments, 1, "leave a parameter out of the optimizer to freeze it");
    checkTensor("Parameter", "t", t);
    if (!isFloat(t.dtype))
      throw new DTypeError(
        `Parameter: t is ${t.describe()}; only floats are trained: convert with to("float32").`,
      );
    const source = compact(t);
    source.storage.shares++;
    super(source.storage, source.shape, source.strides, 0);
    makeLasting(this);
    births.set(this, made++);
    unlisted++;
    if (source !== t) source.dispose();
  }
}

function compact(t: Tensor): Tensor {
  t.checkLive("Parameter");
  if (t.physical !== t)
    throw new ArgumentError(
      `Parameter: t is ${t.describe()}, one of many in vmap, and a parameter is the same for all; make modules outside of ` +
        "vmap, and call functionalCall(net, params, [x]) inside.",
    );
  return withoutTapes(() => wholeTensor(t));
}

/**
 * Makes a parameter from the result of `make`, of this shape, whose temporaries are freed immediately. In `skipInit`,
 * the parameter is only allocated.
 */
export function makeParameter(shape: Shape, make: () => Tensor): Parameter {
  return scope(() => new Parameter(isSkippingInit() ? empty(shape) : make()));
}

/**
 * Sets the value of a parameter or a buffer, converted to its dtype and backend. If other tensors (such as a snapshot) share the
 * storage, they keep it, and the parameter gets new storage.
 *
 * @throws BackendError if an active tape still needs the old value.
 */
export function assign(target: Tensor, value: Tensor): void {
  scope(() => {
    const source = withoutTapes(() => converted(value, target).contiguous());
    applyInto(contiguousOp, [source], {}, [target]);
  });
}

/**
 * Sets the values of parameters and buffers like {@link assign}, all or nothing: if memory runs out, nothing has changed. Values
 * that need no conversion share their memory with the parameter until one of the two is written.
 */
export function assignAll(what: string, targets: readonly Tensor[], values: readonly Tensor[]): void {
  // A captured step needs kernel calls, which replays run again.
  if (isCapturing()) {
    targets.forEach((target, i) => {
      assign(target, values[i]!);
    });
    return;
  }
  scope(() => {
    const ready = withoutTapes(() => targets.map((target, i) => wholeTensor(converted(values[i]!, target))));
    shareInto(what, targets, ready);
  });
}

/** x, or a copy if x is a view of a part of its memory. */
/* @__NO_SIDE_EFFECTS__ */
export function wholeTensor(x: Tensor): Tensor {
  return x.isContiguous && x.offset === 0 && x.storage.length === x.numel ? x : x.clone();
}

/** A value in the dtype and on the backend of another tensor. The backend that supports both dtypes converts. */
export function converted(value: Tensor, { dtype, backend }: Tensor): Tensor {
  return value.backend.dtypes.includes(dtype) ? value.to(dtype).to(backend) : value.to(backend).to(dtype);
}

/** Moves a parameter to another backend. The Parameter object stays the same. */
function moveParameter(target: Parameter, backend: Backend): void {
  if (target.backend === backend) return;
  scope(() => {
    // A second share of the old storage forces the write into new storage, on the value's backend.
    withoutTapes(() => target.detach());
    applyInto(contiguousOp, [target.to(backend)], {}, [target]);
  });
}

/** Converts a parameter to another dtype of floats. The Parameter object stays the same. */
function castParameter(target: Parameter, dtype: DType): void {
  if (target.dtype === dtype) return;
  scope(() =>
    shareConverted(
      "to",
      target,
      withoutTapes(() => target.to(dtype)),
    ),
  );
}

/** A value of a field on another backend: a parameter itself, other tensors as copies; anything else as it is. */
export function moved(value: unknown, backend: Backend): unknown {
  if (value instanceof Parameter) moveParameter(value, backend);
  else if (value instanceof Tensor && value.backend !== backend) return keep(value.to(backend));
  return value;
}

/** The same in another dtype, if it is of floats. */
export function cast(value: unknown, dtype: DType): unknown {
  if (value instanceof Parameter) castParameter(value, dtype);
  else if (value instanceof Tensor && isFloat(value.dtype) && value.dtype !== dtype)
    return keep(value.to(dtype));
  return value;
}
