import { type Backend, DTypeError, scope, Tensor } from "@saccade/tensor";
import {
  applyInto,
  checkTensor,
  isFloat,
  isRecordingStep,
  makeLasting,
  numelOf,
  type Op,
  shareInto,
  withoutTapes,
} from "@saccade/tensor/backend";

/**
 * A tensor that training changes. It is a handle of its own on the storage of `t` (a contiguous one;
 * otherwise on a copy). The handle never changes; optimizers, `loadStateDict` and `init` write its value.
 *
 * @example
 * class Scale extends Module {
 *   factor = new Parameter(ones([8]));
 *   // …
 * }
 */
export class Parameter extends Tensor {
  /** @throws ArgumentError unless `t` is a tensor, DTypeError unless it is of floats: others cannot be trained. */
  constructor(t: Tensor) {
    checkTensor("Parameter", "t", t);
    if (!isFloat(t.dtype))
      throw new DTypeError(
        `Parameter: t is ${t.describe()}; only floats are trained: convert with to("float32").`,
      );
    const source = compact(t);
    source.storage.shares++;
    super(source.storage, source.shape, source.strides, 0);
    makeLasting(this);
    if (source !== t) source.dispose();
  }
}

function compact(t: Tensor): Tensor {
  t.checkLive("Parameter");
  return withoutTapes(() => whole(t));
}

/** A parameter of a value that nothing else holds: temporaries of `make` are freed at once. */
export function makeParameter(make: () => Tensor): Parameter {
  return scope(() => new Parameter(make()));
}

/** x as it is. The name is the tensor package's own, so that backends run their kernel for it. */
const writeOp: Op<readonly [Tensor], readonly [Tensor], object> = {
  name: "contiguous",
  infer: ([x]) => [{ shape: x.shape, dtype: x.dtype }],
  forward([x], [out]) {
    out.data.set(x.data.subarray(x.offset, x.offset + numelOf(x.shape)));
  },
  gradient: ([g]) => [() => g],
};

/**
 * Gives a parameter another value of its shape, converted to its dtype, on its backend. Storage that others
 * share (a snapshot) is left to them: the handle then points to new storage.
 *
 * @throws BackendError when a tape that still needs the old value is listening.
 */
export function assign(target: Parameter, value: Tensor): void {
  scope(() => {
    const source = withoutTapes(() => converted(value, target).contiguous());
    applyInto(writeOp, [source], {}, [target]);
  });
}

/**
 * Gives parameters other values as {@link assign} does, all of them or none: where memory runs out on the way, nothing
 * has changed. Parameters share the memory of values that need no conversion, until one of the two is written.
 */
export function assignAll(what: string, targets: readonly Parameter[], values: readonly Tensor[]): void {
  // A recorded step must see kernels: their replays write again.
  if (isRecordingStep()) {
    targets.forEach((target, i) => {
      assign(target, values[i]!);
    });
    return;
  }
  scope(() => {
    const ready = withoutTapes(() => targets.map((target, i) => whole(converted(values[i]!, target))));
    shareInto(what, targets, ready);
  });
}

// x, or a copy where x shows only a part of its memory.
function whole(x: Tensor): Tensor {
  return x.isContiguous && x.offset === 0 && x.storage.length === x.numel ? x : x.clone();
}

// The backend that has both dtypes converts.
function converted(value: Tensor, { dtype, backend }: Tensor): Tensor {
  return value.backend.dtypes.includes(dtype) ? value.to(dtype).to(backend) : value.to(backend).to(dtype);
}

/** Moves a parameter to another backend; the handle stays. */
export function moveParameter(target: Parameter, backend: Backend): void {
  if (target.backend === backend) return;
  scope(() => {
    // The second share of the old storage makes the write go into new storage, on the value's backend.
    withoutTapes(() => target.detach());
    applyInto(writeOp, [target.to(backend)], {}, [target]);
  });
}
