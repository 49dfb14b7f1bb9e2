import type { Variable } from "@tensorflow/tfjs";
import type { Jax, JaxArray } from "../libraries/jax.ts";
import type { Tfjs, TfTensor } from "../libraries/tfjs.ts";
import type { Inputs, Program } from "../program.ts";
import type { Named } from "./multi-head.ts";
import { jaxOps, type Ops, tfOps } from "./ops.ts";

/** A model's loss, written in a library's ops. */
export type Loss = <T>(ops: Ops<T>, parameters: Named<T>, inputs: Named<T>) => T;

export interface Training {
  /** Names of inputs that are data; the others are parameters. */
  readonly data: readonly string[];
  readonly loss: Loss;
  readonly lr: number;
  /** The largest norm of all gradients; none unless given. */
  readonly clip?: number;
}

const [beta1, beta2, eps] = [0.9, 0.999, 1e-8];

/** Training steps with the library's own Adam. */
export function tfTraining(t: Tfjs, inputs: Inputs, { data, loss, lr, clip }: Training): Program {
  const { tf } = t;
  const parameters = namesOf(inputs, data);
  const ops = tfOps(tf);
  const fixed = Object.fromEntries(data.map((name): [string, TfTensor] => [name, t.tensor(inputs, name)]));
  const variables = Object.fromEntries(
    parameters.map((name): [string, Variable] => [name, tf.variable(t.tensor(inputs, name))]),
  );
  const optimizer = tf.train.adam(lr, beta1, beta2, eps);
  return t.training(() =>
    tf.tidy(() => {
      const { value, grads } = tf.variableGrads(() => loss<TfTensor>(ops, variables, fixed).asScalar());
      const names = Object.keys(grads);
      const clipped = clip === undefined ? grads : clipNorm(ops, grads, clip);
      optimizer.applyGradients(names.map((name) => ({ name, tensor: clipped[name]! })));
      return value;
    }),
  );
}

/** Training steps with Adam written out: the whole step is one compiled function. */
export function jaxTraining(j: Jax, inputs: Inputs, { data: others, loss, lr, clip }: Training): Program {
  const { jax } = j;
  const parameters = namesOf(inputs, others);
  const ops = jaxOps(jax);
  const count = parameters.length;
  const named = (names: readonly string[], arrays: readonly JaxArray[]): Named<JaxArray> =>
    Object.fromEntries(names.map((name, i) => [name, arrays[i]!]));
  const zeros = parameters.map((name) => jax.numpy.zeros([...inputs[name]!.shape]));
  const step = (state: JaxArray[]): [JaxArray[], JaxArray] => {
    const part = (i: number): JaxArray[] => state.slice(i * count, (i + 1) * count);
    const [p, m, v] = [part(0), part(1), part(2)];
    const rest = state.slice(3 * count);
    const [decay1, decay2, ...data] = rest; // beta1^t and beta2^t
    const [value, grads] = jax.valueAndGrad((params: JaxArray[]) =>
      loss<JaxArray>(ops, named(parameters, params), named(others, data)),
    )(p.map((x) => x.ref)) as [JaxArray, JaxArray[]];
    const clipped =
      clip === undefined ? named(parameters, grads) : clipNorm(ops, named(parameters, grads), clip);
    const [next1, next2] = [ops.scale(decay1!, beta1), ops.scale(decay2!, beta2)];
    const correct = (x: JaxArray, decay: JaxArray): JaxArray =>
      ops.div(x, ops.shift(ops.scale(decay, -1), 1));
    const ms = parameters.map((name, i) =>
      ops.add(ops.scale(m[i]!, beta1), ops.scale(clipped[name]!, 1 - beta1)),
    );
    const vs = parameters.map((name, i) =>
      ops.add(ops.scale(v[i]!, beta2), ops.scale(ops.mul(clipped[name]!, clipped[name]!), 1 - beta2)),
    );
    const ps = p.map((x, i) => {
      const root = ops.shift(ops.sqrt(correct(vs[i]!, next2)), eps);
      return ops.sub(x, ops.scale(ops.div(correct(ms[i]!, next1), root), lr));
    });
    return [[...ps, ...ms, ...vs, next1, next2, ...data.map((x) => x.ref)], value];
  };
  const one = (): JaxArray => jax.numpy.ones([]);
  return j.training(step, [
    ...parameters.map((name) => j.array(inputs, name)),
    ...zeros.map((x) => x.ref),
    ...zeros,
    one(),
    one(),
    ...others.map((name) => j.array(inputs, name)),
  ]);
}

function namesOf(inputs: Inputs, data: readonly string[]): string[] {
  return Object.keys(inputs).filter((name) => !data.includes(name));
}

// Scales all gradients by limit / norm where the norm is above the limit.
function clipNorm<T>(ops: Ops<T>, grads: Named<T>, limit: number): Record<string, T> {
  const squares = Object.values(grads).map((grad) => ops.sum(ops.mul(grad, grad)));
  const norm = ops.sqrt(squares.reduce((sum, square) => ops.add(sum, square)));
  const factor = ops.inverseAboveOne(ops.scale(norm, 1 / limit));
  return Object.fromEntries(Object.entries(grads).map(([name, grad]) => [name, ops.mul(grad, factor)]));
}
