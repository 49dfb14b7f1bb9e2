import type { GPT } from "@saccade/models";
import type { Jax, JaxArray } from "../libraries/jax.ts";
import type { Tfjs, TfTensor } from "../libraries/tfjs.ts";
import type { Program } from "../program.ts";
import { gelu } from "./gpt.ts";
import type { Named } from "./multi-head.ts";
import { layerNorm } from "./multi-head.ts";
import { jaxOps, type Ops, tfOps } from "./ops.ts";

/** The token, and the keys and values of each layer, (heads, maxLen, width), zeros where no token has been. */
interface State<T> {
  readonly id: T;
  readonly caches: readonly T[];
}

/**
 * The most probable token after `id` at position `place`: both (1). The weights have our GPT's names. Caches have the
 * size of the longest text from the start, so that a compiled step fits all.
 */
function nextToken<T>(ops: Ops<T>, p: Named<T>, { id, caches }: State<T>, place: T, model: GPT): State<T> {
  const { dModel, numHeads, numLayers, maxLen } = model.settings;
  const width = dModel / numHeads;
  const linear = (x: T, name: string): T =>
    ops.add(ops.matmul(x, p[`${name}.weight`]!, true), p[`${name}.bias`]!);
  const norm = (x: T, name: string): T => layerNorm(ops, p, name, x, dModel);
  const here = ops.oneHot(place, maxLen); // (1, maxLen)
  const slot = ops.reshape(here, [1, maxLen, 1]);
  // −1e9 for positions after this one.
  const later = ops.scale(ops.less(place, ops.range(maxLen)), -1e9);
  const next: T[] = [];
  let x = ops.add(ops.take(p["embedding.weight"]!, id), ops.matmul(here, p["positions.weight"]!));
  for (let i = 0; i < numLayers; i++) {
    const block = `blocks.${i}.`;
    const joined = linear(norm(x, `${block}norm1`), `${block}attention.qkv`);
    const parts = ops.split(joined, 3).map((part) => ops.reshape(part, [numHeads, 1, width]));
    const [q, k, v] = parts as [T, T, T];
    const keys = ops.add(caches[2 * i]!, ops.mul(k, slot));
    const values = ops.add(caches[2 * i + 1]!, ops.mul(v, slot));
    next.push(keys, values);
    const scores = ops.matmul(ops.scale(q, width ** -0.5), keys, true); // (heads, 1, maxLen)
    const attended = ops.matmul(ops.softmax(ops.add(scores, later)), values);
    x = ops.add(x, linear(ops.reshape(attended, [1, dModel]), `${block}attention.out`));
    const hidden = gelu(ops, linear(norm(x, `${block}norm2`), `${block}feedForward.up`));
    x = ops.add(x, linear(hidden, `${block}feedForward.down`));
  }
  const logits = ops.matmul(norm(x, "norm"), p["embedding.weight"]!, true);
  return { id: ops.argmax(logits), caches: next };
}

/** A program that generates `count` tokens with jax-js, and compares fewer. No token is read before the last. */
export function jaxGeneration(j: Jax, model: GPT, count: number, compared: number): Program {
  const { jax } = j;
  const ops = jaxOps(jax);
  const weights = weightsOf(model);
  const names = weights.map(({ name }) => name);
  const given = weights.map(({ shape, data }) => jax.numpy.array(data, { shape }));
  const compiled = jax.jit((...args: JaxArray[]): JaxArray[] => {
    const [id, place, ...rest] = args as [JaxArray, JaxArray, ...JaxArray[]];
    const p = Object.fromEntries(names.map((name, i) => [name, rest[i]!]));
    const state = { id, caches: rest.slice(names.length) };
    const next = nextToken<JaxArray>(ops, p, state, place, model);
    return [next.id, ...next.caches];
  });
  const whole = (n: number): JaxArray => jax.numpy.array(Int32Array.of(n), { shape: [1] });
  const tokens = (length: number): JaxArray[] => {
    let state = [whole(1), ...cacheShapes(model).map((shape) => jax.numpy.zeros(shape))];
    const found: JaxArray[] = [];
    for (let i = 0; i < length; i++) {
      const [id, ...caches] = state as [JaxArray, ...JaxArray[]];
      state = compiled(id, whole(i), ...given.map((x) => x.ref), ...caches);
      found.push(state[0]!.ref);
    }
    for (const x of state) x.dispose();
    return found;
  };
  return {
    ...j.program(() => tokens(count)),
    outputs: async () => {
      const ids: number[] = [];
      for (const id of tokens(Math.min(compared, count))) ids.push(Number((await id.data())[0]));
      return [ids];
    },
  };
}

/** The same with TensorFlow.js. */
export function tfGeneration(t: Tfjs, model: GPT, count: number, compared: number): Program {
  const { tf } = t;
  const ops = tfOps(tf);
  const p = Object.fromEntries(
    weightsOf(model).map(({ name, shape, data }): [string, TfTensor] => [name, tf.tensor(data, shape)]),
  );
  const tokens = (length: number): TfTensor[] =>
    tf.tidy(() => {
      let state: State<TfTensor> = {
        id: tf.tensor1d([1], "int32"),
        caches: cacheShapes(model).map((shape) => tf.zeros(shape)),
      };
      const found: TfTensor[] = [];
      for (let i = 0; i < length; i++) {
        const before = state;
        const after = tf.tidy((): TfTensor[] => {
          const next = nextToken<TfTensor>(ops, p, before, tf.tensor1d([i], "int32"), model);
          return [next.id, ...next.caches];
        });
        tf.dispose([...before.caches]);
        state = { id: after[0]!, caches: after.slice(1) };
        found.push(state.id);
      }
      return found;
    });
  return {
    ...t.program(() => tokens(count)),
    outputs: async () => {
      const ids: number[] = [];
      for (const id of tokens(Math.min(compared, count))) ids.push((await id.data())[0]!);
      return [ids];
    },
  };
}

function weightsOf(model: GPT): { name: string; shape: number[]; data: Float32Array<ArrayBuffer> }[] {
  return Object.entries(model.stateDict()).map(([name, x]) => ({
    name,
    shape: [...x.shape],
    data: Float32Array.from(x.dataSync()),
  }));
}

function cacheShapes({ settings }: GPT): number[][] {
  const { dModel, numHeads, numLayers, maxLen } = settings;
  return Array.from({ length: 2 * numLayers }, () => [numHeads, maxLen, dModel / numHeads]);
}
