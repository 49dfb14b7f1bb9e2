import type { Variable } from "@tensorflow/tfjs";
import type { Jax, JaxArray } from "../libraries/jax.ts";
import type { Tfjs, TfTensor } from "../libraries/tfjs.ts";
import type { Inputs, Program } from "../program.ts";
import { jaxDescent, tfDescent } from "./sgd.ts";

/** The convolutions' network in libraries that have no modules of PyTorch's kind: its parameters by name, x and target. */
export interface ConvolutionTraining {
  readonly pools: boolean;
  readonly classes: number;
  readonly lr: number;
}

const weights = ["first.weight", "first.bias", "second.weight", "second.bias", "dense.weight", "dense.bias"];

/** In TensorFlow.js, whose convolutions require channels last. */
export function tfConvolution(t: Tfjs, inputs: Inputs, { pools, classes, lr }: ConvolutionTraining): Program {
  const { tf } = t;
  const x = tf.transpose(t.tensor(inputs, "x"), [0, 2, 3, 1]) as TfTensor & { rank: 4 };
  const target = tf.oneHot(t.tensor(inputs, "target") as never, classes).cast("float32");
  const [w1, b1, w2, b2, w3, b3] = weights.map((name): Variable => {
    const given = t.tensor(inputs, name);
    const turned = given.rank === 4 ? tf.transpose(given, [2, 3, 1, 0]) : given;
    return tf.variable(turned); // named by the library: a process runs more than one case
  }) as [Variable, Variable, Variable, Variable, Variable, Variable];
  const layer = (input: TfTensor, weight: Variable, bias: Variable): TfTensor => {
    const y = tf.relu(tf.add(tf.conv2d(input as never, weight as never, 1, "same"), bias));
    return pools ? tf.maxPool(y as never, 2, 2, "valid") : y;
  };
  const loss = (): TfTensor => {
    const y = layer(layer(x, w1, b1), w2, b2);
    const channelsFirst = tf.transpose(y, [0, 3, 1, 2]);
    const features = pools ? channelsFirst.reshape([y.shape[0]!, -1]) : tf.mean(y, [1, 2]);
    const logits = tf.add(tf.matMul(features, w3, false, true), b3);
    return tf.mean(tf.sum(tf.mul(tf.logSoftmax(logits), target), -1)).mul(-1);
  };
  return tfDescent(t, lr, loss);
}

/** The same in jax-js. */
export function jaxConvolution(j: Jax, inputs: Inputs, { pools, classes, lr }: ConvolutionTraining): Program {
  const { numpy: np, nn, lax } = j.jax;
  const layer = (input: JaxArray, weight: JaxArray, bias: JaxArray): JaxArray => {
    const channels = bias.shape[0]!;
    const y = lax.convGeneralDilated(input, weight, [1, 1], "SAME");
    const z = nn.relu(np.add(y, bias.reshape([1, channels, 1, 1])));
    if (!pools) return z;
    const [batch, , height, width] = z.shape as [number, number, number, number];
    return np.max(z.reshape([batch, channels, height / 2, 2, width / 2, 2]), [3, 5]);
  };
  const loss = (params: JaxArray[], x: JaxArray, target: JaxArray): JaxArray => {
    const [w1, b1, w2, b2, w3, b3] = params as [JaxArray, JaxArray, JaxArray, JaxArray, JaxArray, JaxArray];
    const y = layer(layer(x, w1, b1), w2, b2);
    const features = pools ? y.reshape([y.shape[0]!, -1]) : np.mean(y, [2, 3]);
    const logits = np.add(np.matmul(features, np.swapaxes(w3, 0, 1)), b3);
    const picked = np.sum(nn.logSoftmax(logits, -1).mul(nn.oneHot(target, classes)), -1);
    return np.mean(picked).mul(-1);
  };
  return jaxDescent(j, inputs, lr, weights, ["x", "target"], (params, [x, target]) =>
    loss(params, x!, target!),
  );
}
