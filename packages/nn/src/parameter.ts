import { type Backend, defineOp, type Op, scope, Tensor, withoutRecorders } from "@saccade/tensor";

/**
 * A tensor that training changes. It is a handle of its own on the storage of `t` (a contiguous one;
 * otherwise on a copy). The handle never changes; optimizers, `loadStateDict` and `init` write its value.
 */
export class Parameter extends Tensor {
  constructor(t: Tensor) {
    const source = compact(t);
    source.storage.shares++;
    super(source.storage, source.shape, source.strides, 0);
    if (source !== t) source.dispose();
  }
}

function compact(t: Tensor): Tensor {
  t.checkLive("Parameter");
  const fills = t.isContiguous && t.offset === 0 && t.storage.length === t.numel;
  return fills ? t : withoutRecorders(() => t.clone());
}

/** A parameter of a value that nothing else holds: temporaries of `make` are freed at once. */
export function makeParameter(make: () => Tensor): Parameter {
  return scope(() => new Parameter(make()));
}

/** x as it is, where nobody else may hold the output's storage: what a write into a parameter runs. */
const writeOp: Op<readonly [Tensor], readonly [Tensor], object> = defineOp({
  name: "contiguous",
  infer: ([x]) => [{ shape: x.shape, dtype: x.dtype }],
  forward([x], [out]) {
    const n = out.shape.reduce((product, size) => product * size, 1);
    out.data.set(x.data.subarray(x.offset, x.offset + n));
  },
  gradient: ([g]) => [() => g],
});

/**
 * Gives a handle the value of another tensor of its shape, converted to its dtype, on its backend. Storage
 * that others share is left to them: the handle then points to new storage.
 *
 * @throws BackendError when a tape that still needs the old value is listening.
 */
export function assign(target: Tensor, value: Tensor): void {
  scope(() => {
    const [source] = withoutRecorders(() => [value.to(target.backend).to(target.dtype).contiguous()]);
    writeInto(target, source!);
  });
}

/** Moves a handle's value to another backend. The handle stays. */
export function moveInPlace(target: Tensor, backend: Backend): void {
  if (target.backend === backend) return;
  scope(() => {
    // A second share of the old storage makes the write go into new storage, on the value's backend.
    withoutRecorders(() => target.detach());
    writeInto(target, target.to(backend));
  });
}
