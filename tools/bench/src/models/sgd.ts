import type { Jax, JaxArray } from "../libraries/jax.ts";
import type { Tfjs, TfTensor } from "../libraries/tfjs.ts";
import type { Inputs, Program } from "../program.ts";

/** Training steps with the library's own SGD, on all variables that the loss takes. */
export function tfDescent({ tf, training }: Tfjs, lr: number, loss: () => TfTensor): Program {
  const optimizer = tf.train.sgd(lr);
  return training(() =>
    tf.tidy(() => {
      const { value, grads } = tf.variableGrads(() => loss().asScalar());
      optimizer.applyGradients(grads);
      return value;
    }),
  );
}

/** Training steps with SGD written out: the whole step is one compiled function. */
export function jaxDescent(
  j: Jax,
  inputs: Inputs,
  lr: number,
  parameters: readonly string[],
  data: readonly string[],
  loss: (parameters: JaxArray[], data: JaxArray[]) => JaxArray,
): Program {
  const { jax } = j;
  const step = (state: JaxArray[]): [JaxArray[], JaxArray] => {
    const [params, given] = [state.slice(0, parameters.length), state.slice(parameters.length)];
    const refs = (xs: JaxArray[]): JaxArray[] => xs.map((x) => x.ref);
    const [value, grads] = jax.valueAndGrad((ps: JaxArray[]) => loss(ps, refs(given)))(refs(params)) as [
      JaxArray,
      JaxArray[],
    ];
    return [[...params.map((p, i) => jax.numpy.subtract(p, grads[i]!.mul(lr))), ...given], value];
  };
  return j.training(
    step,
    [...parameters, ...data].map((name) => j.array(inputs, name)),
  );
}
