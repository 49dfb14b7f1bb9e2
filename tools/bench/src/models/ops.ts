import type * as JaxModule from "@jax-js/jax";
import type * as TfjsModule from "@tensorflow/tfjs";
import type { JaxArray } from "../libraries/jax.ts";
import type { TfTensor } from "../libraries/tfjs.ts";

/**
 * The functions that a model needs of a library, so that it is written once for those that have no modules of PyTorch's kind.
 * No op uses its arguments up.
 */
export interface Ops<T> {
  /** Products of the last two axes; `tb` transposes b's. */
  matmul(a: T, b: T, tb?: boolean): T;
  add(a: T, b: T): T;
  sub(a: T, b: T): T;
  mul(a: T, b: T): T;
  div(a: T, b: T): T;
  scale(a: T, factor: number): T;
  shift(a: T, term: number): T;
  tanh(a: T): T;
  sigmoid(a: T): T;
  sqrt(a: T): T;
  /** 1 / max(a, 1). */
  inverseAboveOne(a: T): T;
  /** Over the last axis. */
  softmax(a: T): T;
  logSoftmax(a: T): T;
  sum(a: T, axis?: number, keep?: boolean): T;
  reshape(a: T, shape: readonly number[]): T;
  transpose(a: T, axes: readonly number[]): T;
  concat(parts: readonly T[], axis: number): T;
  stack(parts: readonly T[], axis: number): T;
  unstack(a: T, axis: number): readonly T[];
  /** Equal parts along the last axis. */
  split(a: T, parts: number): readonly T[];
  zeros(shape: readonly number[]): T;
  oneHot(ids: T, classes: number): T;
  /** 1 where a < b, else 0. */
  less(a: T, b: T): T;
  range(n: number): T;
  /** Rows of a table. */
  take(table: T, ids: T): T;
  /** Over the last axis, as whole numbers. */
  argmax(a: T): T;
}

export function tfOps(tf: typeof TfjsModule): Ops<TfTensor> {
  return {
    matmul: (a, b, tb = false) => tf.matMul(a, b, false, tb),
    add: (a, b) => tf.add(a, b),
    sub: (a, b) => tf.sub(a, b),
    mul: (a, b) => tf.mul(a, b),
    div: (a, b) => tf.div(a, b),
    scale: (a, factor) => tf.mul(a, factor),
    shift: (a, term) => tf.add(a, term),
    tanh: (a) => tf.tanh(a),
    sigmoid: (a) => tf.sigmoid(a),
    sqrt: (a) => tf.sqrt(a),
    inverseAboveOne: (a) => tf.div(1, tf.maximum(a, 1)),
    softmax: (a) => tf.softmax(a),
    logSoftmax: (a) => tf.logSoftmax(a),
    sum: (a, axis, keep) => tf.sum(a, axis, keep),
    reshape: (a, shape) => tf.reshape(a, [...shape]),
    transpose: (a, axes) => tf.transpose(a, [...axes]),
    concat: (parts, axis) => tf.concat([...parts], axis),
    stack: (parts, axis) => tf.stack([...parts], axis),
    unstack: (a, axis) => tf.unstack(a, axis),
    split: (a, parts) => tf.split(a, parts, -1),
    zeros: (shape) => tf.zeros([...shape]),
    oneHot: (ids, classes) => tf.oneHot(ids as TfjsModule.Tensor1D, classes).cast("float32"),
    less: (a, b) => tf.less(a, b).cast("float32"),
    range: (n) => tf.range(0, n, 1, "int32"),
    take: (table, ids) => tf.gather(table, ids as TfjsModule.Tensor1D),
    argmax: (a) => tf.argMax(a, -1),
  };
}

/** For use within `jit`, where references cost nothing. */
export function jaxOps({ numpy: np, nn }: typeof JaxModule): Ops<JaxArray> {
  return {
    matmul: (a, b, tb = false) => np.matmul(a.ref, tb ? np.swapaxes(b.ref, -2, -1) : b.ref),
    add: (a, b) => np.add(a.ref, b.ref),
    sub: (a, b) => np.subtract(a.ref, b.ref),
    mul: (a, b) => np.multiply(a.ref, b.ref),
    div: (a, b) => np.divide(a.ref, b.ref),
    scale: (a, factor) => a.ref.mul(factor),
    shift: (a, term) => a.ref.add(term),
    tanh: (a) => np.tanh(a.ref),
    sigmoid: (a) => nn.sigmoid(a.ref),
    sqrt: (a) => np.sqrt(a.ref),
    inverseAboveOne: (a) => np.reciprocal(np.maximum(a.ref, 1)),
    softmax: (a) => nn.softmax(a.ref, -1),
    logSoftmax: (a) => nn.logSoftmax(a.ref, -1),
    sum: (a, axis, keep = false) => np.sum(a.ref, axis ?? null, { keepdims: keep }),
    reshape: (a, shape) => a.ref.reshape([...shape]),
    transpose: (a, axes) => np.transpose(a.ref, [...axes]),
    concat: (parts, axis) =>
      np.concatenate(
        parts.map((part) => part.ref),
        axis,
      ),
    stack: (parts, axis) =>
      np.stack(
        parts.map((part) => part.ref),
        axis,
      ),
    unstack: (a, axis) => np.unstack(a.ref, axis),
    split: (a, parts) => np.split(a.ref, parts, -1),
    zeros: (shape) => np.zeros([...shape]),
    oneHot: (ids, classes) => nn.oneHot(ids.ref, classes),
    less: (a, b) => np.less(a.ref, b.ref).astype(np.float32),
    range: (n) => np.arange(n).astype(np.int32),
    take: (table, ids) => np.take(table.ref, ids.ref, 0),
    argmax: (a) => np.argmax(a.ref, -1),
  };
}
