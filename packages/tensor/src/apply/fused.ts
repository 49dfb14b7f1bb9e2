import { BackendError } from "@saccade/contract";
import { filledLike } from "../create.ts";
import { isFloat, type TypedArray } from "../memory/dtype.ts";
import { scope } from "../memory/scope.ts";
import { contiguousStrides, numelOf } from "../memory/shape.ts";
import { Storage } from "../memory/storage.ts";
import { gatherElements } from "../reference/iterate.ts";
import { referenceBackend } from "../reference/reference-backend.ts";
import { Tensor } from "../tensor.ts";
import { apply } from "./apply.ts";
import { isRecording, newTape, tapes, unobserved } from "./listeners.ts";
import type { Attrs, GradientsOf, HostArray, Meta, MetasOf, Op } from "./op.ts";

/** Two ways to compute the same gradients. */
export interface Ways<T> {
  /** Calls the backward kernel: fast, but not differentiable. */
  kernel(): T;
  /** Composes them from ops, so that they are differentiable. */
  formula(): T;
}

/**
 * The gradients of a fused op, computed once, at the first call: with the formula under a tape, which may differentiate
 * them, otherwise with the backward kernel. Only this function chooses between the two.
 */
export function fused<T>({ kernel, formula }: Ways<T>): () => T {
  return once(() => (isRecording() ? formula() : kernel()));
}

function once<T>(compute: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: compute() };
    return made.value;
  };
}

/** Two ways to compute a fused op's gradients. */
export interface Defined {
  /** Calls the backward kernel: the gradients of `inputs`. */
  kernel(): readonly Tensor[];
  /** Composes the op's outputs from ops. */
  definition(...inputs: readonly Tensor[]): readonly Tensor[];
  /** The inputs that have gradients. */
  readonly inputs: readonly Tensor[];
  /** One for each output of the definition. */
  readonly cotangents: readonly Tensor[];
}

/**
 * The gradients of a fused op, computed once, at the first call: under a tape, which may differentiate them, by
 * differentiating the op's definition, otherwise with the backward kernel.
 */
export function gradientsOf({ kernel, definition, inputs, cotangents }: Defined): () => readonly Tensor[] {
  return once(() => (isDifferentiated() ? pullBack(definition, inputs, cotangents) : kernel()));
}

function isDifferentiated(): boolean {
  return tapes.some(({ another }) => another !== undefined);
}

const unread: WeakSet<Tensor> = /* @__PURE__ */ new WeakSet();

/**
 * Marks zeros as the cotangent of an output that nothing reads.
 *
 * @example unreadCotangent(zeros([2])) // tensor([0, 0])
 */
export function unreadCotangent(zeros: Tensor): Tensor {
  unread.add(zeros);
  return zeros;
}

/**
 * Whether a cotangent is zeros because nothing reads its output, so that a kernel may leave out what it is for.
 *
 * @example isUnread(zeros([2])) // false
 */
export function isUnread(cotangent: Tensor): boolean {
  return unread.has(cotangent);
}

/** The gradients of a definition's inputs for cotangents of its outputs. */
export function pullBack(
  definition: Defined["definition"],
  inputs: readonly Tensor[],
  cotangents: readonly Tensor[],
): readonly Tensor[] {
  // A tensor that is given twice has a gradient for each place.
  const apart = inputs.map((x, i) => (inputs.indexOf(x) < i ? x.view(x.shape) : x));
  const tape = newTape!(apart);
  try {
    const outputs = tape.run(() => definition(...apart));
    const grads = tape.backward(outputs, cotangents, apart);
    return grads.map((grad, i) => grad || filledLike(inputs[i]!, 0));
  } finally {
    tape.close();
  }
}

/**
 * A reference kernel made of ops: `compute` runs on copies of the inputs, floats in double precision, and its results
 * are rounded once, into the outputs. No listener sees it.
 */
function inDouble(
  inputs: readonly HostArray[],
  outputs: readonly HostArray[],
  compute: (...inputs: Tensor[]) => readonly (Tensor | undefined)[],
): void {
  const run = (): void => {
    const results = compute(...inputs.map(doubled));
    outputs.forEach(({ data }, i) => {
      if (data.length > 0) data.set(results[i]!.dataSync());
    });
  };
  unobserved(() => scope(run));
}

function doubled(x: HostArray): Tensor {
  const dtype = isFloat(x.dtype) ? "float64" : x.dtype;
  const storage = new Storage(referenceBackend(), dtype, numelOf(x.shape));
  gatherElements(x.data, x, storage.buffer as TypedArray);
  return new Tensor(storage, x.shape, contiguousStrides(x.shape), 0);
}

/** The kernel of an op that is made of ops: its formula, and the reference kernel that runs it in double precision. */
/* @__NO_SIDE_EFFECTS__ */
export function madeOf<In extends readonly Tensor[], A extends Attrs>(
  formula: (inputs: In, attrs: A) => readonly (Tensor | undefined)[],
): {
  readonly formula: (inputs: In, attrs: A) => readonly (Tensor | undefined)[];
  readonly forward: (inputs: readonly HostArray[], outputs: readonly HostArray[], attrs: A) => void;
} {
  return {
    formula,
    forward: (inputs, outputs, attrs) =>
      inDouble(inputs, outputs, (...given) => formula(given as readonly Tensor[] as In, attrs)),
  };
}

/** A function of tensors of one shape, composed of other ops, with its own gradient. */
export interface Composed<In extends readonly Tensor[]> {
  /** The name in error messages. */
  readonly name: string;
  /** Its value, by other ops. */
  formula(...inputs: In): Tensor;
  /** One thunk for each input. */
  gradient(g: Tensor, ...inputs: In): GradientsOf<In>;
}

/**
 * An op of tensors of one shape that is composed on every backend, with a gradient other than that of its parts.
 *
 * @example
 * const double = composedOp<readonly [Tensor]>({
 *   name: "double",
 *   formula: (x) => x.add(x),
 *   gradient: (g) => [() => g.mul(2)],
 * });
 * apply(double, [tensor([1, 2])], {})[0] // tensor([2, 4])
 */
/* @__NO_SIDE_EFFECTS__ */
export function composedOp<In extends readonly Tensor[]>({
  name,
  formula,
  gradient,
}: Composed<In>): Op<In, readonly [Tensor], object> {
  return {
    name,
    broadcast: true,
    composed: true,
    infer: ([x]) => [{ shape: x!.shape, dtype: x!.dtype }],
    ...madeOf<In, object>((inputs) => [formula(...inputs)]),
    gradient: ([g], inputs) => gradient(g, ...inputs),
  };
}

/** An op with one output that computes a definition. See {@link definedOps}. */
export interface Definition<In extends readonly Tensor[], A extends Attrs> {
  readonly name: string;
  /** Shape and dtype of the output. */
  infer(inputs: MetasOf<In>, attrs: A): Meta;
  /** The output, composed of ops. */
  definition(inputs: In, attrs: A): Tensor;
  /** How many inputs the backward op has gradients of, from the first on. Default: all. */
  readonly backward?: number;
  /**
   * The gradient of the first input in ops, if it is shorter than differentiating the definition; null if it does not
   * apply. Gradients of gradients differentiate it, if no other input's gradient is wanted.
   */
  slope?(g: Tensor, inputs: In, attrs: A): Tensor | null;
}

/** The inputs of a backward op: the cotangent, and the inputs of the op itself. */
export type BackwardInputs<In extends readonly Tensor[]> = readonly [g: Tensor, ...inputs: In];

/**
 * An op given by its definition, and the op of its gradients, for backends that have kernels for them: all others run
 * the definition, in double precision. The gradients of float inputs that the backward op omits, and gradients of
 * gradients, differentiate the definition too.
 */
/* @__NO_SIDE_EFFECTS__ */
export function definedOps<In extends readonly Tensor[], A extends Attrs>({
  name,
  infer,
  definition,
  backward,
  slope,
}: Definition<In, A>): {
  readonly op: Op<In, readonly [Tensor], A>;
  readonly backwardOp: Op<BackwardInputs<In>, readonly Tensor[], A>;
} {
  const gradients = (inputs: In, g: Tensor, attrs: A): readonly (Tensor | undefined)[] => {
    const floats = inputs.map((_, i) => i).filter((i) => isFloat(inputs[i]!.dtype));
    const compute = (...given: readonly Tensor[]): readonly Tensor[] => {
      const all: readonly Tensor[] = inputs.map((x, i) => given[floats.indexOf(i)] ?? x);
      return [definition(all as In, attrs)];
    };
    const found = pullBack(
      compute,
      floats.map((i) => inputs[i]!),
      [g],
    );
    return inputs.map((_, i) => found[floats.indexOf(i)]);
  };
  const backwardOp: Op<BackwardInputs<In>, readonly Tensor[], A> = {
    name: `${name}Backward`,
    infer: ([, ...inputs]) => inputs.slice(0, backward).map(({ shape, dtype }) => ({ shape, dtype })),
    ...madeOf<BackwardInputs<In>, A>(([g, ...inputs], attrs) =>
      gradients(inputs as readonly Tensor[] as In, g, attrs),
    ),
    gradient: () => notDifferentiable(`${name}Backward`),
  };
  const op: Op<In, readonly [Tensor], A> = {
    name,
    infer: (inputs, attrs) => [infer(inputs, attrs)],
    ...madeOf<In, A>((inputs, attrs) => [definition(inputs, attrs)]),
    gradient([g], inputs, _outputs, attrs) {
      const defined = once(() => gradients(inputs, g, attrs));
      const fast = once(() => apply(backwardOp, [g, ...inputs], attrs));
      const thunks = inputs.map(({ dtype }, i) => {
        if (!isFloat(dtype)) return null;
        if (i === 0 && slope !== undefined && isDifferentiated())
          return () => slope(g, inputs, attrs) ?? defined()[0]!;
        return () => (i < (backward ?? inputs.length) && !isDifferentiated() ? fast() : defined())[i]!;
      });
      return thunks as readonly ((() => Tensor) | null)[] as {
        readonly [K in keyof In]: (() => Tensor) | null;
      };
    },
  };
  return { op, backwardOp };
}

/**
 * The `gradient` of backward kernels, which are not differentiable.
 *
 * @throws BackendError always. For gradients of gradients, {@link fused} runs the formula.
 */
export function notDifferentiable(name: string): never {
  throw new BackendError(`${name}: a backward kernel has no gradient; differentiate the op itself.`);
}
